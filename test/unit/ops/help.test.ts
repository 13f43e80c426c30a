import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../ops/commands.ts';
import { helpFor } from '../../../ops/help.ts';
import { PROJECT } from '../../../scripts/build/paths.ts';

test.each(Object.entries(COMMANDS))('npm run ops -- %s --help shows its options', (name, { usage }) => {
  const shown = helpFor([...name.split(' '), '--help']).split('\n');
  expect(shown).toContain(`  ${name} ${usage}`);
  expect(shown.filter((line) => line.startsWith('  ')).every((line) => line.startsWith(`  ${name}`))).toBe(
    true,
  );
});

test.each([['--help'], ['unknown --help']])('npm run ops -- %s shows all commands', (line) => {
  expect(helpFor(line.split(' ')).match(/^ {2}\S/gm)?.length).toBe(Object.keys(COMMANDS).length);
});

test('options before --help do not hide a command', () => {
  expect(helpFor(['user', 'invite', '--role', 'owner', '--help'])).toContain('user invite --organization ID');
});

const run = (file: string, option: string) =>
  promisify(execFile)(process.execPath, [join(PROJECT, file), option], { cwd: PROJECT });

test('--help shows the options of a script', async () => {
  expect((await run('scripts/build.ts', '--help')).stdout).toContain('  --stage NAME ');
});

test.each([
  ['demo/main.ts', ['--photos DIR', '--provider NAME', '--base-url URL']],
  ['ops/listen.ts', ['--forward URL', '--organization ID', '--verbose']],
  ['bench/main.ts', ['--only NAMES', '--page']],
  ['scripts/build.ts', ['--stage NAME']],
  ['scripts/deploy.ts', ['--stage NAME', '--without-preflight', '--at-once']],
  ['scripts/destroy.ts', ['--yes-delete-data-of NAME']],
  ['test/world/main.ts', ['--seed NUMBER', '--replay FILE', '--breaks RULE']],
])('%s refuses an unknown option, shows its own, and no stack trace', async (file, options) => {
  const shown = ["Unknown option '--other'\n\n", ...options.map((option) => `  ${option} `)];
  const stderr = expect.toSatisfy(
    (text: string) => shown.every((part) => text.includes(part)) && !text.includes('    at '),
  );
  await expect(run(file, '--other')).rejects.toMatchObject({ code: 2, stderr });
});
