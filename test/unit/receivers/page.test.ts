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
import { newWebhookSecret } from '../../../shared/domain/organization/webhook-secret.ts';
import { SECOND, systemClock } from '../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { signedHeaders } from '../../../shared/webhook/send/signature.ts';

/** Compares docs/webhooks.md with the code that it quotes and describes. */

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

/** Imports the one code block that contains `words`, with WEBHOOK_SECRET set. */
async function importBlock(words: string): Promise<Record<string, (...words: unknown[]) => unknown>> {
  const found = blocks('ts').filter((code) => code.includes(words) && !code.includes('createServer'));
  expect(found).toHaveLength(1);
  // Inside the project, so that the block can import its packages.
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

describe('docs/webhooks.md', () => {
  test('the example body of the page has exactly the fields that the service sends', () => {
    const [example = ''] = blocks('json');
    const object = webhookBody.shape.object.strict();
    expect(webhookBody.extend({ object }).strict().safeParse(JSON.parse(example)).error).toBeUndefined();
  });

  test('the page names every header of a webhook', () => {
    for (const name of Object.keys(
      signedHeaders({ secrets: [secret], id: 'x', timestampSeconds: 0, body: '' }),
    )) {
      expect(page).toContain(`| \`${name}\` |`);
    }
  });

  test('the page names every event, delivery status and delivery error', () => {
    for (const word of [...WEBHOOK_EVENTS, TEST_EVENT, ...DELIVERY_ERRORS])
      expect(page).toContain(`\`${word}\``);
    for (const status of DELIVERY_STATUSES) expect(page).toMatch(new RegExp(`> ${status}\\b|"${status}"`));
  });

  test('the page lists exactly the existing endpoints for webhooks and deliveries', () => {
    const listed = [...page.matchAll(/^\| `([A-Z]+ \/api\/\S+)` \|/gm)].map(([, call]) => call);
    const calls = endpoints
      .map(({ method, path }) => `${method} ${path}`)
      .filter((call) => /\/admin\/(webhooks|deliveries)/.test(call));
    expect(listed.toSorted()).toEqual(calls.toSorted());
  });

  test('the code of the page verifies webhooks with the standardwebhooks package', async () => {
    const { verified } = await importBlock("from 'standardwebhooks'");
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

  test('the code of the page verifies X-Service-Signature', async () => {
    const { isGenuine } = await importBlock("digest('hex')");
    const body = '{"title":"Zoë"}';
    const signature = signed(body)['x-service-signature'] ?? '';
    expect(isGenuine?.(signature, Buffer.from(body))).toBe(true);
    expect(isGenuine?.(signature, Buffer.from(`${body} `))).toBe(false);
    for (const other of ['', 'ë'.repeat(signature.length), signature.toUpperCase()]) {
      expect(isGenuine?.(other, Buffer.from(body))).toBe(false);
    }
  });
});
