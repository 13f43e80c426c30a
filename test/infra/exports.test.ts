import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../infra/settings.ts';
import type { StageSettings } from '../../infra/stage-settings.ts';
import { synthesized, type Value } from './synthesized.ts';

/**
 * CloudFormation refuses to remove or change an export while a deployed stack imports it. A stage whose settings
 * change is deployed stack by stack, so each version of its settings needs the exports of every other one.
 */
const base = settingsOf('production');
const domain = {
  name: 'headshots.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/abc',
};
const CHANGES: Readonly<Record<string, Partial<StageSettings>>> = {
  'a domain is added': { domain },
  'the alarm address changes': { alarmMail: 'others@headshots.example.com' },
  'the sender of mail changes': { mailFrom: 'Others <others@headshots.example.com>' },
  'the provider changes': { provider: 'development' },
  'data is no longer retained': { retainData: false },
  'the retention of logs changes': { logRetentionDays: 30 },
  'the secret of CloudFront is rotated': { originSecretVersion: base.originSecretVersion + 1 },
  'limits change': {
    apiRequestsPerSecond: 100,
    webhookConcurrency: 100,
    generationConcurrency: 4,
    addressRequestsPerMinute: 100,
    addressRequestsPerFiveMinutes: 10_000,
  },
  'pauses change': { restartPauseSeconds: 5, webhookRetrySeconds: [60], developmentPaceSeconds: 9 },
};

describe.each(['us-east-1', 'eu-central-1'])('the exports of a stage in %s', (region) => {
  const before = exportsOf({ ...base, region });

  it.each(Object.entries(CHANGES))('stay as they are when %s', (_, change) => {
    expect(before.size).toBeGreaterThan(5);
    expect(exportsOf({ ...base, region, ...change })).toEqual(before);
  });

  it('stay as they are when everything changes at once', () => {
    expect(exportsOf(Object.assign({ ...base, region }, ...Object.values(CHANGES)))).toEqual(before);
  });

  it.each(['removed', 'renamed'])('stay as they are when a domain is %s', (how) => {
    const after = how === 'removed' ? {} : { domain: { ...domain, name: 'photos.example.com' } };
    expect(exportsOf({ ...base, region, ...after })).toEqual(exportsOf({ ...base, region, domain }));
  });
});

/** The names of the exports with their values. */
function exportsOf(settings: StageSettings): Map<string, Value> {
  const service = synthesized(settings);
  return new Map(
    [...service.templates].flatMap(([stack, { Outputs }]) =>
      Object.values(Outputs).flatMap(({ Export, Value }): [string, Value][] =>
        Export === undefined ? [] : [[`${stack}: ${String(Export.Name)}`, Value]],
      ),
    ),
  );
}
