import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '../infra/configuration-error.ts';
import { stageOutputs } from '../ops/stage-outputs.ts';
import { build } from './build/build.ts';
import { TEMPLATES } from './build/paths.ts';
import { preflight } from './deploy/quotas.ts';
import { approval, cdk, deployedStage, options, requireOwnSettings, run } from './deploy/stage.ts';

/** Stacks that are deployed at the same time, as far as they do not depend on each other. */
const CONCURRENCY = '6';

/**
 * `npm run deploy -- --stage NAME [--without-preflight] [--at-once]`: validates the stage's settings, compares the quotas of the
 * account with what the stage needs, then builds and deploys all its stacks with the AWS credentials of the
 * environment. In a terminal the CDK asks for confirmation before it broadens permissions; in CI it does not.
 */
await run(async () => {
  const asked = options(process.argv.slice(2), {
    stage: { type: 'string' },
    'without-preflight': { type: 'boolean' },
    'at-once': { type: 'boolean' },
  });
  const settings = deployedStage(asked.stage);
  requireOwnSettings(settings);
  const { stage, region } = settings;
  await build({ stage });
  if (!asked['without-preflight']) {
    const isDeployed = Object.keys(await stageOutputs(stage, region)).length > 0;
    const { faults, warnings } = await preflight({ settings, newRoles: isDeployed ? 0 : await countRoles() });
    for (const warning of warnings) console.warn(`Warning: ${warning}`);
    if (faults.length > 0) {
      throw new ConfigurationError(
        [...faults, 'Nothing was deployed. --without-preflight deploys all the same.'].join('\n'),
      );
    }
  }
  const approve = approval(process.env);
  const release = asked['at-once'] ? ['-c', 'release=at-once'] : [];
  // The CDK cannot ask while several stacks are deployed.
  const concurrency = approve === 'never' ? ['--concurrency', CONCURRENCY] : [];
  await cdk(stage, 'deploy', '--all', '--require-approval', approve, ...concurrency, ...release);
});

/** The roles in the templates that the build has written. */
async function countRoles(): Promise<number> {
  const files = (await readdir(TEMPLATES)).filter((name) => name.endsWith('.template.json'));
  const templates = await Promise.all(files.map((name) => readFile(join(TEMPLATES, name), 'utf8')));
  return templates.reduce((sum, template) => sum + (template.match(/"AWS::IAM::Role"/g)?.length ?? 0), 0);
}
