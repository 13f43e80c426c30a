import { build } from './build/build.ts';
import { approval, cdk, deployedStage, options, requireOwnSettings, run } from './deploy/stage.ts';

/**
 * `npm run deploy -- --stage NAME`: validates the stage's settings, then builds and deploys all its stacks
 * with the AWS credentials of the environment. In a terminal the CDK asks for confirmation before it broadens
 * permissions; in CI it does not.
 */
await run(async () => {
  const { stage } = options(process.argv.slice(2), { stage: { type: 'string' } });
  const settings = deployedStage(stage);
  requireOwnSettings(settings);
  await build({ stage: settings.stage });
  await cdk(settings.stage, 'deploy', '--all', '--require-approval', approval(process.env));
});
