import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT } from '../build/paths.ts';

/** Formats the text of a file with Biome. @throws when Biome cannot parse it. */
export function formatted(file: string, text: string): string {
  const biome = join(PROJECT, 'node_modules/@biomejs/biome/bin/biome');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'check', '--write', `--stdin-file-path=${file}`],
    { cwd: PROJECT, input: text, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`Biome could not format ${file}: ${stderr}`);
  return stdout;
}
