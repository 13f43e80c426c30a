import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { DEMO_OWNER } from '../../local/seed.ts';

const PROJECT = join(import.meta.dirname, '../..');
/** Only ends a test that waits in vain. */
const LONGEST_WAIT_MS = 60_000;

let receiver: Server;
let receiverUrl: string;
let started: number[] = [];
beforeEach(async () => {
  // Takes requests and never answers.
  receiver = createServer().listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver does not listen.');
  receiverUrl = `http://127.0.0.1:${address.port}`;
});
afterEach(() => {
  receiver.closeAllConnections();
  receiver.close();
  // When a test has failed.
  for (const pid of started.filter(isRunning)) process.kill(pid, 'SIGKILL');
});

/** All running processes, by the id of their parent. */
function processesByParent(): Map<number, number[]> {
  const byParent = new Map<number, number[]>();
  for (const line of execFileSync('ps', ['-A', '-o', 'ppid=,pid=,stat='], { encoding: 'utf8' }).split('\n')) {
    const [parent, pid, state = 'Z'] = line.trim().split(/\s+/);
    // One that has ended stays in the list until its parent asks for its exit code.
    if (!state.startsWith('Z'))
      byParent.set(Number(parent), [...(byParent.get(Number(parent)) ?? []), Number(pid)]);
  }
  return byParent;
}

/** A process and all that it has started, directly or not. */
function family(pid: number): number[] {
  const byParent = processesByParent();
  const found = [pid];
  for (const each of found) found.push(...(byParent.get(each) ?? []));
  return found;
}

function isRunning(pid: number): boolean {
  return [...processesByParent().values()].flat().includes(pid);
}

/** Starts the service and has it deliver a webhook to the receiver that does not answer. */
async function startBusy(command: string, parameters: string[], directory: string) {
  const environment = { ...process.env, PORT: '0', HEADSHOTS_LOCAL_DIRECTORY: directory };
  const service = spawn(command, parameters, { cwd: PROJECT, env: environment });
  const printed = await greeting(service);
  const shown = (name: string) => new RegExp(`^ *${name} +(\\S+)$`, 'm').exec(printed)?.[1] ?? '';
  const created = execFileSync(
    process.execPath,
    ['ops/main.ts', 'organization', 'create', '--name', 'Slow', '--credits', '1', '--white-label'].concat(
      '--webhook-url',
      receiverUrl,
    ),
    { cwd: PROJECT, env: environment, encoding: 'utf8' },
  );
  const { apiKey } = JSON.parse(created) as { apiKey: string };
  const posted = once(receiver, 'request');
  await connectApi(shown('Base URL'), apiKey).expect('POST', '/api/v2/organization/whitelabel/model/create', {
    email: 'someone@people.test',
  });
  await posted;
  return { service, baseUrl: shown('Base URL'), owner: shown('Owner'), signInLink: shown('Sign in') };
}

async function greeting({ stdout, stderr }: ChildProcess): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    stdout?.on('data', (text) => {
      printed += text;
      if (printed.includes('Ready.')) resolve(printed);
    });
    stderr?.on('data', (text) => {
      printed += text;
    });
    stdout?.once('close', () => reject(new Error(`The service has ended: ${printed}`)));
  });
}

test.each([
  ['npm start', 'npm', ['start']],
  ['its node process', process.execPath, ['local/start.ts']],
])(
  'SIGTERM to %s, whose link signs the owner in, ends all that it has started while a webhook is sent',
  async (_name, ...command) => {
    const directory = await mkdtemp(join(tmpdir(), 'headshots-stop-'));
    const { service, baseUrl, owner, signInLink } = await startBusy(...command, directory);
    started = family(service.pid ?? 0);
    expect(owner).toBe(DEMO_OWNER);
    const token = new URL(signInLink).searchParams.get('token');
    const signedIn = await fetch(`${baseUrl}/api/admin/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(signedIn.status).toBe(200);
    // The service itself and its engine at least.
    expect(started.length).toBeGreaterThan(2);

    service.kill('SIGTERM');
    await vi.waitFor(() => expect(started.filter(isRunning)).toEqual([]), {
      timeout: LONGEST_WAIT_MS,
      interval: 100,
    });
    await expect(fetch(`${baseUrl}/health`)).rejects.toThrow();
    expect(await readdir(directory)).not.toContain('running.json');
    // The delivery was ended as well: had the service waited for it, its attempt would have failed and been counted.
    const log = await readFile(join(directory, 'log'), 'utf8');
    expect(log).toContain('DeliverWebhooks');
    expect(log).not.toContain('WebhookAttempts');
  },
);
