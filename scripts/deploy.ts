import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ConfigurationError } from '../infra/configuration-error.ts';
import { stageOutputs } from '../ops/stage-outputs.ts';
import { systemClock } from '../shared/platform/clock.ts';
import { build } from './build/build.ts';
import { PROJECT, TEMPLATES } from './build/paths.ts';
import { preflight } from './deploy/quotas.ts';
import { raisedReleaseAlarms, releaseWatched } from './deploy/release.ts';
import { connectCheck, smoke } from './deploy/smoke.ts';
import { approval, cdk, deployedStage, requireOwnSettings, run } from './deploy/stage.ts';
import { deployVersion, versionOf } from './deploy/versions.ts';
import { optionsOf } from './options.ts';

/** Stacks that are deployed at the same time, as far as they do not depend on each other. */
const CONCURRENCY = '6';

const USAGE = `npm run deploy -- --stage NAME [options]: validates the stage's settings, compares the quotas of the account with
what the stage needs, then builds and deploys all its stacks with the AWS credentials of the environment. In a terminal
the CDK asks for confirmation before it broadens permissions; in CI it does not. Afterwards it watches the release, and
deploys the former version again when the release has a fault.

  --stage NAME          the stage
  --without-preflight   compares no quotas
  --at-once             deploys without watching the release, also while an alarm is raised
`;

await run(async () => {
  const asked = optionsOf(USAGE, {
    stage: { type: 'string' },
    'without-preflight': { type: 'boolean' },
    'at-once': { type: 'boolean' },
  });
  const settings = deployedStage(asked.stage);
  requireOwnSettings(settings);
  const { stage, region } = settings;
  await build({ stage });
  const outputs = await stageOutputs(stage, region);
  if (!asked['without-preflight']) {
    const isDeployed = Object.keys(outputs).length > 0;
    const { faults, warnings } = await preflight({ settings, newRoles: isDeployed ? 0 : await countRoles() });
    for (const warning of warnings) console.warn(`Warning: ${warning}`);
    if (faults.length > 0) {
      throw new ConfigurationError(
        [...faults, 'Nothing was deployed. --without-preflight deploys all the same.'].join('\n'),
      );
    }
  }
  const version = await versionOf(PROJECT);
  const approve = approval(process.env);
  // The CDK cannot ask while several stacks are deployed.
  const concurrency = approve === 'never' ? ['--concurrency', CONCURRENCY] : [];
  const context = version === undefined ? [] : ['-c', `version=${version}`];
  const deploy = () =>
    cdk(stage, 'deploy', '--all', '--require-approval', approve, ...concurrency, ...context);
  const former = outputs.Version;
  if (former === undefined || asked['at-once']) {
    await deploy();
    console.log('The release is not watched: it was deployed at once, or no former version is known.');
    return;
  }
  const check = await connectCheck(settings);
  await releaseWatched({
    former,
    version,
    deploy,
    deployFormer: () => deployVersion(PROJECT, former, stage),
    raisedAlarms: () => raisedReleaseAlarms(settings),
    smoke: () => smoke(check),
    clock: systemClock,
    pause,
  });
});

/** The roles in the templates that the build has written. */
async function countRoles(): Promise<number> {
  const files = (await readdir(TEMPLATES)).filter((name) => name.endsWith('.template.json'));
  const templates = await Promise.all(files.map((name) => readFile(join(TEMPLATES, name), 'utf8')));
  return templates.reduce((sum, template) => sum + (template.match(/"AWS::IAM::Role"/g)?.length ?? 0), 0);
}
