import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort, startEngine } from '@headshots/local-cloud/engines/supervised-process.ts';
import { installPythonTool, type PythonTool } from '../python/python-tool.ts';

/**
 * MiniStack, a LocalStack-compatible emulator that runs without Docker or an account:
 * https://pypi.org/project/ministack
 */
const MINISTACK: PythonTool = {
  name: 'ministack',
  version: '1.5.33',
  alternative:
    'Set AWS_ENDPOINT_URL to use another emulator on this machine, or SKIP_LOCALSTACK=1 to skip this.',
};

export interface EmulatedCloud {
  endpoint: string;
  stop(): Promise<void>;
}

/**
 * Installs MiniStack if necessary, and starts an empty one on 127.0.0.1.
 * @throws ConfigurationError when it cannot be installed.
 */
export async function startMinistack(): Promise<EmulatedCloud> {
  const program = await installPythonTool(MINISTACK);
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const scratch = await mkdtemp(join(tmpdir(), 'headshots-ministack-'));
  const settings = [
    // MiniStack unpacks the code of functions there and does not remove it.
    `TMPDIR=${scratch}`,
    // The default listens on all network interfaces.
    'BIND_HOST=127.0.0.1',
    `GATEWAY_PORT=${port}`,
    // The functions inherit both variables, and run on the Node version of this process.
    `AWS_ENDPOINT_URL=${endpoint}`,
    `PATH=${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
    'LOG_LEVEL=WARNING',
  ];
  const { stop } = await startEngine(
    'env',
    [...settings, program],
    async () => (await fetch(`${endpoint}/_ministack/ready`)).ok,
  );
  return {
    endpoint,
    stop: async () => {
      await stop();
      await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
