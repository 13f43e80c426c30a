import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ConfigurationError } from '../../infra/configuration-error.ts';
import { givenEndpoint } from '../../infra/emulator.ts';
import { type Api, connectApi } from '../../local/partner/api.ts';
import { type Receiver, startReceiver } from '../../local/partner/receiver.ts';
import { PROJECT } from '../../scripts/build/paths.ts';
import { deployTo } from '../../scripts/localstack/deployment.ts';
import { startMinistack } from '../../scripts/localstack/ministack.ts';
import { startProxy } from '../../scripts/localstack/proxy.ts';
import { auditOrganization } from '../../shared/audit/audit.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { PARAMETERS } from '../support/deployed-cloud.ts';
import { ensure, photoLink, statusesOf, untilActive, untilDelivered } from './checks.ts';
import { submitModel } from './member.ts';

/**
 * `node test/localstack/upgrade.ts --from REF`: deploys a former version to an emulator of AWS, creates
 * finished and running models, updates the deployment to this version while a partner calls it, and checks
 * that nothing is lost.
 */
const FINISHED = 2;
const RUNNING = 5;
/** Keeps development models in progress until the update ends. The pace does not apply to studio models. */
const SLOW_PARAMETERS = { ...PARAMETERS, DevelopmentPaceSeconds: '180' };
const POLL_MILLISECONDS = 250;

async function main(from: string): Promise<void> {
  const former = await checkedOut(from);
  const given = givenEndpoint();
  const cloud = given ? { endpoint: given, stop: async () => undefined } : await startMinistack();
  const proxy = await startProxy();
  const receiver = await startReceiver();
  try {
    const options = { endpoint: cloud.endpoint, appUrl: proxy.url, parameters: SLOW_PARAMETERS };
    console.log(`Deploying ${from} …`);
    const { deployTo: deployFormer } = await former.load<
      typeof import('../../scripts/localstack/deployment.ts')
    >('scripts/localstack/deployment.ts');
    const before = await deployFormer(options);
    proxy.serve(cloud.endpoint, before.apiId);
    Object.assign(process.env, before.operatorEnvironment);
    const { organizationId, apiKey } = await formerOrganization(former, receiver);
    const partner = connectApi(proxy.url, apiKey);
    const finished = await submitModels(partner, FINISHED, false);
    await untilActive(partner, finished);
    const link = await photoLink(partner, finished[0] ?? '');

    const running = await submitModels(partner, RUNNING, true);
    console.log(`${FINISHED} models are finished and ${RUNNING} in progress. Updating to this version …`);
    const calls = callContinuously(partner);
    const after = await deployTo(options);
    const { made, failed } = await calls.stop();
    const still = (await statusesOf(partner, running)).filter((status) => status !== 'active').length;
    console.log(
      `${failed.length} of ${made} calls failed meanwhile; ${still} of ${RUNNING} models are still in progress.`,
    );

    ensure(after.apiId === before.apiId, 'The update replaced the API.');
    ensure(
      after.operatorEnvironment.TABLE_NAME === before.operatorEnvironment.TABLE_NAME,
      'The update replaced the table.',
    );
    ensure(
      still > 0,
      'No model was in progress after the update, so nothing was tested: increase DevelopmentPaceSeconds.',
    );
    ensure(failed.length === 0, `Calls failed during the update: ${failed.join(', ')}`);
    ensure((await fetch(link)).status === 200, 'A photo link from before the update no longer works.');
    await untilActive(partner, running);
    await untilDelivered(receiver, [...finished, ...running]);
    const { violations } = await auditOrganization(deployedContext(), deployedImageStore(), organizationId);
    ensure(violations.length === 0, `The audit found:\n${violations.join('\n')}`);
    console.log(
      'Nothing was lost: every model is active, every webhook arrived once and in order, and the audit is clean.',
    );
  } finally {
    await receiver.close();
    await proxy.close();
    await cloud.stop();
    await former.remove();
  }
}

/** Checks out a former version to a new directory, with this version's node_modules. */
async function checkedOut(ref: string) {
  const parent = await mkdtemp(join(tmpdir(), 'headshots-former-'));
  const directory = join(parent, 'project');
  git('worktree', 'add', '--detach', directory, ref);
  await symlink(join(PROJECT, 'node_modules'), join(directory, 'node_modules'));
  return {
    load: <Module>(path: string): Promise<Module> => import(pathToFileURL(join(directory, path)).href),
    remove: async () => {
      git('worktree', 'remove', '--force', directory);
      await rm(parent, { recursive: true, force: true });
    },
  };
}
type Former = Awaited<ReturnType<typeof checkedOut>>;

function git(...args: string[]): void {
  const { status, stderr } = spawnSync('git', args, { cwd: PROJECT, encoding: 'utf8' });
  if (status !== 0) throw new ConfigurationError(`git ${args[0]} failed: ${stderr}`);
}

/**
 * Creates an organization with the former version's code, so that its items have the former schema version.
 */
async function formerOrganization(former: Former, receiver: Receiver) {
  const context = await former.load<typeof import('../../shared/deployed/context.ts')>(
    'shared/deployed/context.ts',
  );
  const { createOrganization } = await former.load<
    typeof import('../../shared/domain/organization/create.ts')
  >('shared/domain/organization/create.ts');
  return createOrganization(context.deployedContext(), {
    name: 'Upgraded',
    credits: FINISHED + RUNNING,
    whiteLabel: true,
    tier: 'enterprise',
    webhookUrl: receiver.url,
  });
}

async function submitModels(partner: Api, count: number, isDevelopment: boolean): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made++) ids.push(await submitModel(partner, isDevelopment));
  return ids;
}

/** Calls the API as a partner repeatedly, until it is stopped. */
function callContinuously(partner: Api) {
  const seen = { made: 0, failed: [] as (number | string)[] };
  let wanted = true;
  const calls = (async () => {
    for (; wanted; await pause(POLL_MILLISECONDS)) {
      seen.made += 1;
      const status = await partner.call('GET', '/api/v2/organization/credits').then(
        (answer) => answer.status,
        (error: Error) => error.message,
      );
      if (status !== 200) seen.failed.push(status);
    }
  })();
  return {
    stop: async () => {
      wanted = false;
      await calls;
      return seen;
    },
  };
}

try {
  const { values } = parseArgs({ options: { from: { type: 'string' } } });
  if (values.from === undefined)
    throw new ConfigurationError('Name the former version with --from REF, where REF is a git reference.');
  await main(values.from);
  process.exit(0);
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exit(1);
}
