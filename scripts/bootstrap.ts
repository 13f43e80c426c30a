import { join } from 'node:path';
import { BUILD } from './build/paths.ts';
import { cdk, deployedStage, options, run } from './deploy/stage.ts';

/**
 * `npm run bootstrap -- --stage NAME`: prepares the account of the AWS credentials for the CDK, once, in the regions
 * of the stage: its own, and us-east-1 for what CloudFront takes from there only.
 */
await run(async () => {
  const { stage } = deployedStage(options(process.argv.slice(2), { stage: { type: 'string' } }).stage);
  const app = ['--app', 'node scripts/deploy/environments.ts', '--output', join(BUILD, 'environments')];
  await cdk(stage, 'bootstrap', ...app);
});
