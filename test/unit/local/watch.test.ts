import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { reloadOnChange } from '../../../local/watch.ts';

const project = mkdtempSync(join(tmpdir(), 'watch-'));
let reloads = 0;
let watching: { stop(): void };

beforeAll(() => {
  vi.spyOn(console, 'log').mockReturnValue();
  for (const directory of ['functions', 'shared', 'web/studio']) {
    mkdirSync(join(project, directory), { recursive: true });
  }
  watching = reloadOnChange({ reloadFunctions: () => reloads++ }, { project, build: async () => {} });
});

afterAll(() => {
  watching.stop();
  rmSync(project, { recursive: true });
});

test.each([
  'functions/health.ts',
  'shared/words.json',
  'web/studio/app.tsx',
  'web/studio/style.css',
  'web/studio/page.html',
  'web/studio/logo.svg',
])('a change of %s reloads the functions', async (file) => {
  const before = reloads;
  writeFileSync(join(project, file), 'changed');
  await vi.waitFor(() => expect(reloads).toBe(before + 1), { timeout: 5000 });
});
