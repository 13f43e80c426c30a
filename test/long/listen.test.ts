import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { startReceiver } from '../../local/partner/receiver.ts';
import type { RunningFile } from '../../local/running-file.ts';
import { type DemoOrganization, seedDemoOrganization } from '../../local/seed.ts';
import type { LocalService } from '../../local/service.ts';
import { readOrganization } from '../../shared/domain/organization/organization.ts';
import { keys } from '../../shared/table/keys.ts';
import { update } from '../../shared/table/transaction.ts';
import { listAttempts } from '../../shared/webhook/log.ts';
import { listParked } from '../../shared/webhook/waiting.ts';
import {
  baseUrl,
  createModel,
  freshTenant,
  MODELS,
  operator,
  someEmail,
  type Tenant,
  until,
  WHITE_LABEL,
} from '../support/tenant.ts';

/** `npm run webhooks:listen` as a person runs it, beside the service that all integration tests share. */

const PROJECT = join(import.meta.dirname, '../..');

/** Stands for the process of `npm start`, which the listener watches. */
let service: ChildProcess;
let serviceDirectory: string;

beforeAll(async () => {
  service = spawn('sleep', ['infinity']);
  serviceDirectory = await localDirectory({});
  return () => service.kill();
});

/** The file by which tools find a running `npm start`. */
function runningFile(): RunningFile {
  const environment = inject('operatorEnvironment');
  const { TABLE_NAME: tableName = '', IMAGES_BUCKET: bucketName = '', WEBHOOK_SECRET_KEY = '' } = environment;
  const outputs = { 'headshots-local-data.WebhookSecretKeyArn': WEBHOOK_SECRET_KEY };
  return { pid: Number(service.pid), baseUrl, tableName, bucketName, environment, outputs };
}

async function localDirectory(changes: Partial<RunningFile>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'headshots-listen-'));
  await writeFile(join(directory, 'running.json'), JSON.stringify({ ...runningFile(), ...changes }));
  return directory;
}

interface Run {
  child: ChildProcess;
  said(): string;
  /** Waits until the words are printed. @throws if the listener ends before */
  says(words: string | RegExp): Promise<void>;
  /** Sends a signal. @returns the exit code and everything that was printed */
  end(signal: NodeJS.Signals): Promise<[code: number | null, said: string]>;
}

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function run(words: string[], directory = serviceDirectory): Run {
  const child = spawn(process.execPath, ['ops/listen.ts', ...words], {
    cwd: PROJECT,
    env: { ...process.env, HEADSHOTS_LOCAL_DIRECTORY: directory },
  });
  children.push(child);
  const closed = once(child, 'close');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += text;
    });
  }
  return {
    child,
    said: () => said,
    async says(words) {
      const heard = () => (typeof words === 'string' ? said.includes(words) : words.test(said));
      await until(() => heard() || child.exitCode !== null, `the listener to say ${words}`);
      if (!heard()) throw new Error(`The listener ended without saying ${words}: ${said}`);
    },
    async end(signal) {
      child.kill(signal);
      const [code] = await closed;
      return [code, said];
    },
  };
}

async function listening(words: string[]): Promise<Run> {
  const listener = run(words);
  await listener.says('Ctrl-C');
  return listener;
}

async function webhookUrlOf(organizationId: string): Promise<string | undefined> {
  return (await readOrganization(operator, organizationId)).webhookUrl;
}

const listenFor = (tenant: Tenant, ...words: string[]) =>
  listening(['--organization', tenant.organizationId, ...words]);

