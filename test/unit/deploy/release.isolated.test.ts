import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { settingsOf } from '../../../infra/settings.ts';
import { raisedReleaseAlarms, releaseWatched } from '../../../scripts/deploy/release.ts';
import { deployVersion, versionOf } from '../../../scripts/deploy/versions.ts';
import { mockedClient } from '../../support/mocked-client.ts';

const MINUTE = 60_000;

/** A release whose alarm is raised from a time on, and whose smoke test ends at a time. */
function release({ alarmAt = Infinity, smokeAt = 3 * MINUTE, smokeFault = '', former = 'former' }) {
  const deployed: string[] = [];
  let now = 0;
  let endSmoke = () => {};
  const smoke = new Promise<void>((resolve, reject) => {
    endSmoke = () => (smokeFault === '' ? resolve() : reject(new Error(smokeFault)));
  });
  return {
    clock: { now: () => now },
    raisedAlarms: async () => (now >= alarmAt ? ['headshots-production-release-errors'] : []),
    smoke: () => smoke,
    pause: async (milliseconds: number) => {
      now += milliseconds;
      if (now >= smokeAt) endSmoke();
    },
    former,
    version: 'new',
    deploy: async () => void deployed.push('new'),
    deployFormer: async () => void deployed.push('former'),
    deployed,
    minutes: () => now / MINUTE,
  };
}

describe('a release', () => {
  it('is good when its smoke test succeeds and no alarm is raised for five minutes', async () => {
    const good = release({});
    await releaseWatched(good);
    expect(good.deployed).toEqual(['new']);
    expect(good.minutes()).toBe(5);
  });

  it('is rolled back as soon as an alarm is raised, although the smoke test has not ended', async () => {
    const faulty = release({ alarmAt: 2 * MINUTE });
    await expect(releaseWatched(faulty)).rejects.toThrow(
      'The alarm headshots-production-release-errors is raised. The former version was deployed again: former.',
    );
    expect(faulty.deployed).toEqual(['new', 'former']);
    expect(faulty.minutes()).toBe(2);
  });

  it('is rolled back as soon as its smoke test fails', async () => {
    const faulty = release({ smokeAt: MINUTE, smokeFault: 'GET /api answered 500.' });
    await expect(releaseWatched(faulty)).rejects.toThrow('The smoke test failed: GET /api answered 500.');
    expect(faulty.deployed).toEqual(['new', 'former']);
    expect(faulty.minutes()).toBeLessThan(5);
  });

  it('is rolled back when an alarm is raised after the smoke test has succeeded', async () => {
    const faulty = release({ alarmAt: 4.5 * MINUTE, smokeAt: MINUTE });
    await expect(releaseWatched(faulty)).rejects.toThrow('is raised');
    expect(faulty.deployed).toEqual(['new', 'former']);
  });

  it('is refused while an alarm is raised', async () => {
    const refused = release({ alarmAt: 0 });
    await expect(releaseWatched(refused)).rejects.toThrow(
      'Nothing was deployed. --at-once deploys all the same.',
    );
    expect(refused.deployed).toEqual([]);
  });

  it('of the version that was deployed before is not rolled back to itself', async () => {
    const again = release({ alarmAt: MINUTE, former: 'new' });
    await expect(releaseWatched(again)).rejects.toThrow('The version was the same before.');
    expect(again.deployed).toEqual(['new']);
  });
});

describe('the release alarms of a stage', () => {
  const cloudWatch = mockedClient(CloudWatchClient);
  afterEach(() => cloudWatch.reset());

  it('are found by their names, and only those that are raised', async () => {
    const asked = { AlarmNamePrefix: 'headshots-production-release-', StateValue: 'ALARM' } as const;
    cloudWatch.on(DescribeAlarmsCommand).rejects(new Error('other alarms'));
    cloudWatch.on(DescribeAlarmsCommand, asked).resolves({ MetricAlarms: [{ AlarmName: 'one' }] });
    expect(await raisedReleaseAlarms(settingsOf('production'))).toEqual(['one']);
  });
});

describe('the former version', () => {
  const project = mkdtempSync(join(tmpdir(), 'headshots-repository-'));
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], {
      cwd: project,
      encoding: 'utf8',
    }).trim();
  const deployed = join(project, 'deployed');

  it('is deployed again from a checkout of its commit, at once', async () => {
    git('init', '--quiet');
    writeFileSync(join(project, 'code'), 'former');
    git('add', 'code');
    git('commit', '--quiet', '--message', 'former');
    const former = git('rev-parse', 'HEAD');
    expect(await versionOf(project)).toBe(former);
    writeFileSync(join(project, 'code'), 'faulty');
    expect(await versionOf(project)).toBe(`${former}-dirty`);

    // Instead of npm: writes down where and with which words it is called.
    const programs = join(project, 'programs');
    mkdirSync(programs);
    writeFileSync(join(programs, 'npm'), `#!/bin/sh\necho "$(cat code): npm $@" >> '${deployed}'\n`);
    chmodSync(join(programs, 'npm'), 0o755);
    vi.stubEnv('PATH', `${programs}:${process.env.PATH}`);
    try {
      await deployVersion(project, former, 'production');
    } finally {
      vi.unstubAllEnvs();
    }
    expect(readFileSync(deployed, 'utf8').trim().split('\n')).toEqual([
      'former: npm ci',
      'former: npm run deploy -- --stage production --at-once --without-preflight',
    ]);
    expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  });

  it('has no name outside of a repository', async () => {
    expect(await versionOf(mkdtempSync(join(tmpdir(), 'headshots-no-repository-')))).toBeUndefined();
  });
});
