import { type RunningFile, readRunningFile } from '../local/running-file.ts';
import { DEMO_OWNER } from '../local/seed.ts';
import { optionsOf, refuse } from '../scripts/options.ts';
import { Problem } from '../shared/contract/errors.ts';
import { deployedContext } from '../shared/deployed/context.ts';
import type { DomainContext } from '../shared/domain/context.ts';
import { type Organization, readOrganization } from '../shared/domain/organization/organization.ts';
import { signingSecrets } from '../shared/domain/organization/webhook-secret.ts';
import type { User } from '../shared/domain/user/user.ts';
import { SECOND, systemClock } from '../shared/platform/clock.ts';
import { collections } from '../shared/table/keys.ts';
import { connectLocal } from './connect.ts';
import { startListener } from './listen/listener.ts';
import { divertWebhooks, type UrlOverride } from './listen/url-override.ts';

interface Options {
  target: URL | undefined;
  organization: string | undefined;
  verbose: boolean;
}

const USAGE = `npm run webhooks:listen [-- options]: shows the webhooks that the running local service delivers.

  --forward URL        posts each of them to your receiver, and answers as it does
  --organization ID    the organization; the default is the one of the local owner
  --verbose            shows headers and bodies
`;

const SERVICE_ENDED = 'The local service has stopped, so this command stops too.';

/** Exit codes: 0 stopped, 1 error, 2 invalid command line. */
async function main({ organization: wanted, ...listening }: Options): Promise<void> {
  const service = await requireService();
  connectLocal();
  const context = deployedContext();
  const organization = await findOrganization(context, wanted);
  const ended = Promise.race([interrupted(), endOf(service)]);
  const listener = await startListener({ ...listening, clock: systemClock, print: console.log });
  const urlOverride = await divertWebhooks(context, organization.id, listener.origin);
  const [secret = ''] = await signingSecrets(context, organization.id);
  greet(organization, secret, urlOverride, listening.target);
  console.log((await ended) === 'interrupted' ? await restoreUrl(urlOverride, service) : SERVICE_ENDED);
  await listener.close();
}

function options(): Options {
  const { forward, organization, verbose } = optionsOf(USAGE, {
    forward: { type: 'string' },
    organization: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  });
  if (forward !== undefined && !/^https?:$/.test(URL.parse(forward)?.protocol ?? ''))
    return refuse(USAGE, '--forward needs an http or https URL, such as http://127.0.0.1:3000/hook.');
  return { target: forward === undefined ? undefined : new URL(forward), organization, verbose };
}

/** @throws when no local service is running. */
async function requireService(): Promise<RunningFile> {
  const service = recordedService();
  // A service that was killed leaves its running file behind.
  if (service && (await answers(service))) return service;
  throw new Error('No local service is running here: start it with npm start, then run this again.');
}

function recordedService(): RunningFile | undefined {
  try {
    return readRunningFile();
  } catch {
    return undefined;
  }
}

function answers({ baseUrl }: RunningFile): Promise<boolean> {
  return fetch(`${baseUrl}/_local/status`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function findOrganization(context: DomainContext, id: string | undefined): Promise<Organization> {
  if (id === undefined) {
    // Ids are ordered by creation, and the demo organization is the first one of its owner.
    const ofOwner = collections.usersByAddress(DEMO_OWNER);
    const [owner] = await context.table.all<User>(ofOwner, { limit: 1 });
    if (owner) return readOrganization(context, owner.organizationId);
    throw new Error('The local service has no demo organization: choose another one with --organization ID.');
  }
  try {
    return await readOrganization(context, id);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Error(
      `The local service has no organization ${id}: npm start prints the id of the demo organization.`,
    );
  }
}

function interrupted(): Promise<'interrupted'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => resolve('interrupted'));
    }
  });
}

/**
 * Resolves when the service's process has ended. The local service loses its data then, so no webhook can
 * arrive.
 */
function endOf({ pid }: RunningFile): Promise<'service ended'> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isRunning(pid)) return;
      clearInterval(timer);
      resolve('service ended');
    }, SECOND);
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function greet(
  organization: Organization,
  secret: string,
  urlOverride: UrlOverride,
  target: URL | undefined,
): void {
  console.log(`
  Organization  ${organization.name}, ${organization.id}
  Secret        ${secret}
  Receiving at  ${urlOverride.url}
  Forwarding    ${target?.href ?? 'off: every delivery is answered 200 (use --forward URL for your receiver)'}
${organization.webhooksOff ? '\nWebhooks are switched off: events wait until they are switched on.\n' : ''}
Ctrl-C restores the former webhook URL.
`);
}

/** Restores the former webhook URL. @returns the last line of the output. */
async function restoreUrl(urlOverride: UrlOverride, service: RunningFile): Promise<string> {
  try {
    if (!(await urlOverride.end())) return 'The webhook URL was changed meanwhile and stays as it is.';
    return `The webhook URL is ${urlOverride.formerUrl ?? 'unset'} again.`;
  } catch (error) {
    // One Ctrl-C stops this command and the service when they share a terminal.
    if (await answers(service)) throw error;
    return SERVICE_ENDED;
  }
}

try {
  await main(options());
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
