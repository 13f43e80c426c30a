import { describe, expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { DAY } from '../../shared/platform/clock.ts';
import { collections, keys } from '../../shared/table/keys.ts';
import { caughtMail, sendInvite, signUp } from '../support/invites.ts';
import { type OwnedTenant, ownedTenant, rotate } from '../support/owner.ts';
import { codeOf } from '../support/people.ts';
import { baseUrl, operator, someEmail, until } from '../support/tenant.ts';
import { firstUserOf, userToken } from '../support/users.ts';

interface Entry {
  id: string;
  action: string;
  target: string | null;
  actor: { kind: string; id: string | null };
  address: string | null;
  createdAt: string;
}
interface Session {
  id: string;
  current: boolean;
  address: string | null;
}

async function trailOf(
  { owner }: OwnedTenant,
  query = '',
): Promise<{ entries: Entry[]; next: string | null }> {
  return owner.expect('GET', `/api/admin/audit${query}`);
}

async function signInAgain(tenant: OwnedTenant) {
  const token = await userToken(operator, firstUserOf(tenant), 'signIn');
  const { session } = await connectApi(baseUrl).expect<{ session: string }>('POST', '/api/admin/session', {
    token,
  });
  return connectApi(baseUrl, session);
}

describe('the audit trail', () => {
  test('tells which owner, key and member did what, from where, newest first, and pages by a cursor', async () => {
    const tenant = await ownedTenant();
    const { key } = await tenant.owner.expect<{ key: { id: string } }>('POST', '/api/admin/keys', {
      name: 'Other',
    });
    const sent = await sendInvite(tenant, someEmail());
    const member = await signUp(sent);
    await member.expect('DELETE', '/api/member/session');
    expect(await codeOf(member.call('GET', '/api/member'))).toEqual([401, 'UNAUTHORIZED']);

    const { entries, next } = await trailOf(tenant);
    expect(next).toBeNull();
    const keysOfTenant = await operator.table.all<{ id: string }>(collections.apiKeys(tenant.organizationId));
    const memberId = entries[0]?.target;
    expect(memberId).toMatch(/^mem_/);
    expect(entries.map(({ action, target, actor }) => [actor.kind, actor.id, action, target])).toEqual([
      ['member', memberId, 'member.signed_out', memberId],
      ['member', memberId, 'consent.given', memberId],
      ['member', memberId, 'member.signed_up', sent.id],
      ['key', keysOfTenant.find(({ id }) => id !== key.id)?.id, 'invite.sent', sent.id],
      ['user', firstUserOf(tenant).id, 'key.created', key.id],
      ['system', null, 'organization.created', null],
    ]);
    expect(entries.map(({ address }) => address !== null)).toEqual([...Array(5).fill(true), false]);

    const first = await trailOf(tenant, '?limit=4');
    const second = await trailOf(tenant, `?limit=4&before=${first.next}`);
    expect([...first.entries, ...second.entries]).toEqual(entries);
    for (const query of ['before=x', 'kind=unknown'])
      expect(await codeOf(tenant.owner.call('GET', `/api/admin/audit?${query}`))).toEqual([
        400,
        'INVALID_REQUEST',
      ]);
    expect(await codeOf(tenant.api.call('GET', '/api/admin/audit'))).toEqual([401, 'UNAUTHORIZED']);

    // The list shows events that the stream has not added yet, for a year.
    const stored = keys.trailEntry(tenant.organizationId, entries[0]?.id ?? '');
    await expect
      .poll(async () => {
        const item = await operator.table.get<{ expiresAtSeconds: number }>(stored);
        return item && Math.round((item.expiresAtSeconds * 1000 - Date.now()) / DAY);
      })
      .toBe(365);
  });
});

describe('the sessions of a user', () => {
  test('are listed, ended one by one, and end by signing out', async () => {
    const tenant = await ownedTenant();
    const other = await signInAgain(tenant);
    const { sessions } = await tenant.owner.expect<{ sessions: Session[] }>('GET', '/api/admin/sessions');
    expect(sessions.map(({ current }) => current)).toEqual([false, true]);
    expect(sessions[0]?.address).not.toBeNull();

    const end = () => tenant.owner.call('DELETE', `/api/admin/sessions/${sessions[0]?.id}`);
    expect((await end()).status).toBe(200);
    expect(await codeOf(end())).toEqual([404, 'NOT_FOUND']);
    expect(await codeOf(other.call('GET', '/api/admin/sessions'))).toEqual([401, 'UNAUTHORIZED']);
    const foreign = await ownedTenant();
    const theirs = await foreign.owner.expect<{ sessions: Session[] }>('GET', '/api/admin/sessions');
    const reach = tenant.owner.call('DELETE', `/api/admin/sessions/${theirs.sessions[0]?.id}`);
    expect(await codeOf(reach)).toEqual([404, 'NOT_FOUND']);

    await tenant.owner.expect('DELETE', '/api/admin/session');
    expect(await codeOf(tenant.owner.call('GET', '/api/admin/keys'))).toEqual([401, 'UNAUTHORIZED']);
  });

  test('new API keys, webhook secrets and sign-ins are told to the owner by mail', async () => {
    const ownerEmail = someEmail(`-notice-${Date.now()}`);
    const tenant = await ownedTenant({ ownerEmail, name: 'Acme <&> Sons' });
    // Who has never signed in is told of nothing.
    await signInAgain(tenant);
    await tenant.owner.expect('POST', '/api/admin/keys', { name: 'Other' });
    await rotate(tenant);
    const subjects = async () =>
      (await caughtMail())
        .filter(({ to }) => to.includes(ownerEmail))
        .map(({ subject }) => subject)
        .sort();
    await until(async () => (await subjects()).length >= 4, 'the notices');
    expect(await subjects()).toEqual([
      'A new API key for Acme <&> Sons',
      'A new sign-in for Acme <&> Sons',
      'A new webhook secret for Acme <&> Sons',
      'Your access to Acme <&> Sons',
    ]);
  });
});
