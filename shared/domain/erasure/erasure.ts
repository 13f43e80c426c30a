import type { ErasureEvent } from '../../contract/events.ts';
import { EVENT_RETENTION } from '../../events/model-event.ts';
import { epochSeconds, isoTime } from '../../platform/clock.ts';
import { erasable, keys, sweepIndexes } from '../../table/keys.ts';
import type { Query } from '../../table/reads-ahead.ts';
import { put, type Transaction } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { jointStatus } from '../copies/describe.ts';
import { listRecords } from '../copies/record.ts';
import { addressSubject, idSubject } from '../idempotency/subject.ts';
import { trailWrite } from '../trail/trail.ts';

/** The id of the only erasure of a whole organization. It sorts before those of people. */
export const WHOLE_ORGANIZATION = 'ers_00000000000000000000000000';

/** The kind of caller that asked for an erasure: an API key and a user's session act for the organization. */
export type ErasureRequester = 'member' | 'organization' | 'operator';

/** The proof of an erasure: ids, times, and hashes, which go once the erasure was checked. */
export interface Erasure {
  id: string;
  organizationId: string;
  /** The erased member; absent for a person who was only invited, and for the erasure of the whole organization. */
  memberId?: string;
  /** The model that was deleted with the person. */
  modelId?: string;
  requestedBy: ErasureRequester;
  requestedAt: string;
  /** The time at which everything that was stored by then had been erased. */
  doneAt?: string;
  /** The time of the second pass, which erases what a form, a step or a request stored in between. */
  checkedAt?: string;
  /** Hashes of the person's address and id, by which the traces are found; absent after the second pass. */
  subjects?: string[];
}

export interface ErasedPerson {
  organizationId: string;
  /** Absent for a person who was only invited. */
  memberId?: string;
  email: string;
  model?: { id: string };
}

/** Has a person erased. A member's transaction also has to remove the member and free the address. */
export function erasureWrites(
  context: DomainContext,
  { organizationId, memberId, email, model }: ErasedPerson,
  requestedBy: ErasureRequester,
): Transaction {
  const now = context.clock.now();
  const erasure: Erasure = {
    id: context.newId('erasure'),
    organizationId,
    ...(memberId !== undefined && { memberId }),
    requestedBy,
    requestedAt: isoTime(now),
    subjects: [
      addressSubject(organizationId, email),
      ...(memberId === undefined ? [] : [idSubject(memberId)]),
    ],
    ...(model && { modelId: model.id }),
  };
  const event: ErasureEvent = {
    kind: 'erasure',
    organizationId,
    erasureId: erasure.id,
    expiresAtSeconds: epochSeconds(now + EVENT_RETENTION),
  };
  return [
    put({
      ...keys.erasure(organizationId, erasure.id),
      ...sweepIndexes.erasures.key(erasure.requestedAt, erasure.id),
      ...erasure,
    }),
    put({ ...keys.erasureEvent(organizationId, erasure.id), ...event }),
    trailWrite(context, organizationId, 'person.erased', memberId),
  ];
}

/** The erasures of an organization, the newest first. */
export async function listErasures(context: DomainContext, organizationId: string): Promise<Erasure[]> {
  return context.table.all<Erasure>(erasable.erasures(organizationId), { newestFirst: true });
}

/** Erasures as operators see them, with what hosted providers still keep. */
export function describeErasures(context: DomainContext, erasures: readonly Erasure[]) {
  return Promise.all(erasures.map((erasure) => describeErasure(context, erasure)));
}

/** `providerCopies` is null when no hosted provider ever had anything. */
export async function describeErasure(context: DomainContext, erasure: Erasure) {
  return {
    erasureId: erasure.id,
    memberId: erasure.memberId ?? null,
    modelId: erasure.modelId ?? null,
    requestedBy: erasure.requestedBy,
    requestedAt: erasure.requestedAt,
    doneAt: erasure.doneAt ?? null,
    checkedAt: erasure.checkedAt ?? null,
    providerCopies: jointStatus(await recordsOf(context, erasure)),
  };
}

/** The records of copies at providers of what was erased. */
async function recordsOf(context: DomainContext, { id, organizationId, modelId }: Erasure) {
  if (id === WHOLE_ORGANIZATION) return listRecords(context, organizationId);
  return modelId === undefined ? [] : listRecords(context, organizationId, modelId);
}

interface Place {
  limit: number;
  /** The last erasure of the previous page. */
  before?: string | undefined;
}

/** The read of a page of erasures. */
export function erasuresQuery(organizationId: string, { limit, before = '~' }: Place): Query {
  return {
    ...erasable.erasures(organizationId),
    between: [keys.erasure(organizationId, '').SK, keys.erasure(organizationId, before).SK],
    newestFirst: true,
    // Two more than the page: `before` itself, and one that shows whether there is a next page.
    limit: limit + 2,
  };
}

/** A page of erasures, the newest first. */
export async function pageOfErasures(
  context: DomainContext,
  organizationId: string,
  place: Place,
): Promise<{ erasures: Erasure[]; next: string | null }> {
  const { limit, before } = place;
  const read = await context.table.all<Erasure>(erasuresQuery(organizationId, place));
  const others = read.filter(({ id }) => id !== before);
  const erasures = others.slice(0, limit);
  return { erasures, next: others.length > limit ? (erasures.at(-1)?.id ?? null) : null };
}
