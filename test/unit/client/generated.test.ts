import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generatedClient } from '../../../scripts/client.ts';
import { callsOf } from '../../../scripts/generate/calls.ts';
import type { OpenApiDocument } from '../../../shared/contract/openapi/types.ts';

const PROJECT = join(import.meta.dirname, '../../..');

test('the generated files of the client are up to date with docs/openapi.json', async () => {
  for (const [file, text] of Object.entries(await generatedClient())) {
    const kept = await readFile(join(PROJECT, file), 'utf8');
    expect(kept === text, `${file} is out of date: npm run client`).toBe(true);
  }
});

test('the client has one method for each operation, named after it', async () => {
  const document = JSON.parse(await readFile(join(PROJECT, 'docs/openapi.json'), 'utf8')) as OpenApiDocument;
  const calls = callsOf(document);
  const operations = Object.values(document.paths).flatMap((item) => Object.keys(item));
  expect(calls).toHaveLength(operations.length);
  const name = (path: string, method: string) => {
    const call = calls.find((one) => one.path === path && one.httpMethod === method);
    return [call?.area, call?.resource, call?.method].join('.');
  };
  expect(name('/api/v2/organization', 'GET')).toBe('v2.organization.get');
  expect(name('/api/v2/organization/models', 'GET')).toBe('v2.models.list');
  expect(name('/api/v2/organization/models/{modelId}/photos/favorite', 'GET')).toBe('v2.photos.getFavorite');
  expect(name('/api/v2/organization/whitelabel/model/create', 'POST')).toBe('v2.whitelabel.createModel');
});
