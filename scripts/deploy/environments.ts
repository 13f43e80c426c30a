import { App, Stack } from 'aws-cdk-lib/core';
import { deployedStage, environmentsOf } from './stage.ts';

/**
 * A CDK app with an empty stack in each region of the stage `-c stage=NAME`. `cdk bootstrap` takes its environments
 * from the stacks of an app, and the account from the credentials, so it needs neither a build nor the account's
 * number.
 */
const app = new App({ analyticsReporting: false, treeMetadata: false });
for (const region of environmentsOf(deployedStage(app.node.tryGetContext('stage')))) {
  new Stack(app, region, { env: { region } });
}
app.synth();
