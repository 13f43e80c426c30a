import { BUCKET, startWorld } from '@headshots/local-cloud/testing/s3-world.ts';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { auditOrganization } from '../../../shared/audit/audit.ts';
import type { ModelEvent } from '../../../shared/contract/events.ts';
import { contextWith } from '../../../shared/domain/context.ts';
import { type Erasure, listErasures, pageOfErasures } from '../../../shared/domain/erasure/erasure.ts';
import { eraseOrganization } from '../../../shared/domain/erasure/organization.ts';
import { eraseAddress, eraseMember } from '../../../shared/domain/erasure/person.ts';
import { eraseTraces, overdueErasures } from '../../../shared/domain/erasure/traces.ts';
import { begin, keepAnswer } from '../../../shared/domain/idempotency/idempotency.ts';
import { subjectsIn } from '../../../shared/domain/idempotency/subject.ts';
import { readInviteTo } from '../../../shared/domain/invite/describe.ts';
import { findInvite } from '../../../shared/domain/invite/invite.ts';
import { revokeInvite } from '../../../shared/domain/invite/revoke.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { signUp } from '../../../shared/domain/invite/sign-up.ts';
import { stopReminders } from '../../../shared/domain/invite/stop-reminders.ts';
import { confirmAddress } from '../../../shared/domain/member/address.ts';
import { findSession } from '../../../shared/domain/member/session.ts';
import { beginModel } from '../../../shared/domain/model/create.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { readBalance } from '../../../shared/domain/organization/credits.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { listTrail } from '../../../shared/domain/trail/read.ts';
import { trailWrite } from '../../../shared/domain/trail/trail.ts';
import { announceUploads } from '../../../shared/domain/upload/upload.ts';
import { incomingKey, photoKey, uploadKey } from '../../../shared/images/keys.ts';
import { ImageStore } from '../../../shared/images/store.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/platform/clock.ts';
import { collections, type Key, keys, scopes } from '../../../shared/table/keys.ts';
import { put, update } from '../../../shared/table/transaction.ts';
import { attemptWrite } from '../../../shared/webhook/delivery.ts';
import { bareUpdate } from '../../support/bare-writes.ts';
import { confirmationMail, confirmChosen } from '../../support/chosen-address.ts';
import { freshTable } from '../../support/fresh-table.ts';
import { interrupted } from '../../support/interrupted.ts';
import { appendEvents } from '../../support/trail.ts';

const NAME = 'Wilhelmina Quast';
const ADDRESS = 'wilhelmina@quast.test';
/** The network address from which the person acts. */
const NETWORK = '198.51.100.77';
const FILE = { name: 'wilhelmina.jpg', type: 'image/jpeg', size: 1000 };

let now = Date.parse('2026-05-04T12:00:00.000Z');
const { context, items } = freshTable(() => now);
let store: ImageStore;
let organizationId: string;

beforeAll(async () => {
  const objects = await startWorld();
  store = new ImageStore(objects.client(), BUCKET);
  return () => objects.stop();
});
beforeEach(async () => {
  ({ organizationId } = await createOrganization(context, { name: 'Company', credits: 5 }));
});

/** A person who was invited twice, has signed up under a name, and has begun to upload. */
async function somePerson() {
  await sendInvite(context, organizationId, { email: ADDRESS, name: NAME });
  await revokeInvite(context, organizationId, ADDRESS);
  const invite = await sendInvite(context, organizationId, { email: ADDRESS, name: NAME });
  await stopReminders(context, invite.id);
  const fromNetwork = contextWith(context, { address: NETWORK });
  const { session, member } = await signUp(fromNetwork, invite.id, { name: NAME });
  const model = await beginModel(context, await readOrganization(context, organizationId), member.id);
  const { uploads } = await announceUploads(context, async () => model, [FILE]);
  const ref = { organizationId, modelId: model.id };
  for (const { id } of uploads) {
    for (const key of [incomingKey(ref, id), uploadKey(ref, id), photoKey(ref, 'pho_1', 'main')]) {
      await store.write(key, Buffer.from('face'), 'image/jpeg');
    }
  }
  // A receiver may answer with what it was sent, and the log keeps the start of it.
  const [event] = await context.table.all<ModelEvent>(collections.events(organizationId, model.id));
  const logged = { attempt: 1, at: '', durationMs: 1, detail: '', responseStart: `noted ${NAME}` };
  const [first] = event?.webhooks ?? [];
  const webhooks = ['whk_1', 'whk_2'].map((id) => ({ ...first, id }));
  await context.table.commit([
    update(keys.event(organizationId, model.id, 1), { set: { webhooks } }),
    ...webhooks.map(({ id }) => attemptWrite(context, organizationId, { webhookId: id, ...logged })),
  ]);
  return { invite, session, member, model };
}

