import { newWebhookSecret } from '../../../shared/domain/organization/webhook-secret.ts';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { webhookBody } from '../../../shared/contract/openapi/webhook-model.ts';
import { endpoints } from '../../../shared/contract/registry.ts';
import {
  DELIVERY_ERRORS,
  DELIVERY_STATUSES,
  TEST_EVENT,
  WEBHOOK_EVENTS,
} from '../../../shared/contract/webhooks.ts';
import { SECOND, systemClock } from '../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { signedHeaders } from '../../../shared/webhook/send/signature.ts';

/** docs/webhooks.md against what it quotes and speaks of. */

const PROJECT = join(import.meta.dirname, '../../..');
const page = await readFile(join(PROJECT, 'docs/webhooks.md'), 'utf8');
const secret = newWebhookSecret(systemRandomness);

function blocks(language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  );
}

const temporary: string[] = [];
afterAll(() => Promise.all(temporary.map((directory) => rm(directory, { recursive: true }))));

/** Runs the one block that has these words, with the secret that a partner would give it. */
async function moduleWith(words: string): Promise<Record<string, (...words: unknown[]) => unknown>> {
  const found = blocks('ts').filter((code) => code.includes(words) && !code.includes('createServer'));
  expect(found).toHaveLength(1);
  // Below the project, so that it finds the packages.
  await mkdir(join(PROJECT, '.local'), { recursive: true });
  const directory = await mkdtemp(join(PROJECT, '.local', 'page-'));
  temporary.push(directory);
  await writeFile(join(directory, 'block.ts'), found[0] ?? '');
  process.env.WEBHOOK_SECRET = secret;
  return import(join(directory, 'block.ts'));
}

function signed(body: string, ageSeconds = 0, secrets = [secret]): Record<string, string> {
  const timestampSeconds = Math.floor(systemClock.now() / SECOND) - ageSeconds;
  const headers = signedHeaders({ secrets, id: 'msg_1_1', timestampSeconds, body });
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

describe('the page for partners', () => {
  test.each([
    ['ts', 'receiver.ts'],
    ['python', 'receiver.py'],
  ])('quotes the receiver in %s as it is', async (language, file) => {
    expect(blocks(language)).toContain(await readFile(join(PROJECT, 'docs/receivers', file), 'utf8'));
  });

  test('shows a body as the service sends it', () => {
    const [example = ''] = blocks('json');
    const object = webhookBody.shape.object.strict();
    expect(webhookBody.extend({ object }).strict().safeParse(JSON.parse(example)).error).toBeUndefined();
  });

  test('names every header of a delivery', () => {
    for (const name of Object.keys(
      signedHeaders({ secrets: [secret], id: 'x', timestampSeconds: 0, body: '' }),
    )) {
      expect(page).toContain(`| \`${name}\` |`);
    }
  });

  test('names every event, every status, and everything that can go wrong', () => {
    for (const word of [...WEBHOOK_EVENTS, TEST_EVENT, ...DELIVERY_ERRORS])
      expect(page).toContain(`\`${word}\``);
    for (const status of DELIVERY_STATUSES) expect(page).toMatch(new RegExp(`> ${status}\\b|"${status}"`));
  });

  test('lists the calls that there are', () => {
    const listed = [...page.matchAll(/^\| `([A-Z]+ \/api\/\S+)` \|/gm)].map(([, call]) => call);
    const calls = endpoints
      .map(({ method, path }) => `${method} ${path}`)
      .filter((call) => /\/admin\/(webhooks|deliveries)/.test(call));
    expect(listed.toSorted()).toEqual(calls.toSorted());
  });

  test('verifies with the package as it shows', async () => {
    const { verified } = await moduleWith("from 'standardwebhooks'");
    const body = '{"event":"model.created"}';
    const check = (headers: Record<string, string>, text = body) => verified?.(headers, Buffer.from(text));
    expect(check(signed(body))).toEqual({ event: 'model.created' });
    expect(check(signed(body, 0, [newWebhookSecret(systemRandomness), secret]))).toEqual({
      event: 'model.created',
    });
    expect(() => check(signed(body), `${body} `)).toThrow();
    expect(() => check(signed(body, 0, [newWebhookSecret(systemRandomness)]))).toThrow();
    expect(() => check(signed(body, 360))).toThrow();
  });

  test('verifies X-Service-Signature as it shows', async () => {
    const { isGenuine } = await moduleWith("digest('hex')");
    const body = '{"title":"Zoë"}';
    const signature = signed(body)['x-service-signature'] ?? '';
    expect(isGenuine?.(signature, Buffer.from(body))).toBe(true);
    expect(isGenuine?.(signature, Buffer.from(`${body} `))).toBe(false);
    for (const other of ['', 'ë'.repeat(signature.length), signature.toUpperCase()]) {
      expect(isGenuine?.(other, Buffer.from(body))).toBe(false);
    }
  });
});
