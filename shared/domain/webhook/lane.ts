import type { WebhookEvent } from '../../contract/webhooks.ts';
import { DAY, epochSeconds, isoTime, SECOND } from '../../platform/clock.ts';
import { absent, equals } from '../../table/condition.ts';
import { collections, keys } from '../../table/keys.ts';
import { put, type Step } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { type ModelEvent, Stale } from '../model/move.ts';

/**
 * The lane of a model: its webhooks, one after another. The order lives here and not in a queue, whose messages
 * only say that a lane is worth a look. So a message that is lost, doubled or late can neither lose an event nor
 * turn two around.
 */
export interface Lane {
  organizationId: string;
  modelId: string;
  /** Grows with every change; a change is written only over the version that it was made from. */
  version: number;
  /** The last webhook that was delivered or given up, as the model's own events come. */
  settled: Position;
  /** Webhooks settled before that somebody wants sent once more, in this order and before what is new. */
  again: WebhookRef[];
  /** The webhook that is being tried; absent when none has been since the last was settled. */
  head?: Head;
  /** Since when the lane stands still, its head out of attempts or with nowhere to go. */
  parkedAt?: string;
}

/** Which webhook of which event of the model; both counted from 1. */
export interface Position {
  sequence: number;
  webhook: number;
}

export interface WebhookRef {
  position: Position;
  webhookId: string;
  /** How many attempts its log shows already. */
  attempts: number;
}

export interface Head extends WebhookRef {
  /** True when it comes from `again`: settling it leaves the place in the model's events as it is. */
  redelivery: boolean;
  /** Failed attempts since it was last let loose: what the retry schedule counts. */
  failures: number;
  nextAttemptAt?: string;
  claim?: Claim;
}

/** Somebody is posting the head. Nobody else does until the claim has lapsed: then its holder has died. */
export interface Claim {
  token: string;
  startedAt: string;
  until: string;
}

/** A webhook with the event that tells of it. */
export interface Due {
  ref: WebhookRef;
  event: ModelEvent;
  name: WebhookEvent;
  body: string;
}

/** A partner that creates a white-label model has this long to store its id before it hears of it. */
export const WHITE_LABEL_DELAY_SECONDS = 5;

/** A wake that was not published yet is of no use after this. */
const WAKE_RETENTION = DAY;

export async function readLane(
  context: DomainContext,
  organizationId: string,
  modelId: string,
): Promise<Lane> {
  const stored = await context.table.get<Lane>(keys.lane(organizationId, modelId));
  return stored ?? { organizationId, modelId, version: 0, settled: { sequence: 0, webhook: 0 }, again: [] };
}

/** Writes a lane over the version it was made from. @throws Stale, on commit, when that has changed. */
export function laneStep(lane: Lane): Step {
  const { organizationId, modelId, version } = lane;
  return put(
    { ...keys.lane(organizationId, modelId), ...laneRecord(lane), version: version + 1 },
    {
      condition: version === 0 ? absent : equals('version', version),
      refusal: () => new Stale(`The lane of ${modelId} changed meanwhile.`),
    },
  );
}

/** @returns false when something it was based on had changed, and nothing was written. */
export async function unlessStale(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof Stale) return false;
    throw error;
  }
}

/** Without the keys, and whatever else the item that it was read from carried. */
function laneRecord({ organizationId, modelId, version, settled, again, head, parkedAt }: Lane): Lane {
  return {
    organizationId,
    modelId,
    version,
    settled,
    again,
    ...(head && { head }),
    ...(parkedAt !== undefined && { parkedAt }),
  };
}

/** The webhook whose turn it is; undefined when there is none. */
export async function dueIn(context: DomainContext, lane: Lane): Promise<Due | undefined> {
  for (const ref of lane.head ? [lane.head] : lane.again) {
    const event = await context.table.get<ModelEvent>(
      keys.event(lane.organizationId, lane.modelId, ref.position.sequence),
    );
    // An event that has expired cannot be sent again.
    const due = event && dueOf(event, ref.position.webhook, ref.attempts);
    if (due) return due;
  }
  for await (const due of pendingIn(context, lane, { pageSize: NEXT_EVENT })) return due;
  return undefined;
}

/** The event that was settled last may have more webhooks, so it is read with the one after it. */
const NEXT_EVENT = 2;

/** What follows the settled webhooks, in the order of the model's events. */
export async function* pendingIn(
  context: DomainContext,
  { organizationId, modelId, settled }: Lane,
  options: { pageSize?: number } = {},
): AsyncGenerator<Due> {
  const events = context.table.query<ModelEvent>(collections.events(organizationId, modelId), {
    ...options,
    between: [
      keys.event(organizationId, modelId, settled.sequence).SK,
      keys.event(organizationId, modelId, LAST_SEQUENCE).SK,
    ],
  });
  for await (const event of events) {
    const first = event.sequence === settled.sequence ? settled.webhook + 1 : 1;
    for (let webhook = first; webhook <= event.webhooks.length; webhook++) {
      const due = dueOf(event, webhook, 0);
      if (due) yield due;
    }
  }
}

const LAST_SEQUENCE = 999_999_999;

function dueOf(event: ModelEvent, webhook: number, attempts: number): Due | undefined {
  const found = event.webhooks[webhook - 1];
  return (
    found && {
      ref: { position: { sequence: event.sequence, webhook }, webhookId: found.id, attempts },
      event,
      name: found.event,
      body: found.body,
    }
  );
}

/** The head that a due webhook becomes, when it is not one already. */
export function headOf(lane: Lane, { ref }: Due): Head {
  if (lane.head?.webhookId === ref.webhookId) return lane.head;
  const redelivery = lane.again.some(({ webhookId }) => webhookId === ref.webhookId);
  return { ...ref, redelivery, failures: 0 };
}

/** The lane once its head is done with, delivered or given up. */
export function withoutHead(lane: Lane, head: Head): Lane {
  const { head: _head, parkedAt: _parkedAt, ...rest } = lane;
  return head.redelivery
    ? { ...rest, again: lane.again.filter(({ webhookId }) => webhookId !== head.webhookId) }
    : { ...rest, settled: head.position };
}

/** When an event may first be told of, in milliseconds since the epoch. */
export function tellableAt({ createdAt, whiteLabel }: ModelEvent): number {
  return Date.parse(createdAt) + (whiteLabel ? WHITE_LABEL_DELAY_SECONDS * SECOND : 0);
}

/** Says that a lane is worth a look; `at` is the earliest time at which it is. */
export interface LaneWake {
  kind: 'wake';
  id: string;
  organizationId: string;
  modelId: string;
  at: string;
  expiresAtSeconds: number;
}

/** The step by which a change of a lane has somebody look at it, at once or later. */
export function wakeStep(context: DomainContext, { organizationId, modelId }: Lane, at: number): Step {
  const id = context.newId('wake');
  const wake: LaneWake = {
    kind: 'wake',
    id,
    organizationId,
    modelId,
    at: isoTime(at),
    expiresAtSeconds: epochSeconds(at + WAKE_RETENTION),
  };
  return put({ ...keys.laneWake(organizationId, modelId, id), ...wake });
}
