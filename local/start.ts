import { join } from 'node:path';
import type { Level } from '@headshots/local-cloud';
import { ensureBuilt } from '../scripts/build/build.ts';
import { optionsOf } from '../scripts/options.ts';
import { LOCAL_DIRECTORY, removeRunningFile, writeRunningFile } from './running-file.ts';
import { DEMO_OWNER, type DemoOrganization, seedDemoOrganization } from './seed.ts';
import { type LocalService, startLocalService } from './service.ts';

const DEFAULT_PORT = 4000;
const MAX_PORT = 65_535;
const PARENT_CHECK_MS = 200;
const LOG_FILE = join(LOCAL_DIRECTORY, 'log');

const USAGE = `[PORT=${DEFAULT_PORT}] [LOG_LEVEL=warn] npm start: the whole service on this machine. What it stores is gone when it stops.
npm run dev: the same; handlers reload when a file changes.
`;

async function main(): Promise<void> {
  const values = optionsOf(USAGE, { watch: { type: 'boolean', default: false } });
  const port = portOf(process.env.PORT);
  const interrupted = toldToStop();
  if (await ensureBuilt({ stage: 'local' })) console.log('Built.');
  const cloud = await startLocalService({
    port,
    logLevel: (process.env.LOG_LEVEL ?? 'warn') as Level,
    logFile: LOG_FILE,
  });
  try {
    const demo = await seedDemoOrganization(cloud);
    await requireHealth(cloud);
    writeRunningFile(cloud);
    greet(cloud, demo);
    const watching = values.watch ? (await import('./watch.ts')).reloadOnChange(cloud) : undefined;
    await interrupted;
    watching?.stop();
  } finally {
    removeRunningFile();
    await cloud.stop();
  }
}

/** @param given 0 for any free port, empty or undefined for the default */
function portOf(given: string | undefined): number {
  if (!given) return DEFAULT_PORT;
  if (/^\d{1,5}$/.test(given) && Number(given) <= MAX_PORT) return Number(given);
  throw new Error(`PORT is '${given}'. Set it to a number from 1 to ${MAX_PORT}.`);
}

/**
 * Resolves with the first signal to stop. npm signals the shell that runs this process, and most shells end without
 * passing the signal on: the end of the parent process therefore counts as a signal.
 */
function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
    if (process.env.npm_lifecycle_event === undefined) return;
    const parent = process.ppid;
    const watching = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watching);
      resolve();
    }, PARENT_CHECK_MS);
  });
}

/** Checks the app's health, which starts a function. @throws when it is not 200 */
async function requireHealth({ baseUrl }: LocalService): Promise<void> {
  const response = await fetch(`${baseUrl}/health`);
  if (!response.ok) throw new Error(`/health answers ${response.status}: ${await response.text()}`);
}

function greet(
  { baseUrl, dynamodb }: LocalService,
  { organizationId, apiKey, signInLink }: DemoOrganization,
): void {
  console.log(`
  Base URL      ${baseUrl}
  Organization  ${organizationId}
  API key       ${apiKey}
  Owner         ${DEMO_OWNER}
  Sign in       ${signInLink}
  Mail          ${baseUrl}/_local/mail
  Webhooks      ${baseUrl}/_local/webhooks
  Status        ${baseUrl}/_local/status
  Log           ${LOG_FILE}
  DynamoDB      ${dynamodb}

  Try: curl -H 'Authorization: Bearer ${apiKey}' ${baseUrl}/api/v2/organization

Ready. Ctrl-C stops everything, and removes what is stored.`);
}

try {
  await main();
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
