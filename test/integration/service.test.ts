import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';

/** `npm start` and `npm run ops` as processes, judged by their output and exit codes. */

const PROJECT = join(import.meta.dirname, '../..');

let service: ChildProcess;
let printed = '';
let directory: string;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headshots-service-'));
  environment = { ...process.env, PORT: '0', HEADSHOTS_LOCAL_DIRECTORY: directory };
  service = spawn(process.execPath, ['local/start.ts'], { cwd: PROJECT, env: environment });
  service.stdout?.on('data', (text) => {
    printed += text;
  });
  service.stderr?.on('data', (text) => {
    printed += text;
  });
  await new Promise<void>((resolve, reject) => {
    service.stdout?.on('data', () => printed.includes('Ready.') && resolve());
    service.once('exit', (code) =>
      reject(new Error(`npm start ended with code ${code} before it was ready. It printed: ${printed}`)),
    );
  });
});

afterAll(() => service.kill('SIGKILL'));

async function ops(
  ...words: string[]
): Promise<{ code: number; json: Record<string, unknown>; said: string }> {
  const run = promisify(execFile)(process.execPath, ['ops/main.ts', ...words], {
    cwd: PROJECT,
    env: environment,
  });
  return run.then(
    ({ stdout }) => ({ code: 0, json: JSON.parse(stdout), said: '' }),
    ({ code, stdout, stderr }) => ({ code, json: stdout === '' ? {} : JSON.parse(stdout), said: stderr }),
  );
}

/** The value that `npm start` printed behind a label. */
function printedValue(label: string): string {
  return new RegExp(`^ *${label} +(\\S+)$`, 'm').exec(printed)?.[1] ?? '';
}

test('npm start prints the URLs, the organization and an API key, which all work', async () => {
  const baseUrl = printedValue('Base URL');
  for (const url of [`${baseUrl}/health`, printedValue('Mail'), printedValue('Status')])
    expect((await fetch(url)).status).toBe(200);
  const api = connectApi(baseUrl, printedValue('API key'));
  expect(await api.expect('GET', '/api/v2/organization')).toMatchObject({
    organization: { uid: printedValue('Organization') },
  });
  const model = await api.expect('POST', '/api/v2/organization/whitelabel/model/create', {
    email: 'someone@people.test',
    isDevelopment: true,
  });
  expect(model.signedUrl).toContain(`${baseUrl}/auth/social?token=`);
});

test('npm run ops answers with JSON, and exits with 2 for wrong arguments and 1 for other errors', async () => {
  const webhookUrl = 'http://127.0.0.1:9009/hook';
  const target = ['--webhook-url', 'https://169.254.169.254/latest/meta-data'];
  const [created, nothing, refused, unknown] = await Promise.all([
    ops(...['organization', 'create', '--name', 'Acme', '--credits', '5', '--webhook-url', webhookUrl]),
    ops(),
    ops('organization', 'create', '--name', 'Acme', ...target),
    ops('model', 'restart', '--model', 'mdl_none'),
  ]);
  expect(created.json).toEqual({
    organizationId: expect.stringMatching(/^org_/),
    apiKey: expect.stringMatching(/^hsk_live_/),
    webhookSecret: expect.stringMatching(/^whsec_/),
  });
  expect(nothing).toMatchObject({ code: 2, said: expect.stringContaining('organization create') });
  expect(refused).toMatchObject({
    code: 2,
    said: expect.stringMatching(/^--webhook-url: .*non-public address/),
  });
  expect(unknown).toMatchObject({ code: 1, said: 'There is no model mdl_none.\n' });
  const of = ['--organization', String(created.json.organizationId)];
  const [shown, organization] = await Promise.all([ops('trail', ...of), ops('organization', 'show', ...of)]);
  expect(organization.json).toMatchObject({ credits: 5, webhookUrl, webhooksEnabled: true });
  const actor = { kind: 'operator', id: null };
  expect(shown).toMatchObject({
    json: { entries: [{ action: 'organization.created', actor, address: null }] },
  });
});

test('Ctrl-C ends npm start and all its processes', async () => {
  const running = JSON.parse(await readFile(join(directory, 'running.json'), 'utf8')) as {
    environment: { AWS_ENDPOINT_URL_DYNAMODB: string };
  };
  const exited = once(service, 'exit');
  service.kill('SIGINT');
  expect(await exited).toEqual([0, null]);
  expect(await readdir(directory)).not.toContain('running.json');
  await expect(fetch(running.environment.AWS_ENDPOINT_URL_DYNAMODB)).rejects.toThrow();
  await expect(fetch(`${printedValue('Base URL')}/health`)).rejects.toThrow();
  const late = await ops('organization', 'show', '--organization', 'org_x');
  expect(late).toMatchObject({ code: 1, said: expect.stringContaining('npm start') });
});
