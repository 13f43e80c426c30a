import { type Answer, ApiError } from '../../service/api.ts';
import { pauseAfter } from '../../service/backoff.ts';
import type { Batch, Fault, Line, SendingList } from './list.ts';

type BulkAnswer = Answer<'POST /api/v2/organization/invites/bulk'>;

export interface Invites {
  emails: string[];
  /** Names by address. */
  names: Record<string, string>;
  teamId: string | undefined;
}

/** The service and the browser as a list needs them. */
export interface Sending {
  send(invites: Invites, idempotencyKey: string): Promise<BulkAnswer>;
  /** The time at which the newest invite to an address was created, in milliseconds since the epoch. */
  invitedAt(email: string): Promise<number | undefined>;
  /** Stores the list as it is now. */
  keep(list: SendingList): Promise<void>;
  /** Resolves after so many milliseconds, or earlier when sending is to stop or the connection is back. */
  wait(milliseconds: number): Promise<void>;
  newKey(): string;
  now(): number;
  isStopped(): boolean;
  show(state: SendState): void;
}

/** The state of sending, as the page shows it. */
export type SendState =
  | { name: 'sending' }
  /** The service is asked again by itself: after a limit of requests, or when it can be reached again. */
  | { name: 'waiting'; cause: 'limit' | 'connection'; until: number }
  | { name: 'finished' }
  | { name: 'stopped' }
  /** The cap of pending invites is reached: it needs credits, or invites that are revoked. */
  | { name: 'full' }
  /** The invite mails of the day are used up until then, in milliseconds since the epoch. */
  | { name: 'usedUp'; until: number };

/** A list is sent by about so many requests, so that its progress is visible. */
const REQUESTS = 40;
const BATCH_MIN = 25;
const BATCH_MAX = 250;
/** A longer wait than the minute of the limit of requests is that of the mails of a day. */
const REQUEST_LIMIT_SECONDS = 60;
/** Tries of a request that the service refuses to repeat while the first one is in progress. */
const REPEATED_TRIES = 8;
/** Clocks of browsers differ from that of the service by up to so many milliseconds. */
const CLOCK_DIFFERENCE = 10 * 60_000;

/**
 * Sends the lines that are left, batch by batch, and changes the list as it goes. It can be stopped at any time, also by
 * the end of the tab: the batch that was in progress is repeated with its key.
 * @throws errors that the user has to see, such as the end of the session. The list can be continued afterwards.
 */
export async function sendList(list: SendingList, sending: Sending): Promise<SendState> {
  for (;;) {
    if (sending.isStopped()) return { name: 'stopped' };
    const batch = list.batch ?? nextBatch(list, sending.newKey());
    if (batch === undefined) return { name: 'finished' };
    batch.tries += 1;
    list.batch = batch;
    await sending.keep(list);
    sending.show({ name: 'sending' });
    const end = await sendBatch(list, batch, sending);
    await sending.keep(list);
    if (end) return end;
  }
}

function nextBatch({ lines }: SendingList, idempotencyKey: string): Batch | undefined {
  const size = Math.min(BATCH_MAX, Math.max(BATCH_MIN, Math.ceil(lines.length / REQUESTS)));
  const first = lines.find(({ outcome }) => outcome === undefined);
  if (first === undefined) return undefined;
  const positions: number[] = [];
  for (const [position, line] of lines.entries()) {
    if (line.outcome === undefined && line.teamId === first.teamId) positions.push(position);
    if (positions.length === size) break;
  }
  return { idempotencyKey, positions, tries: 0 };
}

