import { build } from './build/build.ts';
import { cdk, deployedStage, options, requireOwnSettings, run } from './deploy/stage.ts';

/**
 * `npm run deploy -- --stage NAME`: validates the stage's settings, then builds and deploys all its stacks
 * with the AWS credentials of the environment. The CDK asks for confirmation before it broadens permissions.
 */
await run(async () => {
  const { stage } = options(process.argv.slice(2), { stage: { type: 'string' } });
  const settings = deployedStage(stage);
  requireOwnSettings(settings);
  await build({ stage: settings.stage });
  await cdk(settings.stage, 'deploy', '--all', '--require-approval', 'broadening');
});
