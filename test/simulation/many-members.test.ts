import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler as listInvitesV1 } from '../../functions/v1/invites/list-invites.ts';
import { handler as listFavorites } from '../../functions/v2/favorites/list-favorites.ts';
import { handler as listInvites } from '../../functions/v2/invites/list-invites.ts';
import { handler as listAccepted } from '../../functions/v2/members/list-accepted-members.ts';
import { handler as listFinished } from '../../functions/v2/members/list-finished-members.ts';
import { handler as listMembers } from '../../functions/v2/members/list-members.ts';
import { handler as listPending } from '../../functions/v2/members/list-pending-members.ts';
import { handler as listModels } from '../../functions/v2/models/list-models.ts';
import { auditLists } from '../../shared/audit/lists.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { type DomainContext, domainContext } from '../../shared/domain/context.ts';
import { newInvite } from '../../shared/domain/invite/invite.ts';
import type { Member } from '../../shared/domain/member/member.ts';
import { newModel } from '../../shared/domain/model/create.ts';
import { type Model, projectionOf } from '../../shared/domain/model/model.ts';
import { createOrganization } from '../../shared/domain/organization/create.ts';
import { type Organization, readOrganization } from '../../shared/domain/organization/organization.ts';
import type { Photo } from '../../shared/domain/photo/photo.ts';
import { isoTime } from '../../shared/platform/clock.ts';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import { keys } from '../../shared/table/keys.ts';
import type { StoredItem } from '../../shared/table/transaction.ts';
import { indexStoredItems } from '../support/list-index.ts';
import { callHandler, type LoneTable, startLoneTable } from '../support/lone-table.ts';
import { mockedClient } from '../support/mocked-client.ts';
import { handlerContext, webhookSecretKey } from '../support/webhook-secret-key.ts';

/** The lists of an organization with 20,000 members, by functions called in this process. */

const MEMBERS = 20_000;
/**
 * Of every 40 members 21 are accepted, 4 pending and 15 finished. One of the finished ones has a favorite.
 */
const [ACCEPTED_OF_40, PENDING_OF_40] = [21, 4];
const COUNTS = { accepted: 10_500, pending: 2_000, finished: 7_500 };
const FAVORITES = 500;
const LAMBDA_ANSWER_MAX_BYTES = 6_291_556;
const WHOLE_LIST_MAX = 10_000;

// Besides the table, these functions need the key that signs links.
mockedClient(SecretsManagerClient)
  .on(GetSecretValueCommand)
  .resolves({
    SecretString: JSON.stringify({
      current: { accessKeyId: 'signer', secretAccessKey: 'secret', createdAt: '2026-01-01T00:00:00.000Z' },
    }),
  });

let table: LoneTable;
let apiKey: string;
/** The ids of the members, newest first. */
const ids: Record<'accepted' | 'pending' | 'finished', string[]> = {
  accepted: [],
  pending: [],
  finished: [],
};

beforeAll(async () => {
  Object.assign(process.env, { LINK_SIGNER_SECRET: 'signer', IMAGES_BUCKET: 'images' });
  table = await startLoneTable();
  const created = await createOrganization(handlerContext(), { name: 'Very Large', tier: 'enterprise' });
  apiKey = created.apiKey;
  await table.seed(await itemsOf(created.organizationId));
  await indexStoredItems(deployedContext(), created.organizationId);
  expect(await auditLists(deployedContext(), created.organizationId)).toEqual([]);
});
afterAll(() => table.stop());

/** Members who joined one per second until now, each by an invite, with their models and some favorites. */
async function itemsOf(organizationId: string): Promise<StoredItem[]> {
  const organization = await readOrganization(deployedContext(), organizationId);
  let now = deployedContext().clock.now() - MEMBERS * 1000;
  const past = domainContext(deployedContext().table, { now: () => now }, systemRandomness, webhookSecretKey);
  return Array.from({ length: MEMBERS }, (_, count) => {
    now += 1000;
    const place = count % 40;
    const status =
      place < ACCEPTED_OF_40 ? 'accepted' : place < ACCEPTED_OF_40 + PENDING_OF_40 ? 'pending' : 'finished';
    const member = memberNumber(past, count, status === 'finished');
    ids[status].unshift(member.id);
    const invite = newInvite(past, organizationId, { email: member.email });
    const used = { ...invite, status: 'used' as const, memberId: member.id };
    return [
      ...(status === 'accepted' ? [] : modelItems(past, organization, member, status, place === 39)),
      { ...keys.member(organizationId, member.id), ...member },
      { ...keys.invite(organizationId, invite.id), ...used },
    ];
  }).flat();
}

/** A long member has a name and an address that JSON and UTF-8 lengthen: all of them exceed one answer. */
function memberNumber(context: DomainContext, count: number, long: boolean): Member {
  return {
    id: context.newId('member'),
    email: `person-${count}@${long ? `${'long.'.repeat(44)}people.example` : 'p.example'}`,
    name: long ? `Zoë "the ${'Ü'.repeat(150)}" ${count}` : `Person ${count}`,
    anonymous: false,
    joinedAt: isoTime(context.clock.now()),
  };
}

