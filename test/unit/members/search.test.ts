import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditSearch } from '../../../shared/audit/search.ts';
import { eraseOrganization } from '../../../shared/domain/erasure/organization.ts';
import { eraseMember } from '../../../shared/domain/erasure/person.ts';
import { findMember, type Member } from '../../../shared/domain/member/member.ts';
import { searchMembers } from '../../../shared/domain/member/search.ts';
import { memberStatus } from '../../../shared/domain/member/status.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { createWhiteLabelModel } from '../../../shared/domain/model/white-label.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { createTeam, deleteTeam } from '../../../shared/domain/team/change.ts';
import { addTeamMembers } from '../../../shared/domain/team/members.ts';
import { collections, keys } from '../../../shared/table/keys.ts';
import { put, remove } from '../../../shared/table/transaction.ts';
import { confirmChosen } from '../../support/chosen-address.ts';
import { inviteWorld } from '../../support/invite-world.ts';
import { MemoryImages } from '../../support/memory-images.ts';

const world = inviteWorld();

const FIRST = ['Anna', 'Änne', 'Berta', 'Jo', 'José', 'Anna-Lena'];
const LAST = ['Muster', 'Maier', 'van der Berg', 'Ånström'];
const QUERIES = [
  'a',
  'an',
  'anna',
  'j',
  'jose',
  'van der',
  'b m',
  'ma an',
  'ex',
  'maier example',
  'anstrom',
  'zz',
];
/** The letters of the names above as people type them. */
const plain = (text: string) =>
  text.toLowerCase().replaceAll('ä', 'a').replaceAll('å', 'a').replaceAll('é', 'e').replaceAll('ö', 'o');

/** The plain definition: each word of the query stands at the start of a text or after a character of no word. */
function isWanted({ name = '', email }: Member, query: string): boolean {
  const texts = [name, email].map(plain);
  return query.split(' ').every((word) => {
    return texts.some((text) =>
      [...text].some((_, place) => text.startsWith(word, place) && !/[a-z0-9]/.test(text[place - 1] ?? '')),
    );
  });
}

const membersOf = (organizationId: string) =>
  world.context.table.all<Member>(collections.members(organizationId));

type Filter = Pick<Parameters<typeof searchMembers>[2], 'status' | 'teamId'>;

/** The ids of all pages. */
async function foundBy(organizationId: string, search: string, limit: number, filter: Filter = {}) {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const request = { search, limit, cursor, ...filter };
    const { members, next } = await searchMembers(world.context, organizationId, request);
    expect(members.length).toBeLessThanOrEqual(limit);
    ids.push(...members.map(({ id }) => id));
    if (next === null) return ids;
    cursor = next;
  }
}

async function expectRecount(organizationId: string, filter: Filter = {}): Promise<void> {
  const members = await membersOf(organizationId);
  for (const query of QUERIES) {
    const wanted = members
      .filter((member) => isWanted(member, query))
      .filter((member) => filter.teamId === undefined || member.teamId === filter.teamId)
      .filter((member) => filter.status === undefined || memberStatus(member) === filter.status);
    const found = await foundBy(organizationId, query, 2, filter);
    expect([query, found.toSorted()]).toEqual([query, wanted.map(({ id }) => id).toSorted()]);
  }
  expect(await auditSearch(world.context, organizationId)).toEqual([]);
}

const names = fc.tuple(fc.constantFrom(...FIRST), fc.constantFrom(...LAST)).map((parts) => parts.join(' '));
const changes = fc.array(fc.tuple(fc.nat(6), fc.nat(20), names), { minLength: 8, maxLength: 14 });

test('a search finds the members that a recount finds, while they join, change names and addresses, and are erased', async () => {
  const { context } = world;
  let count = 0;
  await fc.assert(
    fc.asyncProperty(changes, async (chosen) => {
      const organizationId = await world.newOrganization(100);
      const organization = await readOrganization(context, organizationId);
      // An invite whose model was deleted makes no other one.
      const usedUp = new Set<string>();
      for (const [kind, number, name] of chosen) {
        count += 1;
        const email = `${plain(name).replaceAll(' ', '.')}.${count}@example.test`;
        const members = await membersOf(organizationId);
        const member = members[number % Math.max(1, members.length)];
        if (kind <= 1 || !member) await world.join(organizationId, email, { name });
        else if (kind === 2) {
          await createWhiteLabelModel(context, organization, 'https://app.test', {
            email,
            isDevelopment: false,
          });
        } else if (kind === 3) {
          const { memberId } = await world.join(organizationId, email, { name, email: `chosen.${email}` });
          await confirmChosen(context, organizationId, memberId);
        } else if (kind === 4 && member.model?.status !== 'waiting' && !usedUp.has(member.id)) {
          await world.onboard(organizationId, member.id, name);
        } else if (kind === 5 && member.modelId !== undefined) {
          await deleteModel(context, organizationId, member.modelId);
          usedUp.add(member.id);
        } else await eraseMember(context, organizationId, member.id, 'organization');
      }
      await expectRecount(organizationId);
    }),
    { numRuns: 3 },
  );
});

