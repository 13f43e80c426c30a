import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const SCRIPT = new URL('../../../scripts/check-node.js', import.meta.url).pathname;

test.each([
  ['npm/10.8.2 node/v22.20.0 darwin arm64 workspaces/false', 1],
  ['npm/10.8.2 node/v20.1.0 darwin x64 workspaces/false', 1],
  ['npm/11.6.0 node/v24.0.0 darwin arm64 workspaces/false', 0],
  ['npm/10.8.2 node/v20.1.0 linux x64 workspaces/false', 0],
  ['npm/10.8.2 node/v20.1.0 win32 x64 workspaces/false', 0],
])('before an installation by %s the check of Node ends with %i', (userAgent, status) => {
  const run = spawnSync(process.execPath, [SCRIPT], {
    env: { npm_config_user_agent: userAgent },
    encoding: 'utf8',
  });
  expect(run.status).toBe(status);
  if (status !== 0) expect(run.stderr).toMatch(/^Headshots needs Node 24 or later on macOS.*nodejs\.org/);
});
