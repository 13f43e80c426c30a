import { expect, test } from 'vitest';
import { COMMANDS } from '../../../ops/commands.ts';
import { helpFor } from '../../../ops/help.ts';

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
