import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../../scripts/build/paths.ts';
import { PERMISSIONS_FILE, permissionsText, permittedOperations } from '../../../scripts/permissions.ts';

test('docs/permissions.md is up to date with the contracts', async () => {
  const kept = await readFile(join(PROJECT, PERMISSIONS_FILE), 'utf8');
  expect(kept === permissionsText(), 'docs/permissions.md is out of date: npm run openapi').toBe(true);
});

/** Operations other than GET that a viewer may call: they read, or change the access of the viewer only. */
const OF_VIEWERS = [
  'admin/session/end-own-session',
  'admin/session/end-session',
  'admin/users/choose-language',
  'admin/users/leave-organization',
  'v2/photos/download-photos',
];

test('a viewer may call no operation that changes something of others', () => {
  const changing = permittedOperations().filter(
    ({ request, role }) => role === 'viewer' && !request.startsWith('GET '),
  );
  expect(changing.map(({ operation }) => operation)).toEqual(OF_VIEWERS);
});

/** Operations that give access, or tell how: only owners may call them. */
const OF_OWNERS = /^admin\/(keys|webhooks|deliveries|trail)\/|^admin\/users\/(invite|change|remove)/;

test('only an owner may call operations on keys, webhooks, deliveries, users and the audit trail', () => {
  const others = permittedOperations().filter(
    ({ operation, role }) => OF_OWNERS.test(operation) && role !== 'owner',
  );
  expect(others).toEqual([]);
});