/** The id of everything in {@link everyKey}. */
const SAME = 'same';
/** Keys of items that belong to no organization. */
const OF_NO_ORGANIZATION = ['apiKeyHash', 'sweepRound', 'virtualTime', 'permit', 'answerSubject', 'mailbox'];

/** A key of every kind in the partitions of the organization. A new kind is in it by itself. */
function everyKey(): Key[] {
  const { rateCounter, idempotencyKey, uploadAllowance, ...others } = keys;
  const own = scopes.organization(organizationId);
  const {
    address: _address,
    user: _user,
    userWithMore: _more,
    member,
    models,
    invite,
    ...ofOrganization
  } = scopes;
  const callers = [own, member(organizationId, SAME)];
  const pools = [
    ...callers,
    models(organizationId, SAME),
    invite(organizationId, SAME),
    ...Object.values(ofOrganization).map((scope) => scope(organizationId)),
  ];
  return [
    ...pools.map((scope) => rateCounter(scope)),
    ...callers.flatMap((scope) => [idempotencyKey(scope, SAME), uploadAllowance(scope, SAME)]),
    ...Object.entries(others).flatMap(([name, keyOf]): Key[] => {
      if (OF_NO_ORGANIZATION.includes(name)) return [];
      const first = /^list[A-Z]/.test(name) ? own : organizationId;
      const key: Key = Reflect.apply(keyOf, undefined, [first, ...Array(4).fill(SAME)]);
      expect(key.PK, name).toMatch(new RegExp(`^${own}(#|$)`));
      return [key];
    }),
  ];
}

async function carryOut(pass: number): Promise<void> {
  for (const { id } of await listErasures(context, organizationId)) {
    await eraseTraces(context, store, { organizationId, erasureId: id, pass });
  }
}

function tableText(): string {
  return JSON.stringify(items().filter(({ PK }) => PK.includes(organizationId)));
}

async function violations(): Promise<string[]> {
  return (await auditOrganization(context, store, organizationId)).violations;
}

