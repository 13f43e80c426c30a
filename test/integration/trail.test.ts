import { describe, expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { COMMANDS } from '../../ops/commands.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { contextWith } from '../../shared/domain/context.ts';
import { listTrail } from '../../shared/domain/trail/read.ts';
import { collections, keys } from '../../shared/table/keys.ts';
import { caughtMail, INVITES, sendInvite, signUp } from '../support/invites.ts';
import { type OwnedTenant, ownedTenant, rotate, WEBHOOKS } from '../support/owner.ts';
import { codeOf, createTeam, TEAMS } from '../support/people.ts';
import {
  baseUrl,
  freshTenant,
  MODELS,
  operator,
  someEmail,
  submittedModel,
  until,
  WHITE_LABEL,
  waitForStatus,
} from '../support/tenant.ts';
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
  test('tells who did what to what, from where, newest first, and pages by a cursor', async () => {
    const tenant = await ownedTenant({ whiteLabel: true });
    const { key } = await tenant.owner.expect<{ key: { id: string } }>('POST', '/api/admin/keys', {
      name: 'Other',
    });
    await tenant.owner.expect('DELETE', `/api/admin/keys/${key.id}`);
    await tenant.owner.expect('PUT', WEBHOOKS, { enabled: true });
    await rotate(tenant);
    await tenant.owner.expect('POST', `${WEBHOOKS}/test`, {});
    const team = await createTeam(tenant, 'Design');
    await tenant.api.expect('PUT', `${TEAMS}/${team.id}`, { name: 'Art' });
    const email = someEmail();
    const sent = await sendInvite(tenant, email);
    const member = await signUp(sent);
    await tenant.api.expect('POST', `${TEAMS}/${team.id}/members`, { emails: [email] });
    await tenant.api.expect('DELETE', `${TEAMS}/${team.id}`);
    const revoked = await sendInvite(tenant, someEmail());
    await tenant.api.expect('POST', `${INVITES}/revoke`, { email: revoked.input.email });
    const { modelId } = await tenant.api.expect<{ modelId: string }>('POST', `${WHITE_LABEL}/create`, {
      email: someEmail(),
      isDevelopment: true,
    });
    await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
    await member.expect('DELETE', '/api/member/session');

    const { entries } = await trailOf(tenant);
    const [keyOfTenant] = await operator.table.all<{ id: string }>(
      collections.apiKeys(tenant.organizationId),
    );
    const owner = `user ${firstUserOf(tenant).id}`;
    const api = `key ${keyOfTenant?.id}`;
    const told = entries.map(({ action, target, actor }) =>
      [actor.kind, actor.id, action, target].filter((part) => part !== null).join(' '),
    );
    const memberId = entries[0]?.target;
    const erased = entries.find(({ action }) => action === 'person.erased')?.target;
    expect(erased).toMatch(/^mem_/);
    const webhookId = entries.find(({ action }) => action === 'webhooks.tested')?.target;
    expect(webhookId).toMatch(/^msg_/);
    // The entries of one transaction have the same time, and no order.
    expect(told.filter((line) => !line.includes('person.erased'))).toEqual([
      `member ${memberId} member.signed_out ${memberId}`,
      `${api} model.deleted ${modelId}`,
      `${api} model.created ${modelId}`,
      `${api} invite.revoked ${revoked.id}`,
      `${api} invite.sent ${revoked.id}`,
      `${api} team.deleted ${team.id}`,
      `${api} team.members_added ${team.id}`,
      `member ${memberId} consent.given ${memberId}`,
      `member ${memberId} member.signed_up ${sent.id}`,
      `${api} invite.sent ${sent.id}`,
      `${api} team.renamed ${team.id}`,
      `${api} team.created ${team.id}`,
      `${owner} webhooks.tested ${webhookId}`,
      `${owner} webhooks.secret_rotated`,
      `${owner} webhooks.updated`,
      `${owner} key.deleted ${key.id}`,
      `${owner} key.created ${key.id}`,
      'system organization.created',
    ]);
    expect(entries.slice(0, -1).every(({ address }) => address !== null)).toBe(true);
    const stored = await operator.table.all(collections.trail(tenant.organizationId));
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain('@');

    const first = await trailOf(tenant, '?limit=10');
    const second = await trailOf(tenant, `?limit=10&before=${first.next}`);
    expect([...first.entries, ...second.entries]).toEqual(entries);
    expect(second.next).toBeNull();
    expect(await codeOf(tenant.owner.call('GET', '/api/admin/audit?before=x'))).toEqual([
      400,
      'INVALID_REQUEST',
    ]);
    expect(await codeOf(tenant.api.call('GET', '/api/admin/audit'))).toEqual([401, 'UNAUTHORIZED']);
  });

  test('tells of settings, invites sent in bulk and again, onboarding, and erased photos and people', async () => {
    const tenant = await ownedTenant({ provider: 'development', whiteLabel: true });
    await tenant.owner.expect('PUT', '/api/admin/organization', { name: 'Renamed' });
    const emails = [someEmail(), someEmail()];
    await tenant.api.expect('POST', `${INVITES}/bulk`, { emails });
    await tenant.api.expect('POST', `${INVITES}/resend`, { email: emails[0] });
    const { member, modelId } = await submittedModel(tenant);
    await waitForStatus(tenant, modelId, 'active');
    const { photos } = await member.expect<{ photos: { id: string }[] }>('GET', '/api/member/photos');
    await member.expect('POST', `/api/member/photos/${photos[0]?.id}/erase`);
    const { memberId } = await member.expect<{ memberId: string }>('DELETE', '/api/member');

    const { entries } = await trailOf(tenant);
    const told = entries.map(({ actor, action, target }) => `${actor.kind} ${action} ${target}`);
    expect(told).toContain('user organization.updated null');
    expect(told.filter((line) => line.startsWith('key invite.sent inv_'))).toHaveLength(2);
    expect(told.filter((line) => line.startsWith('key invite.resent inv_'))).toHaveLength(1);
    expect(told).toContain(`member model.queued ${modelId}`);
    expect(told).toContain(`member photo.erased ${photos[0]?.id}`);
    expect(told).toContain(`member person.erased ${memberId}`);
  });

  test('is kept for a year, and shows operators and what they do', async () => {
    const { organizationId } = await freshTenant();
    const context = contextWith(operator, { actor: { kind: 'operator' } });
    const run = (name: string, ...words: string[]) =>
      COMMANDS[name]?.run({ context, images: deployedImageStore() }, [
        '--organization',
        organizationId,
        ...words,
      ]);
    await run('credits add', '--amount', '3');
    const shown = await run('trail', '--limit', '1');
    expect(shown?.output).toMatchObject({
      entries: [{ action: 'credits.added', actor: { kind: 'operator', id: null }, address: null }],
    });
    const { entries } = await listTrail(operator, organizationId, { limit: 1 });
    const key = keys.trailEntry(organizationId, entries[0]?.id ?? '');
    // The list shows events that the stream has not added yet.
    await expect
      .poll(async () => {
        const item = await operator.table.get<{ expiresAtSeconds: number }>(key);
        return item && Math.round((item.expiresAtSeconds * 1000 - Date.now()) / 86_400_000);
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
    await foreign.owner.expect('GET', '/api/admin/keys');
  });

  test('a member who signs out has no session any more, and other sessions of the member go on', async () => {
    const tenant = await freshTenant();
    const member = await signUp(await sendInvite(tenant, someEmail()));
    await member.expect('DELETE', '/api/member/session');
    expect(await codeOf(member.call('GET', '/api/member'))).toEqual([401, 'UNAUTHORIZED']);
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
