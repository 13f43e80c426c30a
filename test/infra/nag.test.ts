import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CfnTopic } from 'aws-cdk-lib/aws-sns';
import { App, Stack } from 'aws-cdk-lib/core';
import { expect, it } from 'vitest';
import { addNagChecks } from '../../infra/constructs/nag.ts';
import { settingsOf } from '../../infra/settings.ts';
import { StubBundles, templatesOf } from './synthesized.ts';

it('cdk-nag finds nothing in the stacks of a deployed stage but what is accepted with a reason', () => {
  const app = templatesOf(settingsOf('production'), new StubBundles());
  addNagChecks(app);
  expect(() => app.synth()).not.toThrow();
});

it('what it finds fails the synth', () => {
  const app = new App({ outdir: mkdtempSync(join(tmpdir(), 'headshots-templates-')) });
  new CfnTopic(new Stack(app, 'Open'), 'Topic');
  addNagChecks(app);
  expect(() => app.synth()).toThrow('AwsSolutions-SNS3');
});
