import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Api, connectApi } from '../../local/partner/api.ts';
import { auditOrganization } from '../../shared/audit/audit.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import type { ApiKeyRecord } from '../../shared/domain/organization/api-key.ts';
import { openUserSession } from '../../shared/domain/user/manage-sessions.ts';
import { HOUR, MINUTE } from '../../shared/platform/clock.ts';
import { collections, keys } from '../../shared/table/keys.ts';
import { caughtMail, operatorAgo } from '../support/invites.ts';
import { baseUrl, freshTenant, operator, someEmail, type Tenant, until } from '../support/tenant.ts';
import { firstUserOf, signedInUser, userToken } from '../support/users.ts';

const KEYS = '/api/admin/keys';
const ORGANIZATION = '/api/v2/organization';

interface ApiKey {
  id: string;
  name: string;
  note: string | null;
  prefix: string;
  scopes: string[] | null;
  test: boolean;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
}

interface OwnedTenant extends Tenant {
  owner: Api;
}

function signInToken(tenant: Tenant, context = operator): Promise<string> {
  return userToken(context, firstUserOf(tenant), 'signIn');
}

async function ownedTenant(): Promise<OwnedTenant> {
  const tenant = await freshTenant({ ownerEmail: someEmail() });
  const opened = await openUserSession(operator, await signInToken(tenant));
  return { ...tenant, owner: connectApi(baseUrl, opened.session) };
}

describe('a sign-in link', () => {
  // All tests share one mailbox, and some of their addresses repeat.
  const mailTo = async (email: string) =>
    (await caughtMail()).filter(({ to, subject }) => to.includes(email) && subject.startsWith('Sign in'));
  const uniqueEmail = () => someEmail(`-${randomUUID()}`);
  const ask = (email: unknown) => connectApi(baseUrl).call('POST', '/api/admin/link', { email });

  /** Opens the link of the mail that the first owner of an organization gets. */
  const openWelcome = async (email: string) => {
    const welcome = async () =>
      (await caughtMail()).find(({ to, subject }) => to.includes(email) && subject.startsWith('Your access'));
    await until(async () => (await welcome()) !== undefined, 'the mail');
    const token = (await welcome())?.text.match(/token=(\S+)/)?.[1];
    return connectApi(baseUrl).expect<{ session: string }>('POST', '/api/admin/session', { token });
  };

  test('the first owner is mailed a link to sign in when the organization is created', async () => {
    const ownerEmail = uniqueEmail();
    await freshTenant({ ownerEmail });
    expect((await openWelcome(ownerEmail)).session).toMatch(/^hos\./);
  });

  test('an owner gets one mail with a link for each organization, and an unknown address the same answer', async () => {
    const [ownerEmail, stranger] = [uniqueEmail(), uniqueEmail()];
    const first = await freshTenant({ ownerEmail, name: 'Acme <&> Sons' });
    const second = await freshTenant({ ownerEmail, name: 'Zeta' });
    const [known, unknown] = [await ask(` ${ownerEmail.toUpperCase()}`), await ask(stranger)];
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(known.body).toEqual(unknown.body);

    await until(async () => (await mailTo(ownerEmail)).length > 0, 'the mail');
    const [mail, ...others] = await mailTo(ownerEmail);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Sign in to your organizations');
    expect(mail?.text).toContain('Acme <&> Sons:\n');
    expect(mail?.html).not.toContain('<&>');
    const links = mail?.text.match(/http\S+/g) ?? [];
    const opened = await Promise.all(
      links.map(async (link) => {
        const url = new URL(link);
        expect([url.origin, url.pathname]).toEqual([baseUrl, '/admin']);
        const { session } = await connectApi(baseUrl).expect<{ session: string }>(
          'POST',
          '/api/admin/session',
          {
            token: url.searchParams.get('token'),
          },
        );
        const { organization } = await connectApi(baseUrl, session).expect<{ organization: { uid: string } }>(
          'GET',
          ORGANIZATION,
        );
        return organization.uid;
      }),
    );
    expect(opened).toEqual([first.organizationId, second.organizationId].sort());
    expect(await mailTo(stranger)).toEqual([]);
  });
});

