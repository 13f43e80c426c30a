import { describe, expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { auditOrganization } from '../../shared/audit/audit.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { caughtMail } from '../support/invites.ts';
import { ownedTenant } from '../support/owner.ts';
import { codeOf } from '../support/people.ts';
import { baseUrl, operator, someEmail, until } from '../support/tenant.ts';
import { firstUserOf, signedInUser } from '../support/users.ts';

const USERS = '/api/admin/users';
const OWN = '/api/admin/user';

interface User {
  id: string;
  email: string;
  role: string;
  invitedBy: string | null;
  lastSignInAt: string | null;
}

const mailsTo = async (email: string) => (await caughtMail()).filter(({ to }) => to.includes(email));

describe('the users of an organization', () => {
  test('are invited by mail, change roles, and leave or are removed', async () => {
    const tenant = await ownedTenant({ name: 'Acme <&> Sons' });
    const { owner } = tenant;
    const email = someEmail(`-user-${Date.now()}`);
    const { user } = await owner.expect<{ user: User }>('POST', USERS, { email, role: 'viewer' });
    expect(user).toMatchObject({
      email,
      role: 'viewer',
      invitedBy: firstUserOf(tenant).id,
      lastSignInAt: null,
    });
    await until(async () => (await mailsTo(email)).length > 0, 'the invitation');
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('Your access to Acme <&> Sons');
    const token = /token=(\S+)/.exec(mail?.text ?? '')?.[1];
    const { session } = await connectApi(baseUrl).expect<{ session: string }>('POST', '/api/admin/session', {
      token,
    });
    const invited = connectApi(baseUrl, session);
    expect(await invited.expect('GET', OWN)).toMatchObject({
      user: { id: user.id, role: 'viewer', lastSignInAt: expect.any(String) },
      whiteLabel: true,
    });
    expect(await invited.expect('PUT', `${OWN}/language`, { language: 'de' })).toMatchObject({
      user: { id: user.id, language: 'de' },
    });
    await owner.expect('PUT', `${USERS}/${user.id}`, { role: 'owner' });
    const { users } = await invited.expect<{ users: User[] }>('GET', USERS);
    expect(users.map(({ role }) => role)).toEqual(['owner', 'owner']);
    await invited.expect('DELETE', `${USERS}/${firstUserOf(tenant).id}`);
    expect(await codeOf(owner.call('GET', USERS))).toEqual([401, 'UNAUTHORIZED']);
    expect(await codeOf(invited.call('DELETE', OWN))).toEqual([400, 'INVALID_REQUEST']);
    const other = await signedInUser(operator, tenant.organizationId, 'manager');
    await connectApi(baseUrl, other.session).expect('DELETE', OWN);
    const { entries } = await invited.expect<{ entries: { action: string; actor: object }[] }>(
      'GET',
      '/api/admin/audit',
    );
    expect(entries[0]).toMatchObject({ action: 'user.removed', actor: { kind: 'user', id: other.user.id } });
    const report = await auditOrganization(operator, deployedImageStore(), tenant.organizationId);
    expect(report.violations).toEqual([]);
  });

  test('of one organization are unknown to another', async () => {
    const [ours, theirs] = [await ownedTenant(), await ownedTenant()];
    const foreign = `${USERS}/${firstUserOf(ours).id}`;
    expect(await codeOf(theirs.owner.call('PUT', foreign, { role: 'viewer' }))).toEqual([404, 'NOT_FOUND']);
    expect(await codeOf(theirs.owner.call('DELETE', foreign))).toEqual([404, 'NOT_FOUND']);
    await ours.owner.expect('GET', OWN);
  });
});
