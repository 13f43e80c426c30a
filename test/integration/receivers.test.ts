import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { newWebhookSecret } from '../../shared/domain/organization/webhook-secret.ts';
import { SECOND, systemClock } from '../../shared/platform/clock.ts';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import { keys } from '../../shared/table/keys.ts';
import { update } from '../../shared/table/transaction.ts';
import { signedHeaders } from '../../shared/webhook/send/signature.ts';
import { sample } from '../support/sample.ts';
import { createModel, freshTenant, MODELS, operator, type Tenant, until } from '../support/tenant.ts';

/** The example receivers of docs/receivers as processes, which are sent valid and forged webhooks. */

const RECEIVERS = join(import.meta.dirname, '../../docs/receivers');
const LANGUAGES = {
  TypeScript: { program: process.execPath, file: join(RECEIVERS, 'receiver.ts') },
  Python: { program: 'python3', file: join(RECEIVERS, 'receiver.py') },
};
type Language = keyof typeof LANGUAGES;

const MINUTE_SECONDS = 60;

interface Running {
  url: string;
  /** The lines that the receiver printed, one for each event that it handled. */
  handled(): string[];
  stop: () => void;
}

function start(language: Language, secret: string): ChildProcess {
  const { program, file } = LANGUAGES[language];
  return spawn(program, [file], { env: { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' } });
}

async function running(language: Language, secret: string): Promise<Running> {
  const child = start(language, secret);
  let said = '';
  child.stdout?.on('data', (text) => {
    said += text;
  });
  // Both streams are read, so that neither pipe fills up; apart, so that their lines do not mix.
  let errors = '';
  child.stderr?.on('data', (text) => {
    errors += text;
  });
  const address = () => /^Receiving at (http:\S+)$/m.exec(said)?.[1];
  const ended = once(child, 'close').then(
    ([code]) => Promise.reject(new Error(`The receiver in ${language} ended with code ${code}: ${errors}`)),
    (error) =>
      Promise.reject(
        new Error(
          `This test needs ${LANGUAGES[language].program}, which could not be started: ${error.message}`,
        ),
      ),
  );
  ended.catch(() => undefined);
  await Promise.race([until(() => address() !== undefined, 'the receiver'), ended]);
  return {
    url: address() ?? '',
    handled: () => said.split('\n').filter((line) => line.startsWith('model.')),
    stop: () => void child.kill(),
  };
}

let events = 0;

interface Message {
  headers: Record<string, string>;
  body: string;
}

/** A webhook about a model of its own, signed as the service signs. */
function message(secrets: readonly string[], ageSeconds = 0): Message & { modelId: string; line: string } {
  events += 1;
  const modelId = `mdl_${events}`;
  const object = { _id: modelId, title: 'Zoë', status: 'onboarding' };
  const body = JSON.stringify({ event: 'model.created', objectType: 'model', object });
  const timestampSeconds = Math.floor(systemClock.now() / SECOND) - ageSeconds;
  const headers = signedHeaders({ secrets, id: `msg_${events}_1`, timestampSeconds, body });
  return { headers, body, modelId, line: `model.created ${modelId} onboarding` };
}

async function post(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> },
) {
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

describe.each(Object.keys(LANGUAGES) as Language[])('the receiver in %s', (language) => {
  let tenant: Tenant;
  let secret: string;
  let receiver: Running;
  beforeAll(async () => {
    tenant = await freshTenant();
    secret = tenant.webhookSecret;
    receiver = await running(language, secret);
    return receiver.stop;
  });

  const send = (sent: { headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> }) =>
    post(receiver.url, sent);
  /** Handles one more event first: events are handled in order, so no earlier one is still to come. */
  async function allHandled(): Promise<string[]> {
    const last = message([secret]);
    expect(await send(last)).toBe(200);
    await until(() => receiver.handled().includes(last.line), 'the last event');
    return receiver.handled();
  }

  test('accepts webhooks signed with its secret, and handles the events in order', async () => {
    const messages = Array.from({ length: 20 }, () => message([secret]));
    for (const sent of messages) expect(await send(sent)).toBe(200);
    const lines = messages.map(({ line }) => line);
    expect((await allHandled()).filter((line) => lines.includes(line))).toEqual(lines);
  });

  test('handles a webhook that arrives ten times at once only once', async () => {
    const sent = message([secret]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(sent)));
    expect(answers).toEqual(Array(10).fill(200));
    expect((await allHandled()).filter((line) => line === sent.line)).toHaveLength(1);
  });

  test('answers 401 to a signature that is missing, malformed or made with another secret, and at another time', async () => {
    const refused = message([newWebhookSecret(systemRandomness)]);
    expect(await send(refused)).toBe(401);
    const { headers, body, line } = message([secret]);
    const signature = headers['webhook-signature'] ?? '';
    const wrong = [
      '',
      'v1',
      'v1,',
      'Zoë',
      signature.slice(3),
      signature.replace('v1,', 'v2,'),
      `${signature}=`,
    ];
    for (const other of wrong) {
      const answer = await send({ headers: { ...headers, 'webhook-signature': other }, body });
      expect([other, answer]).toEqual([other, 401]);
    }
    for (const minutes of [6, -6]) expect(await send(message([secret], minutes * MINUTE_SECONDS))).toBe(401);
    for (const minutes of [4, -4]) expect(await send(message([secret], minutes * MINUTE_SECONDS))).toBe(200);
    const handled = await allHandled();
    expect(handled).not.toContain(line);
    expect(handled).not.toContain(refused.line);
  });

  test('answers 401 when a single bit of the body or of a signed header is changed', async () => {
    const sent = message([secret]);
    const body = new TextEncoder().encode(sent.body);
    for (const position of sample([...body.keys()], 10)) {
      const changed = body.with(position, (body[position] ?? 0) ^ (1 << (position % 8)));
      expect([position, await send({ ...sent, body: changed })]).toEqual([position, 401]);
    }
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      const value = sent.headers[name] ?? '';
      for (const position of sample([...Array(value.length).keys()], 5)) {
        const other = String.fromCharCode(value.charCodeAt(position) ^ 1);
        const changed = value.slice(0, position) + other + value.slice(position + 1);
        const answer = await send({ ...sent, headers: { ...sent.headers, [name]: changed } });
        expect([changed, answer]).toEqual([changed, 401]);
      }
    }
    expect(await allHandled()).not.toContain(sent.line);
  });

  test('accepts either of two signatures while the secret is rotated', async () => {
    const other = newWebhookSecret(systemRandomness);
    expect(await send(message([other, secret]))).toBe(200);
    expect(await send(message([secret, other]))).toBe(200);
    expect(await send(message([other, newWebhookSecret(systemRandomness)]))).toBe(401);
  });

  test('answers 400 to a request without webhook headers or with a body that is not JSON', async () => {
    const { headers, body } = message([secret]);
    const { 'webhook-id': _id, ...anonymous } = headers;
    expect(await send({ headers: anonymous, body })).toBe(400);
    expect(await send({ headers: {}, body })).toBe(400);
    expect((await fetch(receiver.url)).ok).toBe(false);
    const noJson = signedHeaders({
      secrets: [secret],
      id: 'msg_none_1',
      timestampSeconds: Math.floor(systemClock.now() / SECOND),
      body: 'no JSON',
    });
    expect(await send({ headers: noJson, body: 'no JSON' })).toBe(400);
  });

  test('rejects a body that is too long, or of unknown length, before it arrives', async () => {
    for (const [name, value, status] of [
      ['Content-Length', '65537', 413],
      ['Content-Length', '999999999999999', 413],
      ['Transfer-Encoding', 'chunked', 411],
    ] as const) {
      const outgoing = request(receiver.url, { method: 'POST', headers: { [name]: value } });
      outgoing.on('error', () => undefined);
      outgoing.flushHeaders();
      const [response] = await once(outgoing, 'response');
      expect([value, response.statusCode]).toEqual([value, status]);
      outgoing.destroy();
    }
  });

  test('exits with an explanation when WEBHOOK_SECRET is no whole secret', async () => {
    await Promise.all(
      sample(['', 'secret', 'whsec_', `whsec_${'A'.repeat(20)}`], 2).map(async (wrong) => {
        const child = start(language, wrong);
        let said = '';
        child.stderr?.on('data', (text) => {
          said += text;
        });
        expect(await once(child, 'close')).toEqual([1, null]);
        expect(said).toContain('Set WEBHOOK_SECRET to the whole secret');
      }),
    );
  });

  test('handles the webhooks that the service itself delivers', async () => {
    const set = { webhookUrl: receiver.url };
    await operator.table.commit([update(keys.organization(tenant.organizationId), { set })]);
    const { modelId } = await createModel(tenant);
    await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
    const lines = () => receiver.handled().filter((line) => line.includes(modelId));
    await until(() => lines().length === 2, 'both webhooks');
    expect(lines()).toEqual([`model.created ${modelId} onboarding`, `model.deleted ${modelId} deleted`]);
  });
});