describe('signing in', () => {
  const open = (token: string) => connectApi(baseUrl).call('POST', '/api/admin/session', { token });

  test('a sign-in token opens one session of its organization, for 12 hours', async () => {
    const tenant = await freshTenant({ ownerEmail: someEmail() });
    const token = await signInToken(tenant);
    const answers = await Promise.all(Array.from({ length: 6 }, () => open(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
    const opened = answers.find(({ status }) => status === 200)?.body;
    expect(opened).toMatchObject({
      success: true,
      organization: { uid: tenant.organizationId, name: 'Test Company', teams: [] },
    });
    const lasts = Date.parse(String(opened?.expiresAt)) - Date.now();
    expect(lasts).toBeGreaterThan(12 * HOUR - MINUTE);
    expect(lasts).toBeLessThanOrEqual(12 * HOUR);
    expect((await open(token)).body.code).toBe('UNAUTHORIZED');
  });

  test('a token that is expired, of another kind, or of a removed user gets 401', async () => {
    const tenant = await ownedTenant();
    const session = await userToken(operator, firstUserOf(tenant));
    const old = await signInToken(tenant, operatorAgo(15 * MINUTE));
    const { user } = await signedInUser(operator, tenant.organizationId, 'owner');
    const ofRemoved = await userToken(operator, user, 'signIn');
    await tenant.owner.expect('DELETE', `/api/admin/users/${user.id}`);
    const young = await signInToken(tenant, operatorAgo(14 * MINUTE));
    for (const token of [session, old, ofRemoved, tenant.apiKey, 'hot.org_none.x', 'x.y']) {
      expect((await open(token)).status, token).toBe(401);
    }
    expect((await open(young)).status).toBe(200);
  });

  test('the table holds only hashes of tokens', async () => {
    const { organizationId, owner } = await ownedTenant();
    const stored = JSON.stringify(await operator.table.all(collections.userTokens(organizationId)));
    expect(stored).toContain('TOKEN#');
    expect(stored).not.toContain(owner.bearer?.split('.').at(-1));
  });
});

describe("a user's session", () => {
  test("an owner's session is accepted in place of an API key, for its own organization only", async () => {
    const [ours, theirs] = [await ownedTenant(), await ownedTenant()];
    for (const path of [ORGANIZATION, '/api/v1/organization']) {
      expect(await ours.owner.expect('GET', path)).toMatchObject({
        organization: { uid: ours.organizationId },
      });
    }
    const { key } = await ours.owner.expect<{ key: ApiKey }>('POST', KEYS, { name: 'ours' });
    const foreign = await theirs.owner.call('DELETE', `${KEYS}/${key.id}`);
    const unknown = await theirs.owner.call('DELETE', `${KEYS}/key_00000000000000000000000000`);
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    const theirKeys = await theirs.owner.expect<{ keys: ApiKey[] }>('GET', KEYS);
    expect(theirKeys.keys.map(({ name }) => name)).toEqual(['first key']);
  });
});

test('the audit reports an API key that is listed but not accepted', async () => {
  const { organizationId } = await freshTenant();
  const audit = async () =>
    (await auditOrganization(operator, deployedImageStore(), organizationId)).violations;
  expect(await audit()).toEqual([]);
  const [record] = await operator.table.all<ApiKeyRecord>(collections.apiKeys(organizationId));
  await operator.table.removeAll([keys.apiKeyHash(record?.hash ?? '')]);
  expect(await audit()).toEqual([expect.stringContaining(`${record?.id} is listed`)]);
});

describe('API keys', () => {
  let tenant: OwnedTenant;
  const list = async () => (await tenant.owner.expect<{ keys: ApiKey[] }>('GET', KEYS)).keys;

  beforeAll(async () => {
    tenant = await ownedTenant();
  });

  test('an API key is shown once, listed by its prefix and last use, and rejected once it is deleted', async () => {
    const { apiKey, key } = await tenant.owner.expect<{ apiKey: string; key: ApiKey }>('POST', KEYS, {
      name: ' Web shop ',
    });
    expect(apiKey).toMatch(/^hsk_live_[0-9A-Za-z]{43}$/);
    expect(key).toEqual({
      id: expect.stringMatching(/^key_/),
      name: 'Web shop',
      note: null,
      prefix: apiKey.slice(0, 13),
      scopes: null,
      test: false,
      createdAt: expect.any(String),
      expiresAt: null,
      lastUsedAt: null,
    });
    expect(await list()).toEqual([key, expect.objectContaining({ name: 'first key' })]);
    expect(
      JSON.stringify(await operator.table.all(collections.apiKeys(tenant.organizationId))),
    ).not.toContain(apiKey);

    const partner = connectApi(baseUrl, apiKey);
    await partner.expect('GET', ORGANIZATION);
    await until(async () => (await list())[0]?.lastUsedAt !== null, 'the use to be noted');
    const used = Date.parse((await list())[0]?.lastUsedAt ?? '');
    expect(used).toBeGreaterThanOrEqual(Date.parse(key.createdAt));

    await tenant.owner.expect('DELETE', `${KEYS}/${key.id}`);
    expect((await partner.call('GET', ORGANIZATION)).body.code).toBe('UNAUTHORIZED');
    expect((await list()).map(({ name }) => name)).toEqual(['first key']);
    expect((await tenant.owner.call('DELETE', `${KEYS}/${key.id}`)).status).toBe(404);
    // The other key still works.
    await tenant.api.expect('GET', ORGANIZATION);
  });
});
