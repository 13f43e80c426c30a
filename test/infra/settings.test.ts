import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ServiceBundles } from '../../infra/constructs/bundles.ts';
import { settingsOf } from '../../infra/settings.ts';
import { checkedSettings } from '../../infra/stage-settings.ts';

const production = settingsOf('production');

describe('the settings of a stage', () => {
  it('exist for local, localstack, staging and production', () => {
    expect(settingsOf('staging').stage).toBe('staging');
    expect(settingsOf('local').stage).toBe('local');
    expect(settingsOf('localstack').stage).toBe('localstack');
    expect(production.stage).toBe('production');
  });

  it.each(['preview', 'constructor', ''])(
    'are rejected for the unknown stage "%s" with the list of known stages',
    (stage) => {
      expect(() => settingsOf(stage)).toThrow(
        `There are no settings for the stage '${stage}'. Known stages: local, localstack, staging, production.`,
      );
    },
  );

  it('let webhooks reach loopback addresses in the stages local and localstack only', () => {
    expect(settingsOf('local').webhookLoopbackAllowed).toBe(true);
    expect(settingsOf('localstack').webhookLoopbackAllowed).toBe(true);
    expect(() => checkedSettings('production', { ...production, webhookLoopbackAllowed: true })).toThrow(
      'webhookLoopbackAllowed: may be true for the stages local and localstack only',
    );
    expect(() =>
      checkedSettings('staging', { ...production, stage: 'staging', webhookLoopbackAllowed: true }),
    ).toThrow('webhookLoopbackAllowed');
  });

  it('let a GPU worker be called without TLS in the stages of this machine only', () => {
    const settings = (url: string) => ({
      ...production,
      provider: 'http',
      providerOptions: { http: { url } },
    });
    expect(checkedSettings('production', settings('https://gpu.example.com')).provider).toBe('http');
    expect(() => checkedSettings('production', settings('http://gpu.example.com'))).toThrow(
      'providerOptions: may have URLs without TLS in the stages local and localstack only',
    );
    const local = settingsOf('local');
    const onThisMachine = { ...local, providerOptions: { http: { url: 'http://127.0.0.1:8080' } } };
    expect(checkedSettings('local', onThisMachine).providerOptions).toEqual(onThisMachine.providerOptions);
  });

  it('have to contain those of the hosted provider that the stage uses', () => {
    expect(() => checkedSettings('production', { ...production, provider: 'http' })).toThrow(
      'providerOptions: must have the settings of the provider of the stage',
    );
  });

  it.each([
    ['a missing setting', { provider: undefined }, 'provider'],
    ['an unknown setting', { colour: 'blue' }, 'colour'],
    [
      'a sender without a name',
      { mailFrom: 'invites@example.com' },
      'mailFrom: must be a name and an address',
    ],
    ['a sender that begins a header', { mailFrom: 'A\nB <a@example.com>' }, 'mailFrom'],
    ['no pause between retries', { webhookRetrySeconds: [0] }, 'webhookRetrySeconds.0'],
    ['a retention that CloudWatch does not support', { logRetentionDays: 2 }, 'logRetentionDays'],
    [
      'a certificate of another region',
      {
        domain: {
          name: 'headshots.example.com',
          certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/1',
        },
      },
      'must be the ARN of an ACM certificate in us-east-1',
    ],
    ['a region that does not exist', { region: 'Frankfurt' }, 'region: must be the name of an AWS region'],
    ['the name of another stage', { stage: 'other' }, "name the stage 'other'"],
    [
      'a name with a hyphen',
      { stage: 'production-eu' },
      'stage: must be 1 to 20 lower-case letters and digits',
    ],
  ])('are rejected with %s', (_, change, sentence) => {
    expect(() => checkedSettings('production', { ...production, ...change })).toThrow(sentence);
  });
});

describe('the bundles of a stage', () => {
  const root = mkdtempSync(join(tmpdir(), 'headshots-bundles-'));
  const images = { images: true };
  place(
    'functions/v2/plain',
    'functions/flow/draws',
    'functions/flow/without-sharp',
    'packed/lambda/flow/draws',
  );
  place('packed/laptop/flow/draws', 'local/flow/draws', 'local/flow/without-sharp');
  writeFileSync(join(root, 'functions/drawing.json'), '["flow/draws","flow/unpacked"]');
  writeFileSync(join(root, 'local/drawing.json'), '["flow/draws"]');
  const local = new ServiceBundles('local', root);
  const deployed = new ServiceBundles('production', root);

  it('come from the build, packed with sharp when a function of a deployed stage draws images', () => {
    expect(deployed.directoryOf('v2/plain', undefined)).toBe(join(root, 'functions/v2/plain'));
    expect(local.directoryOf('flow/draws', images)).toBe(join(root, 'local/flow/draws'));
    expect(deployed.directoryOf('flow/draws', images)).toBe(join(root, 'packed/lambda/flow/draws'));
    const emulated = new ServiceBundles('localstack', root);
    expect(emulated.directoryOf('flow/draws', images)).toBe(join(root, 'packed/laptop/flow/draws'));
  });

  it('that are missing are reported with the command that builds them', () => {
    place('functions/flow/unpacked');
    expect(() => local.directoryOf('v2/absent', undefined)).toThrow('write functions/v2/absent.ts');
    expect(() => deployed.directoryOf('flow/unpacked', images)).toThrow(
      'Run: npm run build -- --stage production',
    );
    expect(() => new ServiceBundles('local', join(root, 'nowhere'))).toThrow('Run: npm run build');
  });

  it('import sharp exactly when the contract has images in its capacity', () => {
    expect(() => local.directoryOf('flow/draws', undefined)).toThrow('add images to its capacity');
    expect(() => local.directoryOf('flow/without-sharp', images)).toThrow('does not import sharp');
  });

  function place(...directories: string[]): void {
    for (const directory of directories) {
      mkdirSync(join(root, directory), { recursive: true });
      writeFileSync(join(root, directory, 'index.mjs'), '');
    }
  }
});
