import { join } from 'node:path';
import { BUILD } from './build/paths.ts';
import { cdk, deployedStage, run } from './deploy/stage.ts';
import { optionsOf } from './options.ts';

const USAGE = `npm run bootstrap -- --stage NAME: prepares the account of the AWS credentials for the CDK, once, in the regions of the
stage: its own, and us-east-1 for what CloudFront takes from there only.

  --stage NAME    the stage
`;

await run(async () => {
  const { stage } = deployedStage(optionsOf(USAGE, { stage: { type: 'string' } }).stage);
  const app = ['--app', 'node scripts/deploy/environments.ts', '--output', join(BUILD, 'environments')];
  await cdk(stage, 'bootstrap', ...app);
});