/** Makes one request. @returns the state in which the list stops; undefined to go on. */
async function sendBatch(list: SendingList, batch: Batch, sending: Sending): Promise<SendState | undefined> {
  const lines = batch.positions.flatMap((position) => list.lines[position] ?? []);
  try {
    const emails = lines.map(({ email }) => email);
    const named = lines.filter(({ name }) => name !== '').map(({ email, name }) => [email, name] as const);
    const invites = { emails, names: Object.fromEntries(named), teamId: lines[0]?.teamId };
    const { results } = await sending.send(invites, batch.idempotencyKey);
    const resultOf = new Map(results.map((result) => [result.email, result]));
    for (const line of lines) {
      const result = resultOf.get(line.email);
      if (result?.sent) line.outcome = 'sent';
      else if (result?.code === 'ALREADY_EXISTS' && (await isOwn(line, list, batch, sending)))
        line.outcome = 'sent';
      else fail(line, result?.code === 'RATE_LIMIT_EXCEEDED' ? 'mailedTooOften' : 'invited', result?.error);
    }
    delete list.batch;
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return afterError(error, list, batch, lines, sending);
  }
}

/**
 * Whether a former try of the same batch has sent this invite: a try whose answer was lost and cannot be replayed,
 * because it ended midway or belonged to a former session.
 */
async function isOwn(line: Line, list: SendingList, batch: Batch, sending: Sending): Promise<boolean> {
  if (batch.tries < 2) return false;
  const invitedAt = await sending.invitedAt(line.email);
  return invitedAt !== undefined && invitedAt >= list.startedAt - CLOCK_DIFFERENCE;
}

async function afterError(
  error: ApiError,
  list: SendingList,
  batch: Batch,
  lines: readonly Line[],
  sending: Sending,
): Promise<SendState | undefined> {
  const { code, retryAfterSeconds = 1 } = error;
  if (code === 'OFFLINE' || code === 'INTERNAL_ERROR') {
    return pause('connection', pauseAfter(batch.tries), sending);
  }
  // The first request with the key may still be in progress.
  if (code === 'INVALID_REQUEST' && batch.tries > 1 && batch.tries < REPEATED_TRIES) {
    return pause('connection', pauseAfter(batch.tries), sending);
  }
  // Any other answer tells that this try has changed nothing.
  batch.tries -= 1;
  if (code === 'RATE_LIMIT_EXCEEDED' && retryAfterSeconds <= REQUEST_LIMIT_SECONDS) {
    return pause('limit', retryAfterSeconds * 1000, sending);
  }
  if (code === 'RATE_LIMIT_EXCEEDED') {
    if (shrink(list, batch, Math.floor(lines.length / 2), sending)) return undefined;
    return { name: 'usedUp', until: sending.now() + retryAfterSeconds * 1000 };
  }
  if (code === 'INVITE_LIMIT_EXCEEDED') {
    const { maxPendingInvites = 0, pendingInvites = 0 } = error.details;
    const room = Number(maxPendingInvites) - Number(pendingInvites);
    const fitting = room < lines.length ? room : Math.floor(lines.length / 2);
    return shrink(list, batch, fitting, sending) ? undefined : { name: 'full' };
  }
  if (code === 'UNAUTHORIZED' || code === 'FORBIDDEN') throw error;
  if (code === 'NOT_FOUND') for (const line of lines) fail(line, 'teamGone', undefined);
  else if (shrink(list, batch, Math.floor(lines.length / 2), sending)) return undefined;
  else for (const line of lines) fail(line, 'refused', error.message);
  delete list.batch;
  return undefined;
}

function fail(line: Line, fault: Fault, sentence: string | undefined): void {
  line.outcome = fault;
  if (sentence !== undefined) line.sentence = sentence;
}

async function pause(
  cause: 'limit' | 'connection',
  milliseconds: number,
  sending: Sending,
): Promise<undefined> {
  sending.show({ name: 'waiting', cause, until: sending.now() + milliseconds });
  await sending.wait(milliseconds);
}

/**
 * Replaces a batch that was refused as a whole by its first lines, as another request. Tries without a known
 * outcome go with it: one of them may have sent invites before it ended.
 * @returns false when there are none left
 */
function shrink(list: SendingList, batch: Batch, count: number, sending: Sending): boolean {
  if (count < 1) {
    delete list.batch;
    return false;
  }
  list.batch = { ...batch, idempotencyKey: sending.newKey(), positions: batch.positions.slice(0, count) };
  return true;
}
