import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { usedClouds } from './used-clouds.ts';

/** The log of all functions during the integration and the long tests, malformed requests and failures included. */
let text: string;
let lines: Record<string, unknown>[];
beforeAll(async () => {
  const logs = await Promise.all(usedClouds.map(({ logFile }) => readFile(logFile, 'utf8')));
  const everything = logs.join('\n').split('\n');
  // Lines of the local cloud itself are for engineers, and not part of the log of a function.
  text = everything.filter((line) => !line.startsWith('local ')).join('\n');
  lines = text.split('\n').flatMap((line) => {
    const start = line.indexOf('{"level"');
    return start < 0 ? [] : [JSON.parse(line.slice(start)) as Record<string, unknown>];
  });
});

describe('secrets in the log', () => {
  test.each([
    ['an API key', /hsk_live_\w{8}/],
    ['a secret that signs webhooks', /whsec_\w{8}/],
    ["a member's token", /hs[st]\.org_/],
    ["an owner's token", /ho[st]\.org_/],
    ['the id of an invite, which opens it', /inv_\w{26}/],
    ['a signature of S3', /X-Amz-Signature|X-Amz-Credential/i],
    ['the key of a photo in S3', /\/photos\/org_/],
    ['an e-mail address', /[\w.+-]+@(people|company)\.(test|example)/],
  ])('the log never holds %s', (_name, pattern) => {
    const found = text.split('\n').filter((line) => pattern.test(line));
    expect(found.slice(0, 5)).toEqual([]);
  });

  test('the log never holds a key that signs links', () => {
    const stored = usedClouds.map(({ signingKeys }) => signingKeys).join('\n');
    const keys = stored.match(/"secretAccessKey":"[^"]+"/g) ?? [];
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(text).not.toContain(JSON.parse(`{${key}}`).secretAccessKey);
  });
});

describe('fields of log lines', () => {
  const all = (message: string) => lines.filter((line) => line.message === message);

  test('every request is logged with its id, and with its organization and model if it has one', () => {
    const requests = all('request');
    expect(requests.length).toBeGreaterThan(1000);
    expect(
      requests.filter(({ requestId, operation, status }) => !requestId || !operation || !status),
    ).toEqual([]);
    const known = requests.filter(
      ({ status, operation }) => status === 200 && /^v[12]/.test(String(operation)),
    );
    expect(known.filter(({ organizationId }) => !organizationId)).toEqual([]);
    const ofModels = known.filter(({ operation }) => operation === 'v2/models/get-model');
    expect(ofModels.length).toBeGreaterThan(10);
    expect(ofModels.filter(({ modelId }) => !modelId)).toEqual([]);
  });

  test('every error is logged with the request, message, event or step in which it happened', () => {
    const errors = lines.filter(({ level }) => level === 'error');
    expect(
      errors.filter(
        ({ requestId, messageId, eventId, task }) => !(requestId ?? messageId ?? eventId ?? task),
      ),
    ).toEqual([]);
  });

  test('every step of the flow is logged with its organization, model and run', () => {
    const steps = all('step');
    expect(steps.length).toBeGreaterThan(100);
    expect(steps.filter(({ organizationId, modelId, run }) => !organizationId || !modelId || !run)).toEqual(
      [],
    );
  });
});
