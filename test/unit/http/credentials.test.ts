import { describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import { getOverview } from '../../../shared/contract/admin/overview.ts';
import { credential } from '../../../shared/contract/credential.ts';
import { endpoint } from '../../../shared/contract/endpoint.ts';
import type { Role } from '../../../shared/contract/roles.ts';
import type { ApiKeyRecord } from '../../../shared/domain/organization/api-key.ts';
import { shownTo } from '../../../shared/http/credentials.ts';

const contract = endpoint({
  operation: 'v2/invites/probe',
  summary: 'Shows invites',
  method: 'GET',
  path: '/probe',
  auth: 'apiKey',
  role: 'viewer',
  response: z.object({
    invites: z.array(
      z.object({
        id: credential(z.string(), 'hashed'),
        email: z.string(),
        link: credential(z.string(), 'omitted').optional(),
        v1: credential(z.string(), 'empty'),
      }),
    ),
    total: z.int(),
  }),
  errors: [],
  permissions: [],
});

const invite = {
  id: 'inv_1',
  email: 'anna@people.test',
  link: 'https://app.test/?invite=inv_1',
  v1: 'inv_1',
};
const answer = { invites: [invite, { ...invite, link: undefined }], total: 2 };

const key = (changes: Partial<ApiKeyRecord>) => ({
  organizationId: 'org_1',
  key: {
    id: 'key_1',
    organizationId: 'org_1',
    name: 'A key',
    shown: 'hsk_live_',
    hash: '',
    createdAt: '',
    ...changes,
  },
});
const user = (role: Role) => ({ organizationId: 'org_1', userId: 'user_1', role, sessionId: 'ses_1' });

describe('an answer with credentials', () => {
  it.each([
    ['a key without scopes', key({})],
    ['a key with the scope of writing', key({ scopes: ['invites:write'] })],
    ['a manager', user('manager')],
    ['an owner', user('owner')],
  ])('is shown as it is to %s', (_, caller) => {
    expect(shownTo(caller, contract, answer)).toBe(answer);
  });

  it.each([
    ['a key with the scope of reading', key({ scopes: ['invites:read'] })],
    ['a key that writes in another area', key({ scopes: ['invites:read', 'team:write'] })],
    ['a test key', key({ test: true })],
    ['a test key with the scope of writing', key({ test: true, scopes: ['invites:write'] })],
    ['a viewer', user('viewer')],
  ])('is shown with substitutes to %s', (_, caller) => {
    const shown = { id: expect.stringMatching(/^hidden_\w{26}$/), email: invite.email, v1: '' };
    const text = JSON.stringify(shownTo(caller, contract, answer));
    expect(JSON.parse(text)).toEqual({ invites: [shown, shown], total: 2 });
    expect(text).not.toContain('inv_1');
  });
});

test('a viewer sees who is stuck in the overview, and no link to sign up by', () => {
  const person = { email: 'gone@people.test', name: null, since: '2026-01-01T00:00:00Z' };
  const stuck = (people: object[]) => ({ stuck: [{ reason: 'invite-bounced', total: 1, people }] });
  const full = stuck([{ ...person, inviteLink: invite.link }]);
  expect(JSON.parse(JSON.stringify(shownTo(user('viewer'), getOverview, full)))).toEqual(stuck([person]));
  expect(shownTo(user('manager'), getOverview, full)).toBe(full);
});
