import type { RunInput } from '../../contract/run.ts';
import type { ImageStore } from '../../images/store.ts';
import { listedWrites } from '../../lists/writes.ts';
import { isoTime, MINUTE } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { equals, existsWithout } from '../../table/condition.ts';
import { ifStill, unlessConflict } from '../../table/conflict.ts';
import { collections, dueUntil, erasable, type Key, keys, scopes, sweepIndexes } from '../../table/keys.ts';
import { remove, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { addressSubject } from '../idempotency/subject.ts';
import type { Invite } from '../invite/invite.ts';
import { listedInvites } from '../listed.ts';
import type { Member } from '../member/member.ts';
import { removeEverything } from '../model/cleanup.ts';
import { scrubTrail } from '../trail/trail.ts';
import type { Erasure } from './erasure.ts';

/**
 * Erases what is stored about a former member; safe to repeat. The second `pass` comes after all that could store more.
 * @returns the runs whose copies at a provider are to be deleted
 */
export async function eraseTraces(
  context: DomainContext,
  store: ImageStore,
  { organizationId, erasureId, pass }: { organizationId: string; erasureId: string; pass: number },
): Promise<RunInput[]> {
  const key = keys.erasure(organizationId, erasureId);
  const erasure = await context.table.get<Erasure>(key);
  if (!erasure) throw new Error(`There is no erasure ${erasureId}.`);
  if (erasure.checkedAt !== undefined) return [];
  const { memberId, modelId, subjects = [] } = erasure;
  const runs =
    modelId === undefined ? [] : await removeEverything(context, store, { organizationId, modelId });
  await eraseInvites(context, erasure, subjects);
  await forgetChosenAddress(context, organizationId, subjects);
  if (memberId !== undefined) {
    await scrubTrail(context, organizationId, memberId);
    for (const collection of memberCollections(organizationId, memberId)) {
      await context.table.removeAll(await context.table.all<Key>(collection));
    }
  }
  for (const subject of subjects) await removeAnswers(context, subject);
  const at = isoTime(context.clock.now());
  await context.table.commit([
    update(key, {
      set: { doneAt: erasure.doneAt ?? at, ...(pass > 1 && { checkedAt: at }) },
      remove: ['GSI1PK', 'GSI1SK', ...(pass > 1 ? ['subjects'] : [])],
    }),
  ]);
  log.info('person erased', { organizationId, erasureId, pass });
  return runs;
}

/** Sessions, links and kept answers of a member, and the counts of the member's requests and models. */
export function memberCollections(organizationId: string, memberId: string) {
  const scope = scopes.member(organizationId, memberId);
  return [
    erasable.member(organizationId, memberId),
    erasable.uploadBounds(scope),
    erasable.answers(scope),
    collections.rateCounter(scope),
    collections.rateCounter(scopes.models(organizationId, memberId)),
  ];
}

async function removeAnswers(context: DomainContext, subject: string): Promise<void> {
  const pointers = await context.table.all<Key & { scope: string; hash: string }>(
    erasable.answersAbout(subject),
  );
  await context.table.removeAll(pointers.map(({ scope, hash }) => keys.idempotencyKey(scope, hash)));
  await context.table.removeAll(pointers);
}

/** Makes tombstones of the used invite and those closed before. A later invite to the address begins anew. */
async function eraseInvites(
  context: DomainContext,
  { organizationId, memberId, requestedAt }: Erasure,
  subjects: readonly string[],
): Promise<void> {
  const invites = context.table.query<Invite>(collections.invites(organizationId));
  for await (const invite of invites) {
    const isTheirs =
      (memberId !== undefined && invite.memberId === memberId) ||
      subjects.includes(addressSubject(organizationId, invite.email));
    const isLater = invite.status === 'pending' || invite.createdAt > requestedAt;
    if (!isTheirs || isLater || invite.erasedAt !== undefined) continue;
    const isUsedByOther = invite.memberId !== undefined && invite.memberId !== memberId;
    await eraseInvite(context, invite, isUsedByOther);
  }
}

/** Removes the address from members who have chosen it at sign-up, and whose choice its owner has not confirmed. */
async function forgetChosenAddress(
  context: DomainContext,
  organizationId: string,
  subjects: readonly string[],
): Promise<void> {
  const isTheirs = (email: string | undefined): email is string =>
    email !== undefined && subjects.includes(addressSubject(organizationId, email));
  for await (const { id, pendingEmail } of context.table.query<Member>(collections.members(organizationId))) {
    if (!isTheirs(pendingEmail)) continue;
    await unlessConflict(() =>
      context.table.commit([
        update(
          keys.member(organizationId, id),
          { remove: ['pendingEmail'] },
          ifStill(equals('pendingEmail', pendingEmail), `${id} has changed.`),
        ),
      ]),
    );
    const tokens = await context.table.all<Key & { email?: string }>(
      collections.memberTokens(organizationId, id),
    );
    await context.table.removeAll(tokens.filter(({ email }) => isTheirs(email)));
  }
}

/** Attributes of an invite that an erasure removes, beside the address. By the index keys, sweeps would find the person to remind. */
const PERSONAL = ['name', 'wantsNoReminders', 'GSI1PK', 'GSI1SK'];

/** An invite that another member has used goes on to tell that member's status and choice, without address and name. */
async function eraseInvite(context: DomainContext, invite: Invite, isUsedByOther: boolean): Promise<void> {
  const { id, organizationId, email } = invite;
  const changed = `${id} has changed.`;
  // A newer invite to the address may have taken the place of this one.
  const release = remove(keys.invitee(organizationId, email), ifStill(equals('inviteId', id), changed));
  await unlessConflict(() => context.table.commit([release]));
  await context.table.removeAll(await context.table.all<Key>(collections.inviteEvents(organizationId, id)));
  const guard = ifStill(existsWithout('erasedAt'), changed);
  const erased = { erasedAt: isoTime(context.clock.now()) };
  const writes = isUsedByOther
    ? [update(keys.invite(organizationId, id), { set: { email: '' }, remove: ['name'] }, guard)]
    : listedWrites(
        context,
        listedInvites.update(
          organizationId,
          invite,
          { ...invite, ...erased },
          { set: { email: '', ...erased }, remove: PERSONAL },
          guard,
        ),
      );
  await unlessConflict(() => context.table.commit(writes));
}

/** An erasure that was requested this long ago has lost its message, or failed too often. */
const RESUMED_AFTER = 30 * MINUTE;

/** The erasures of all organizations that should be done by now, the oldest first. */
export async function* overdueErasures(context: DomainContext): AsyncGenerator<Erasure> {
  yield* context.table.queryShards<Erasure>(sweepIndexes.erasures.shards(), {
    between: dueUntil(isoTime(context.clock.now() - RESUMED_AFTER)),
  });
}
