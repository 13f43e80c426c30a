import { ensureBundles } from './build/build.ts';

/** What the CDK command runs: see cdk.json. The stage comes from its context, `-c stage=NAME`. */
await ensureBundles();
await import('../infra/app.ts');
