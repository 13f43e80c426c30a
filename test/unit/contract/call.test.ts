import { expect, test } from 'vitest';
import { type Answer, addressOf, type Call, type Request } from '../../../shared/contract/call.ts';

test('an address has its path encoded, and the fields of the query that are filled', () => {
  const query = { limit: 20, include: 'all', before: undefined, status: '' };
  expect(addressOf('/api/invites/{email}', { path: { email: 'a+b@c.test' }, query })).toBe(
    '/api/invites/a%2Bb%40c.test?limit=20&include=all',
  );
  expect(addressOf('/api/invites', {})).toBe('/api/invites');
});

test('a call that is not in a contract is a type error', () => {
  const call = <Of extends Call>(..._: [Of, ...Request<Of>]): Answer<Of> | undefined => undefined;
  const path = { teamId: 'team_1' };
  const renamed = call('PUT /api/v2/organization/teams/{teamId}', { path, body: { name: 'Sales' } });
  expect(renamed?.team.name).toBeUndefined();
  // @ts-expect-error there is no such path
  call('GET /api/v2/organization/team/lost');
  // @ts-expect-error nothing is read by this method
  call('PUT /api/v2/organization/teams');
  // @ts-expect-error the path has a field
  call('DELETE /api/v2/organization/teams/{teamId}');
  // @ts-expect-error the body has another field
  call('PUT /api/v2/organization/teams/{teamId}', { path, body: { title: 'Sales' } });
  // @ts-expect-error the query has no such field
  call('GET /api/v2/organization/team', { query: { colour: 'red' } });
  // @ts-expect-error members have no such status
  call('GET /api/v2/organization/team', { query: { status: 'lost' } });
});