test('a member is found by the name given at the end of onboarding and by no former one, and one who has left by none', async () => {
  const { context } = world;
  const organizationId = await world.newOrganization(10);
  const { memberId } = await world.join(organizationId, 'mina@example.test', { name: 'Wilhelmina Quast' });
  expect(await world.onboard(organizationId, memberId, 'Mina Quast')).toMatchObject({ title: 'Mina Quast' });
  expect(await foundBy(organizationId, 'wilhel', 10)).toEqual([]);
  const input = { email: 'quast@white.test', isDevelopment: false };
  const organization = await readOrganization(context, organizationId);
  const { model } = await createWhiteLabelModel(context, organization, 'https://app.test', input);
  expect(await foundBy(organizationId, 'quast', 10)).toHaveLength(2);
  await deleteModel(context, organizationId, model.id);
  expect(await foundBy(organizationId, 'quast min', 10)).toEqual([memberId]);
  await eraseMember(context, organizationId, memberId, 'member');
  expect(await foundBy(organizationId, 'quast', 10)).toEqual([]);
  expect(await auditSearch(context, organizationId)).toEqual([]);
});

test('a search is filtered by status and team', async () => {
  const { context } = world;
  const organizationId = await world.newOrganization(10);
  const team = await createTeam(context, organizationId, 'Sales');
  for (const [place, name] of ['Anna Maier', 'Anna Muster', 'Berta Maier', 'Änne Maier'].entries()) {
    const email = `person${place}@example.test`;
    const { memberId } = await world.join(organizationId, email, { name });
    if (place > 0) await addTeamMembers(context, organizationId, team.id, [email]);
    if (place < 2) await world.onboard(organizationId, memberId);
  }
  await expectRecount(organizationId, { teamId: team.id });
  await expectRecount(organizationId, { status: 'pending' });
  await expectRecount(organizationId, { status: 'accepted', teamId: team.id });
  await deleteTeam(context, organizationId, team.id);
  expect(await foundBy(organizationId, 'an', 50, { teamId: team.id })).toEqual([]);
});

test('an answer reads a bounded number of words, and tells where to go on', async () => {
  const { context } = world;
  const organizationId = await world.newOrganization(10);
  const words = ['common', 'rare'];
  const memberIds = Array.from({ length: 1200 }, (_, place) => `mem_${String(place).padStart(26, '0')}`);
  for (const memberId of memberIds) {
    const item = { memberId, word: 'common', words };
    await context.table.write(put({ ...keys.searchWord(organizationId, 'common', memberId), ...item }));
  }
  // None of these members exists any more, and no word begins with the second one of the query.
  const first = await searchMembers(context, organizationId, { search: 'common zz', limit: 200 });
  expect(first).toEqual({ members: [], next: expect.any(String) });
  const cursor = first.next ?? '';
  expect(Buffer.from(cursor, 'base64url').toString()).toContain(memberIds[999]);
  const second = await searchMembers(context, organizationId, { search: 'common zz', limit: 200, cursor });
  expect(second).toEqual({ members: [], next: null });
  const other = searchMembers(context, organizationId, { search: 'rare', limit: 200, cursor });
  await expect(other).rejects.toMatchObject({ code: 'INVALID_REQUEST', message: /cursor/ });
});

test('the audit finds a word that is missing, one that is too many, and one of a former name', async () => {
  const { context } = world;
  const organizationId = await world.newOrganization(10);
  const { memberId } = await world.join(organizationId, 'anna@example.test', { name: 'Anna' });
  const stray = { memberId, word: 'former', words: ['former'] };
  await context.table.write(put({ ...keys.searchWord(organizationId, 'former', memberId), ...stray }));
  // The member as it is decides.
  expect(await foundBy(organizationId, 'former', 10)).toEqual([]);
  await context.table.write(remove(keys.searchWord(organizationId, 'test', memberId)));
  const outdated = { memberId, word: 'anna', words: ['anna'] };
  await context.table.write(put({ ...keys.searchWord(organizationId, 'anna', memberId), ...outdated }));
  expect(await auditSearch(context, organizationId)).toEqual([
    `${memberId} is not found by 2 of its words.`,
    `A word is stored for ${memberId}, which has no such word or does not exist.`,
  ]);
});

test('no word is left of an organization that was erased, nor found in another one', async () => {
  const { context } = world;
  const [organizationId, otherId] = [await world.newOrganization(10), await world.newOrganization(10)];
  const { memberId } = await world.join(organizationId, 'anna@example.test', { name: 'Anna' });
  expect(await foundBy(organizationId, 'anna', 10)).toEqual([memberId]);
  expect(await foundBy(otherId, 'anna', 10)).toEqual([]);
  await eraseOrganization(context, new MemoryImages(), organizationId, () => undefined);
  expect(await context.table.all(collections.searchWords(organizationId))).toEqual([]);
  expect(await findMember(context, organizationId, memberId)).toBeUndefined();
});