describe('the erasure of a member', () => {
  test('an erased member leaves no address, name, hash or image, and the address can be invited anew', async () => {
    const { invite, session, member } = await somePerson();
    await eraseMember(context, organizationId, member.id, 'member');
    expect(await findSession(context, session)).toBeUndefined();
    await carryOut(1);

    const text = tableText();
    expect(text).not.toContain(ADDRESS);
    expect(text).not.toContain(NAME);
    expect(await store.list('')).toEqual([]);
    expect(await violations()).toEqual([]);
    const [erasure] = await listErasures(context, organizationId);
    expect(erasure).toMatchObject({ memberId: member.id, requestedBy: 'member' });
    expect(erasure?.doneAt).toBeDefined();
    expect(await findInvite(context, organizationId, invite.id)).toMatchObject({ email: '', status: 'used' });

    now += 1;
    const again = await sendInvite(context, organizationId, { email: ADDRESS, name: NAME });
    const newcomer = await signUp(context, again.id, {});
    await carryOut(2);
    const [checked] = await listErasures(context, organizationId);
    expect(checked).not.toHaveProperty('subjects');
    expect(checked?.doneAt).toBe(erasure?.doneAt);
    expect((await readInviteTo(context, organizationId, ADDRESS)).invite).toMatchObject({
      id: again.id,
      email: ADDRESS,
      memberId: newcomer.member.id,
    });
    expect(await violations()).toEqual([]);
  });

  test('an address that is invited again before its traces are erased keeps its new invite', async () => {
    const { member } = await somePerson();
    await eraseMember(context, organizationId, member.id, 'organization');
    now += 1;
    const { id } = await sendInvite(context, organizationId, { email: ADDRESS });
    await carryOut(1);
    expect((await readInviteTo(context, organizationId, ADDRESS)).invite.id).toBe(id);
  });

  test('the audit trail of an erased member keeps ids and times, and no network address', async () => {
    const { member } = await somePerson();
    const owner = contextWith(context, { actor: { kind: 'user', id: 'user_1' }, address: '203.0.113.5' });
    await eraseMember(owner, organizationId, member.id, 'organization');
    const entriesOf = async () => (await listTrail(context, organizationId, { limit: 50 })).entries;
    expect((await entriesOf()).filter(({ address }) => address === NETWORK)).toHaveLength(1);
    const colleague = { kind: 'member', id: 'mem_other' } as const;
    const elsewhere = contextWith(context, { actor: colleague, address: '203.0.113.6' });
    await context.table.commit([trailWrite(elsewhere, organizationId, 'member.signed_in', colleague.id)]);
    await appendEvents(context, organizationId);
    await carryOut(1);
    expect(tableText()).not.toContain(NETWORK);
    const entries = (await entriesOf()).toSorted((one, other) => one.action.localeCompare(other.action));
    expect(entries).toMatchObject([
      { action: 'invite.revoked' },
      { action: 'invite.sent' },
      { action: 'invite.sent' },
      { action: 'member.signed_in', address: '203.0.113.6' },
      { action: 'member.signed_up', actor: { kind: 'member', id: member.id } },
      { action: 'model.created' },
      { action: 'model.deleted' },
      { action: 'organization.created' },
      {
        action: 'person.erased',
        target: member.id,
        actor: { kind: 'user', id: 'user_1' },
        address: '203.0.113.5',
      },
    ]);
  });

  test('a member without a model is erased, with an invite that comes at that moment, and a second request answers NOT_FOUND', async () => {
    const { id } = await sendInvite(context, organizationId, { email: ADDRESS, name: NAME });
    const { member } = await signUp(context, id, { name: NAME });
    await context.table.write(
      bareUpdate(keys.member(organizationId, member.id), { set: { inviteUsedUp: true } }),
    );
    const invited = interrupted(context, () => sendInvite(context, organizationId, { email: ADDRESS }));
    await eraseMember(invited, organizationId, member.id, 'member');
    await expect(eraseMember(context, organizationId, member.id, 'member')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await carryOut(1);
    await carryOut(1);
    expect(tableText()).not.toContain(ADDRESS);
    expect(await listErasures(context, organizationId)).toHaveLength(1);
  });

  test('an answer that was kept for an Idempotency-Key and names the person is removed', async () => {
    const { member } = await somePerson();
    const keep = async (scope: string, hash: string, subjects: string[]) => {
      const request = { scope, hash, fingerprint: 'f', holder: 'h', leaseUntil: now + MINUTE };
      await begin(context, request);
      await keepAnswer(context, request, Buffer.from('sealed'), subjects);
    };
    const about = (email: string) => subjectsIn(organizationId, { error: `The address ${email} is taken.` });
    await keep(scopes.organization(organizationId), 'theirs', about(ADDRESS));
    await keep(scopes.organization(organizationId), 'wide', about(ADDRESS.replace('quast', 'ｑuast')));
    await keep(scopes.organization(organizationId), 'others', about('other@quast.test'));
    await keep(scopes.address('203.0.113.1'), 'no caller', subjectsIn(undefined, { member }));
    await eraseMember(context, organizationId, member.id, 'organization');
    await carryOut(1);
    // The second pass removes what was kept after the first one.
    await keep(scopes.organization(organizationId), 'late', about(ADDRESS));
    await carryOut(2);
    const kept = (kind: string) => items().flatMap(({ entity, SK }) => (entity === kind ? [SK] : []));
    expect(kept('IDEMPOTENCY')).toEqual(['REQUEST#others']);
    // Hashes of the person's address and id lead to the answers.
    expect(kept('SUBJECT')).toEqual([expect.stringContaining('REQUEST#others')]);
  });

  test('an erasure whose message was lost is found half an hour later, until it is done', async () => {
    const { member } = await somePerson();
    await eraseMember(context, organizationId, member.id, 'organization');
    const overdue = async () =>
      (await Array.fromAsync(overdueErasures(context))).filter(
        (erasure: Erasure) => erasure.organizationId === organizationId,
      );
    expect(await overdue()).toEqual([]);
    now += HOUR;
    expect(await overdue()).toMatchObject([{ memberId: member.id }]);
    await carryOut(1);
    expect(await overdue()).toEqual([]);
  });
});

describe('the erasure of an address', () => {
  const erase = () => eraseAddress(context, organizationId, ADDRESS, 'organization');

  test('a person who was only invited leaves no address, and the pending invite no slot', async () => {
    await sendInvite(context, organizationId, { email: ADDRESS, name: NAME });
    await revokeInvite(context, organizationId, ADDRESS);
    now += DAY;
    const { id } = await sendInvite(context, organizationId, { email: ADDRESS, name: NAME });
    await erase();
    await carryOut(1);
    expect(tableText()).not.toContain(ADDRESS);
    expect(await findInvite(context, organizationId, id)).toMatchObject({ email: '', status: 'revoked' });
    expect(await readBalance(context, organizationId)).toMatchObject({ pendingInvites: 0 });
    await expect(signUp(context, id, {})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await carryOut(2);
    expect(await violations()).toEqual([]);
    await expect(erase()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a member is erased by the own address, and by the one of the invite', async () => {
    const { member } = await somePerson();
    await erase();
    expect(await listErasures(context, organizationId)).toMatchObject([{ memberId: member.id }]);
    now += DAY;
    const { id } = await sendInvite(context, organizationId, { email: ADDRESS, name: NAME });
    const other = await signUp(context, id, { email: 'wilhelmina@other.test' });
    await confirmChosen(context, organizationId, other.member.id);
    await erase();
    await carryOut(1);
    expect(tableText()).not.toMatch(/wilhelmina@/);
    expect(await listErasures(context, organizationId)).toHaveLength(2);
  });

  test('an invite that is used at this moment leads to its member, who is erased', async () => {
    const { id } = await sendInvite(context, organizationId, { email: ADDRESS, name: NAME });
    const signedUp = interrupted(context, () => signUp(context, id, {}));
    await eraseAddress(signedUp, organizationId, ADDRESS, 'organization');
    await carryOut(1);
    expect(tableText()).not.toContain(ADDRESS);
    expect(await listErasures(context, organizationId)).toMatchObject([{ memberId: expect.any(String) }]);
    expect(await violations()).toEqual([]);
  });

  test('the invite of another member to the address keeps the choice of that member', async () => {
    const { id } = await sendInvite(context, organizationId, { email: ADDRESS });
    const other = await signUp(context, id, { email: 'eve@people.test' });
    await confirmChosen(context, organizationId, other.member.id);
    await stopReminders(context, id);
    const invite = await sendInvite(context, organizationId, { email: ADDRESS });
    await signUp(context, invite.id, {});
    await erase();
    await carryOut(1);
    expect(await findInvite(context, organizationId, id)).toMatchObject({
      email: '',
      wantsNoReminders: true,
    });
    await expect(stopReminders(context, invite.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await violations()).toEqual([]);
  });

  test('an address that another member has chosen and not confirmed is forgotten', async () => {
    const invite = await sendInvite(context, organizationId, { email: 'eve@people.test' });
    const { member, session } = await signUp(context, invite.id, { email: ADDRESS });
    const { token } = await confirmationMail(context, organizationId, member.id);
    await sendInvite(context, organizationId, { email: ADDRESS, name: NAME });
    await erase();
    await carryOut(1);
    expect(tableText()).not.toContain(ADDRESS);
    await expect(confirmAddress(context, token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await findSession(context, session)).toBeDefined();
    expect(await violations()).toEqual([]);
  });
});

test('erasures are listed page by page, the newest first, and to their organization only', async () => {
  for (const name of ['one', 'two', 'three']) {
    await sendInvite(context, organizationId, { email: `${name}@quast.test` });
    await eraseAddress(context, organizationId, `${name}@quast.test`, 'organization');
    now += 1;
  }
  const page = async (limit: number, before?: string) => {
    const { erasures, next } = await pageOfErasures(context, organizationId, { limit, before });
    return { ids: erasures.map(({ id }) => id), next };
  };
  const { ids } = await page(3);
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect(await page(2)).toEqual({ ids: ids.slice(0, 2), next: ids[1] });
  expect(await page(1, ids[0])).toEqual({ ids: [ids[1]], next: ids[1] });
  expect(await page(2, ids[1])).toEqual({ ids: ids.slice(2), next: null });
  expect(await page(3)).toEqual({ ids, next: null });
  const other = await createOrganization(context, { name: 'Other' });
  expect(await pageOfErasures(context, other.organizationId, { limit: 3 })).toEqual({
    erasures: [],
    next: null,
  });
});

describe('the erasure of an organization', () => {
  test('an erased organization leaves only the records of erasures, also after an interruption', async () => {
    const { member } = await somePerson();
    await eraseMember(context, organizationId, member.id, 'organization');
    // Three mails a day go to one address.
    now += DAY;
    await somePerson();
    const interruptedAfter = (part: string) =>
      eraseOrganization(context, store, organizationId, (sentence) => {
        if (sentence.includes(part)) throw new Error('interrupted');
      });
    await expect(interruptedAfter('images')).rejects.toThrow('interrupted');
    const removeAllOf = store.removeAllOf.bind(store);
    // A form is posted while the items are erased, each time.
    const removeAndPost: typeof removeAllOf = async (ref) => {
      const removed = await removeAllOf(ref);
      await store.write(incomingKey({ organizationId, modelId: 'mdl_1' }, 'upl_1'), Buffer.from('face'), '');
      return removed;
    };
    const removal = vi.spyOn(store, 'removeAllOf');
    removal.mockImplementationOnce(removeAndPost).mockImplementationOnce(removeAndPost);
    await expect(interruptedAfter('items')).rejects.toThrow('interrupted');
    const done = await eraseOrganization(context, store, organizationId, () => undefined);
    expect(done).toMatchObject({ requestedBy: 'operator' });
    expect(done.doneAt).toBeDefined();
    now += DAY;
    expect(await eraseOrganization(context, store, organizationId, () => undefined)).toMatchObject(done);

    const items = JSON.parse(tableText()) as { entity: string }[];
    expect(items.map(({ entity }) => entity)).toEqual(['ERASURE', 'ERASURE']);
    const text = JSON.stringify(items);
    for (const trace of [ADDRESS, NAME, 'Company', 'subjects', 'GSI1PK']) expect(text).not.toContain(trace);
    expect(await store.list('')).toEqual([]);
  });

  test('an item of every kind of key is erased with its organization, but records that are proof', async () => {
    const stored = everyKey();
    // What belongs to a model, a member or an invite is found by the id of this item.
    for (const key of stored) await context.table.write(put({ ...key, id: SAME, hash: SAME }));
    await eraseOrganization(context, store, organizationId, () => undefined);
    const left = new Set(items().map(({ PK, SK }) => `${PK} ${SK}`));
    const kept = stored.filter(({ PK, SK }) => left.has(`${PK} ${SK}`));
    expect(kept.map(({ entity }) => entity)).toEqual(['PROVIDER_COPIES', 'ERASURE']);
  });

  test('an organization that does not exist cannot be erased', async () => {
    const missing = 'org_00000000000000000000000000';
    await expect(eraseOrganization(context, store, missing, () => undefined)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
