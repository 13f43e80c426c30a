import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CfnTopic } from 'aws-cdk-lib/aws-sns';
import { App, Stack } from 'aws-cdk-lib/core';
import { expect, it } from 'vitest';
import { addNagChecks } from '../../infra/constructs/nag.ts';
import { settingsOf } from '../../infra/settings.ts';
import { StubBundles, templatesOf } from './synthesized.ts';

it('the stacks of a stage on AWS have no violations of cdk-nag but the suppressed ones', () => {
  const app = templatesOf(settingsOf('production'), new StubBundles());
  addNagChecks(app);
  expect(() => app.synth()).not.toThrow();
});

it('a violation of cdk-nag fails the synth', () => {
  const app = new App({ outdir: mkdtempSync(join(tmpdir(), 'headshots-templates-')) });
  new CfnTopic(new Stack(app, 'Open'), 'Topic');
  addNagChecks(app);
  expect(() => app.synth()).toThrow('AwsSolutions-SNS3');
});
