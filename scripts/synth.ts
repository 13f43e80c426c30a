import { ensureBundles } from './build/build.ts';

// The CDK command runs this script, see cdk.json. `-c stage=NAME` chooses the stage.
await ensureBundles();
await import('../infra/app.ts');
