import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { settingsOf } from '../../../infra/settings.ts';
import { PROJECT } from '../../../scripts/build/paths.ts';
import { approval, environmentsOf, requireOwnSettings } from '../../../scripts/deploy/stage.ts';

function runScript(script: string, ...words: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [join(PROJECT, 'scripts', script), ...words], {
    encoding: 'utf8',
    // Nothing listens there, so a script that calls AWS fails with another message than the expected one.
    env: {
      PATH: process.env.PATH,
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
      AWS_EC2_METADATA_DISABLED: 'true',
    },
  });
  return { status, said: stderr.trim() };
}

test.each([
  ['bootstrap.ts', 'a missing stage', [], 'Name the stage, for example: --stage production'],
  ['deploy.ts', 'the local stage', ['--stage', 'local'], "The stage 'local' cannot be deployed to AWS"],
  [
    'destroy.ts',
    'a stage without settings',
    ['--stage', 'nope'],
    "There are no settings for the stage 'nope'",
  ],
])('scripts/%s explains %s in one line before it calls AWS', (script, _case, words, sentence) => {
  const { status, said } = runScript(script, ...words);
  expect(said).toContain(sentence);
  expect(said.split('\n')).toHaveLength(1);
  expect(status).toBe(1);
});

test('a script that finds no credentials for AWS tells in one line what to set', () => {
  const { said, status } = runScript('smoke.ts', '--stage', 'production');
  expect(said).toContain('Set AWS_PROFILE, or AWS_REGION and credentials, for the stage production.');
  expect(said.split('\n')).toHaveLength(1);
  expect(status).toBe(1);
});

test('scripts/deploy.ts explains that the example settings need a mailFrom and an alarmMail of your own', () => {
  const { said, status } = runScript('deploy.ts', '--stage', 'production');
  expect(said).toContain("still has the example's mailFrom and alarmMail. Set mailFrom to");
  expect(status).toBe(1);
});

describe('the addresses of a stage', () => {
  const own = { ...settingsOf('production'), mailFrom: 'H <a@headshots.dev>', alarmMail: 'a@headshots.dev' };

  test.each(['a@example.com', 'a@alarms.example.org', 'a@headshots.example', 'a@headshots.test'])(
    'are refused at the deployment when alarmMail is %s, a reserved domain',
    (alarmMail) => {
      expect(() => requireOwnSettings({ ...own, alarmMail })).toThrow("the example's alarmMail");
    },
  );

  test('are accepted when both are your own', () => {
    expect(() => requireOwnSettings(own)).not.toThrow();
    expect(() => requireOwnSettings({ ...own, alarmMail: 'a@myexample.com' })).not.toThrow();
  });
});

test('a deployment asks before it broadens permissions in a terminal, and never in CI', () => {
  expect(approval({})).toBe('broadening');
  expect(approval({ CI: 'false' })).toBe('broadening');
  expect(approval({ CI: 'true' })).toBe('never');
});

test.each([
  ['us-east-1', ['us-east-1']],
  ['eu-central-1', ['eu-central-1', 'us-east-1']],
])('a stage in %s is bootstrapped in %j', (region, regions) => {
  expect(environmentsOf({ ...settingsOf('production'), region })).toEqual(regions);
});

test.each([
  [['--delete-data'], 'Confirm it with: --delete-data --yes-delete-data-of production'],
  [['--delete-data', '--yes-delete-data-of', 'staging'], 'Confirm it with'],
  [['--yes-delete-data-of', 'production'], 'add --delete-data.'],
])('scripts/destroy.ts does not delete data with the options %j', (words, sentence) => {
  const { status, said } = runScript('destroy.ts', '--stage', 'production', ...words);
  expect(said).toContain(sentence);
  expect(status).toBe(1);
});
