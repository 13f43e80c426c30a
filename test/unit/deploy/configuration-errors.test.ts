import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../../../scripts/build/paths.ts';

function say(script: string, ...words: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [join(PROJECT, 'scripts', script), ...words], {
    encoding: 'utf8',
    // Nowhere: whoever gets as far as calling AWS fails, and not with the sentence.
    env: { PATH: process.env.PATH, AWS_ENDPOINT_URL: 'http://127.0.0.1:9' },
  });
  return { status, said: stderr.trim() };
}

describe.each(['deploy.ts', 'destroy.ts'])('scripts/%s refuses, before it calls anybody,', (script) => {
  test.each([
    ['no stage', [], 'Name the stage, for example: --stage production'],
    ['the stage of a laptop', ['--stage', 'local'], "The stage 'local' cannot be deployed to AWS"],
    ['a stage that has no settings', ['--stage', 'nope'], "There are no settings for the stage 'nope'"],
    ['words that it does not know', ['--stag', 'production'], "Unknown option '--stag'"],
  ])('%s', (_case, words, sentence) => {
    const { status, said } = say(script, ...words);
    expect(said).toContain(sentence);
    expect(said.split('\n')).toHaveLength(1);
    expect(status).toBe(1);
  });
});

test('the example has to become one of your own first', () => {
  expect(say('deploy.ts', '--stage', 'production').said).toContain("still has the example's mailFrom");
});

test.each([
  [['--delete-data'], 'Confirm it with: --delete-data --yes-delete-data-of production'],
  [['--delete-data', '--yes-delete-data-of', 'staging'], 'Confirm it with'],
  [['--yes-delete-data-of', 'production'], 'add --delete-data.'],
])('data is not deleted by %j', (words, sentence) => {
  const { status, said } = say('destroy.ts', '--stage', 'production', ...words);
  expect(said).toContain(sentence);
  expect(status).toBe(1);
});
