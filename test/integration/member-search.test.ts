import { expect, test } from 'vitest';
import { auditSearch } from '../../shared/audit/search.ts';
import { INVITES, signUp } from '../support/invites.ts';
import {
  addToTeam,
  codeOf,
  createTeam,
  expectCleanAudit,
  joinMember,
  MEMBERS,
  type Page,
  UNKNOWN_TEAM,
} from '../support/people.ts';
import {
  createModel,
  freshTenant,
  openMember,
  operator,
  someEmail,
  type Tenant,
  uploadPlainPhotos,
} from '../support/tenant.ts';

const LIST = '/api/admin/members';

interface Listed {
  id: string;
  email: string;
  name: string | null;
}

const searchPath = (query: Record<string, string>) => `${LIST}/search?${new URLSearchParams(query)}`;

/** The members of all pages of a search. */
async function foundBy({ api }: Tenant, query: Record<string, string>): Promise<Listed[]> {
  const found: Listed[] = [];
  let next: string | null | undefined;
  while (next !== null) {
    const path = searchPath({ ...query, ...(next !== undefined && { cursor: next }) });
    const page = await api.expect<{ members: Listed[]; next: string | null }>('GET', path);
    found.push(...page.members);
    next = page.next;
  }
  return found;
}
const emailsOf = (members: readonly Listed[]) => members.map(({ email }) => email).toSorted();

test('members are listed by team and status, and found by beginnings of words within them', async () => {
  const tenant = await freshTenant();
  const team = await createTeam(tenant, 'Sales');
  const [anna, aenne, berta] = [
    await joinMember(tenant, { name: 'Anna Muster', email: 'a.one@people.test' }),
    await joinMember(tenant, { name: 'Änne Muster', email: 'a.two@people.test' }),
    await joinMember(tenant, { name: 'Berta', email: 'b@muster.test' }),
  ];
  await addToTeam(tenant, team, aenne.email, berta.email);
  const white = await createModel(tenant, { email: 'muster@white.test', teamId: team.id });

  const list = (query: string) =>
    tenant.api.expect<{ members: Listed[]; pagination: Page }>('GET', `${LIST}${query}`);
  const ofTeam = await list(`?teamId=${team.id}&limit=2&offset=1`);
  expect(ofTeam.pagination).toEqual({ total: 3, limit: 2, offset: 1, hasMore: false });
  expect(ofTeam.members.map(({ email }) => email)).toEqual([berta.email, aenne.email]);
  expect((await list(`?teamId=${team.id}&status=pending`)).members).toMatchObject([
    { email: 'muster@white.test', modelId: white.modelId, teamName: 'Sales' },
  ]);
  expect((await list(`?teamId=${UNKNOWN_TEAM}`)).pagination.total).toBe(0);

  const everyone = [anna.email, aenne.email, berta.email, 'muster@white.test'].toSorted();
  expect(emailsOf(await foundBy(tenant, { search: 'MUS', limit: '1' }))).toEqual(everyone);
  expect(await foundBy(tenant, { search: 'muster ann' })).toMatchObject([
    { email: anna.email, teamId: null },
    { email: aenne.email, teamName: 'Sales', status: 'accepted' },
  ]);
  expect(emailsOf(await foundBy(tenant, { search: 'mus', teamId: team.id, status: 'accepted' }))).toEqual(
    [aenne.email, berta.email].toSorted(),
  );
  expect(await foundBy(tenant, { search: 'uster' })).toEqual([]);
  // Another organization finds no one of this one.
  expect(await foundBy(await freshTenant(), { search: 'mus' })).toEqual([]);
  await expectCleanAudit(tenant);
});

test('a search needs a text, and its cursor belongs to it', async () => {
  const tenant = await freshTenant();
  for (const name of ['Anna', 'Annika']) await joinMember(tenant, { name });
  const call = (query: Record<string, string>) => codeOf(tenant.api.call('GET', searchPath(query)));
  const { next } = await tenant.api.expect<{ next: string }>(
    'GET',
    searchPath({ search: 'ann', limit: '1' }),
  );
  expect(next).toEqual(expect.any(String));
  for (const wrong of [
    {},
    { search: '  ' },
    { search: 'x'.repeat(201) },
    { search: 'ann', limit: '201' },
    { search: 'ann', cursor: 'ü' },
    { search: 'berta', cursor: next },
    { search: 'ann', cursor: Buffer.from('MEMBER#').toString('base64url') },
  ]) {
    expect([wrong, await call(wrong)]).toEqual([wrong, [400, 'INVALID_REQUEST']]);
  }
});

test('a member is found by the name given at the end of onboarding, and by no former one; erased, by none', async () => {
  const tenant = await freshTenant({ provider: 'development' });
  const email = someEmail();
  const sent = await tenant.api.expect<{ link: string }>('POST', INVITES, { email });
  const member = await signUp(sent, { name: 'Wilhelmina Quast' });
  expect(await foundBy(tenant, { search: 'wilhel' })).toMatchObject([{ email }]);
  await uploadPlainPhotos(member);
  await member.expect('POST', '/api/member/onboarding', { trigger: 'female', name: 'Mina Quast' });
  expect(await foundBy(tenant, { search: 'wilhel' })).toEqual([]);
  const [found] = await foundBy(tenant, { search: 'quast min' });
  expect(found).toMatchObject({ email, name: 'Mina Quast' });
  // The model is still being made.
  expect(await auditSearch(operator, tenant.organizationId)).toEqual([]);

  const white = await createModel(tenant, { email: 'quast@white.test' });
  expect(await foundBy(tenant, { search: 'quast' })).toHaveLength(2);
  const anonymous = await openMember(white);
  await anonymous.expect('DELETE', '/api/member/model');
  await tenant.api.expect('DELETE', `${MEMBERS}/${found?.id}`);
  expect(await foundBy(tenant, { search: 'quast' })).toEqual([]);
  // The images are still being erased.
  expect(await auditSearch(operator, tenant.organizationId)).toEqual([]);
});
