import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CfnTopic } from 'aws-cdk-lib/aws-sns';
import { App, Stack } from 'aws-cdk-lib/core';
import { expect, it } from 'vitest';
import { addNagChecks } from '../../infra/constructs/nag.ts';
import { settingsOf } from '../../infra/settings.ts';
import { StubBundles, templatesOf } from './synthesized.ts';

it.each([
  ['a stage on AWS', {}],
  ['a stage with SageMaker', { providerOptions: { sagemaker: { imageTag: 'v1' } } }],
])('the stacks of %s have no violations of cdk-nag but the suppressed ones', (_, options) => {
  const app = templatesOf({ ...settingsOf('production'), ...options }, new StubBundles());
  addNagChecks(app);
  expect(() => app.synth()).not.toThrow();
});

it('a violation of cdk-nag fails the synth', () => {
  const app = new App({ outdir: mkdtempSync(join(tmpdir(), 'headshots-templates-')) });
  new CfnTopic(new Stack(app, 'Open'), 'Topic');
  addNagChecks(app);
  expect(() => app.synth()).toThrow('AwsSolutions-SNS3');
});