describe('npm run webhooks:listen', () => {
  test("prints the demo organization's deliveries and its secret, until Ctrl-C", async () => {
    const demo: DemoOrganization = await seedDemoOrganization(
      runningFile() as Partial<LocalService> as LocalService,
    );
    const listener = await listening([]);
    expect(listener.said()).toContain(demo.organizationId);
    expect(listener.said()).toContain(demo.webhookSecret);
    const api = connectApi(baseUrl, demo.apiKey);
    const { modelId } = await api.expect<{ modelId: string }>('POST', `${WHITE_LABEL}/create`, {
      email: someEmail(),
      isDevelopment: true,
    });
    await listener.says(
      new RegExp(
        `\\d\\d:\\d\\d:\\d\\d +model\\.created +onboarding +${modelId} +msg_\\w+ +attempt 1: 200 in \\d+ ms\n`,
      ),
    );
    const [code, said] = await listener.end('SIGINT');
    const former = `${baseUrl}/_local/webhooks`;
    expect([code, await webhookUrlOf(demo.organizationId)]).toEqual([0, former]);
    expect(said).toContain(`The webhook URL is ${former} again.`);
  });

  test('forwards signed webhooks to a receiver, and its answers to the service', async () => {
    const answers = [
      { status: 503, headers: { 'Retry-After': '1' } },
      { status: 200, headers: {} },
    ];
    const receiver = await startReceiver({
      respond: (_webhook, response) => {
        const { status, headers } = answers.shift() ?? { status: 200, headers: {} };
        response.writeHead(status, headers).end('so says the receiver');
      },
    });
    const tenant = await freshTenant();
    const listener = await listenFor(tenant, '--forward', `${receiver.url}/hook`, '--verbose');
    const { modelId } = await createModel(tenant);
    await listener.says('attempt 1: 503, Retry-After 1 in');
    await listener.says('attempt 2: 200 in');
    expect(listener.said()).toContain(`"_id": "${modelId}"`);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook']);
    for (const { body, headers } of receiver.received) {
      new Webhook(tenant.webhookSecret).verify(body, headers as Record<string, string>);
    }
    const webhookId = String(receiver.received[0]?.headers['webhook-id']);
    const logged = async () =>
      (await listAttempts(operator, tenant.organizationId, webhookId)).map(
        ({ responseStatus, responseStart }) => [responseStatus, responseStart],
      );
    await until(async () => (await logged()).length === 2, 'both attempts to be logged');
    expect(await logged()).toEqual([
      [503, 'so says the receiver'],
      [200, 'so says the receiver'],
    ]);
    expect(tenant.receiver.received).toEqual([]);
  });

  test('reports a receiver that does not answer; the next listener gets the waiting webhooks first', async () => {
    const { url, close } = await startReceiver();
    await close();
    const tenant = await freshTenant();
    const first = await listenFor(tenant, '--forward', url);
    const { modelId } = await createModel(tenant);
    await first.says('attempt 4: 502 in');
    expect(first.said()).toContain(`${url}/ does not respond (ECONNREFUSED)`);
    await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
    await first.end('SIGTERM');
    const parked = async () => (await listParked(operator, tenant.organizationId)).length === 1;
    await until(parked, 'the model to be parked');

    const second = await listenFor(tenant);
    await second.says(/model\.created .*attempt 1: 200[\s\S]*model\.deleted .*attempt 1: 200/);
    expect(await second.end('SIGHUP')).toEqual([0, expect.any(String)]);
    expect(await webhookUrlOf(tenant.organizationId)).toBe(tenant.receiver.url);
    expect(tenant.receiver.received).toEqual([]);
  });

  test('restores the webhook URL that was set before a listener that was killed', async () => {
    const tenant = await freshTenant();
    const killed = await listenFor(tenant);
    await killed.end('SIGKILL');
    expect(await webhookUrlOf(tenant.organizationId)).toContain('/webhooks-listen');
    const next = await listenFor(tenant);
    await next.end('SIGINT');
    expect(await webhookUrlOf(tenant.organizationId)).toBe(tenant.receiver.url);
  });

  test('unsets the webhook URL again for an organization that had none', async () => {
    const tenant = await freshTenant();
    await operator.table.commit([
      update(keys.organization(tenant.organizationId), { remove: ['webhookUrl'] }),
    ]);
    const listener = await listenFor(tenant);
    expect(await webhookUrlOf(tenant.organizationId)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/webhooks-listen$/);
    expect((await listener.end('SIGINT'))[1]).toContain('The webhook URL is unset again.');
    expect(await webhookUrlOf(tenant.organizationId)).toBeUndefined();
  });

  test('does not restore the former webhook URL over one that was set meanwhile', async () => {
    const tenant = await freshTenant();
    const listener = await listenFor(tenant);
    const set = { webhookUrl: 'https://elsewhere.example/hook' };
    await operator.table.commit([update(keys.organization(tenant.organizationId), { set })]);
    expect((await listener.end('SIGINT'))[1]).toContain('changed meanwhile');
    expect(await webhookUrlOf(tenant.organizationId)).toBe(set.webhookUrl);
  });

  test('prints a warning when the webhooks of the organization are switched off', async () => {
    const tenant = await freshTenant();
    await operator.table.commit([
      update(keys.organization(tenant.organizationId), { set: { webhooksOff: true } }),
    ]);
    expect((await listenFor(tenant)).said()).toContain('Webhooks are switched off');
  });

  test('ends when the local service ends', async () => {
    const tenant = await freshTenant();
    const itsService = spawn('sleep', ['infinity']);
    const directory = await localDirectory({ pid: Number(itsService.pid) });
    const listener = run(['--organization', tenant.organizationId], directory);
    await listener.says('Ctrl-C');
    const ended = once(listener.child, 'close');
    itsService.kill();
    expect(await ended).toEqual([0, null]);
    expect(listener.said()).toContain('The local service has stopped');
  });
});

describe('npm run webhooks:listen prints the error and its remedy', () => {
  async function failedRun(words: string[], directory?: string) {
    const { child, said } = run(words, directory);
    const [code] = await once(child, 'close');
    return { code, said: said() };
  }

  test('when no service is running, or its process was killed', async () => {
    const said = 'No local service is running here: start it with npm start, then run this again.\n';
    const empty = await mkdtemp(join(tmpdir(), 'headshots-listen-'));
    expect(await failedRun([], empty)).toEqual({ code: 1, said });
    const { url, close } = await startReceiver();
    await close();
    expect(await failedRun([], await localDirectory({ baseUrl: url }))).toEqual({ code: 1, said });
  });

  test('when the organization is unknown', async () => {
    expect(await failedRun(['--organization', 'org_none'])).toEqual({
      code: 1,
      said: expect.stringContaining('no organization org_none'),
    });
  });

  test.each(['ftp://127.0.0.1/hook', '127.0.0.1:3000', 'nonsense', ''])(
    'when the URL to forward to is "%s"',
    async (url) => {
      expect(await failedRun(['--forward', url])).toEqual({
        code: 2,
        said: expect.stringMatching(
          /^--forward needs an http or https URL, such as http:\/\/127\.0\.0\.1:3000\/hook\.\n/,
        ),
      });
    },
  );

  test('when an option is unknown', async () => {
    expect(await failedRun(['--forwards', 'x'])).toEqual({
      code: 2,
      said: expect.stringContaining('--forwards'),
    });
  });
});
