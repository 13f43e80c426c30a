import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT } from '../build/paths.ts';

/** The text as the formatter of the project wants it in this file. @throws when the formatter cannot read it. */
export function formatted(file: string, text: string): string {
  const biome = join(PROJECT, 'node_modules/@biomejs/biome/bin/biome');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'check', '--write', `--stdin-file-path=${file}`],
    { cwd: PROJECT, input: text, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`The formatter could not read ${file}: ${stderr}`);
  return stdout;
}