/** The member's model, of which the member item gets the projection, and its favorite photo if it has one. */
function modelItems(
  context: DomainContext,
  organization: Organization,
  member: Member,
  status: 'pending' | 'finished',
  favorite: boolean,
): StoredItem[] {
  const model: Model = newModel(context, organization, member, { isDevelopment: false });
  const now = isoTime(context.clock.now());
  const photo: Photo = {
    ...{ id: context.newId('photo'), modelId: model.id, organizationId: organization.id },
    ...{ status: 'active', likedStatus: 'none', run: 1, madeBy: 'generated', createdAt: now },
  };
  if (status === 'finished')
    Object.assign(model, { status: 'active', photoCount: 40, availableCount: 40, finishedAt: now });
  if (favorite) Object.assign(model, { favoritePhotoId: photo.id, favoriteLikedStatus: photo.likedStatus });
  Object.assign(member, { modelId: model.id, model: projectionOf(model) });
  const modelItem = { ...keys.model(organization.id, model.id), ...model };
  if (!favorite) return [modelItem];
  return [modelItem, { ...keys.photo(organization.id, model.id, photo.id), ...photo }];
}

/** Calls a list. Expects a successful answer that Lambda can return. */
async function list(handler: Parameters<typeof callHandler>[0], query: Record<string, string> = {}) {
  const { statusCode, bytes, body } = await callHandler(handler, apiKey, query);
  expect([statusCode, body.success]).toEqual([200, true]);
  expect(bytes).toBeLessThanOrEqual(LAMBDA_ANSWER_MAX_BYTES);
  return body;
}
const idsOf = (entries: unknown) => (entries as { id: string }[]).map(({ id }) => id);

describe(`with ${MEMBERS.toLocaleString('en')} members`, () => {
  test('the combined list of members gives any page with the exact total', async () => {
    for (const offset of [0, 9_900, MEMBERS - 150, MEMBERS]) {
      const { members, pagination } = await list(listMembers, { limit: '200', offset: String(offset) });
      const left = Math.min(200, MEMBERS - offset);
      expect(pagination).toEqual({ total: MEMBERS, limit: 200, offset, hasMore: offset + left < MEMBERS });
      expect(members).toHaveLength(left);
    }
    for (const [status, total] of Object.entries(COUNTS)) {
      const { members, pagination } = await list(listMembers, { status, offset: String(total - 20) });
      expect(pagination).toEqual({ total, limit: 50, offset: total - 20, hasMore: false });
      expect(idsOf(members)).toEqual(ids[status as keyof typeof ids].slice(-20));
    }
  });

  test('the list of one status gives up to 10,000 members and the exact count', async () => {
    const pending = await list(listPending);
    expect([idsOf(pending.members), pending.count]).toEqual([ids.pending, COUNTS.pending]);
    const accepted = await list(listAccepted);
    expect(idsOf(accepted.members)).toEqual(ids.accepted.slice(0, WHOLE_LIST_MAX));
    expect(accepted.count).toBe(COUNTS.accepted);
    const rest = await list(listAccepted, { offset: String(WHOLE_LIST_MAX + 400), limit: '200' });
    expect(idsOf(rest.members)).toEqual(ids.accepted.slice(WHOLE_LIST_MAX + 400));
  });

  test('a list of long members ends where its answer is full, and a page continues there', async () => {
    const { members, count } = await list(listFinished);
    const shown = idsOf(members);
    expect(shown).toEqual(ids.finished.slice(0, shown.length));
    expect(shown.length).toBeGreaterThan(5_000);
    expect(shown.length).toBeLessThan(COUNTS.finished);
    expect(count).toBe(COUNTS.finished);
    const next = await list(listFinished, { offset: String(shown.length), limit: '200' });
    expect(idsOf(next.members)).toEqual(ids.finished.slice(shown.length, shown.length + 200));
  });

  test('the lists of favorites and models give any page with the exact total', async () => {
    const photos = await list(listFavorites, { limit: '200', offset: '400', include: 'all' });
    expect(photos.photos).toHaveLength(100);
    expect(photos.pagination).toEqual({ total: FAVORITES, limit: 200, offset: 400, hasMore: false });
    const full = await list(listFavorites, { limit: '200', include: 'all' });
    expect(full.photos).toHaveLength(200);

    const models = COUNTS.pending + COUNTS.finished;
    const last = await list(listModels, { limit: '200', offset: String(models - 10) });
    expect(last.models).toHaveLength(10);
    expect(last.pagination).toEqual({ total: models, limit: 200, offset: models - 10, hasMore: false });
    const active = await list(listModels, { status: 'active', limit: '200' });
    expect(active.pagination).toMatchObject({ total: COUNTS.finished, hasMore: true });
  });

  test('the list of invites gives any page with the exact total, and without a page as many as fit', async () => {
    const page = await list(listInvites, { limit: '200', offset: '19900' });
    expect(page.invites).toHaveLength(100);
    expect(page.pagination).toEqual({ total: MEMBERS, limit: 200, offset: 19_900, hasMore: false });
    const completed = await list(listInvites, { status: 'completed', limit: '1' });
    expect(completed.pagination).toMatchObject({ total: COUNTS.finished });
    const whole = await list(listInvites);
    expect(whole.pagination).toMatchObject({ total: MEMBERS, offset: 0, hasMore: true });
    const inV1 = await list(listInvitesV1);
    for (const { length } of [whole.invites, inV1.invites] as unknown[][]) {
      expect(length).toBeGreaterThan(5_000);
      expect(length).toBeLessThanOrEqual(WHOLE_LIST_MAX);
    }
  });
});
