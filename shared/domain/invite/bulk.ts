import { Problem } from '../../contract/errors.ts';
import { ENTRY_CHANGES_MAX } from '../../lists/writes.ts';
import { log } from '../../platform/log.ts';
import { CONFLICT_ROUNDS, ConcurrencyConflict, retryOnConflict } from '../../table/conflict.ts';
import { TRANSACTION_MAX_WRITES, type Transaction } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { InviteLimitExceeded, inviteSlotWrite } from '../organization/credits.ts';
import { readTeam } from '../team/team.ts';
import { AddressTaken, takingAddress } from './address.ts';
import { expireInvite } from './close.ts';
import { takingSlots } from './expire.ts';
import { type Invite, newInvite } from './invite.ts';
import { judgeAddresses } from './judge-addresses.ts';
import { type MailsTo, mailCountWrite, mailsOnDayWrite, readMailsTo } from './mail-limit.ts';
import { type Reservation, releaseReservation, reserveSlots, takeReservedWrite } from './reservation.ts';
import { alreadyInvited, INVITE_WRITES_MAX, inviteWrites } from './send.ts';

/** The outcome for one address: its invite, or the reason why there is none. */
export type BulkResult = { email: string; invite: Invite } | Refused;

interface InvitesToSend {
  emails: readonly string[];
  /** Names by address. */
  names?: Readonly<Record<string, string>> | undefined;
  teamId?: string | undefined;
}

interface Refused {
  email: string;
  code: 'ALREADY_EXISTS' | 'RATE_LIMIT_EXCEEDED';
  error: string;
}

/** An address that can get an invite. */
interface OpenAddress {
  email: string;
  name: string | undefined;
  /** The member who has the address and may get another model. */
  renews: string | undefined;
  mails: MailsTo | undefined;
}

/** Writes for each invite: its own, and the count of its mail. */
const WRITES_EACH = INVITE_WRITES_MAX + 1;

/** Invites of one transaction with a reservation: one write takes the slots, and one notes the invites in the log of lists. */
const CHUNK = Math.min(Math.floor((TRANSACTION_MAX_WRITES - 2) / WRITES_EACH), ENTRY_CHANGES_MAX);

/** Invites of one transaction without a reservation, which counts the mails of the day as well. */
const TOGETHER_MAX = Math.min(Math.floor((TRANSACTION_MAX_WRITES - 3) / WRITES_EACH), ENTRY_CHANGES_MAX);

/**
 * Sends an invite to each address that can get one. A few are sent together; the slots of more are reserved first, so the
 * cap has room for all or for none. An invite that then fails, because its address was taken, gives its slot back.
 * @param emails distinct addresses
 * @returns one result for each address, in the same order
 * @throws NOT_FOUND for an unknown team; INVITE_LIMIT_EXCEEDED or RATE_LIMIT_EXCEEDED when not all of them fit.
 */
export async function sendInvites(
  context: DomainContext,
  organizationId: string,
  { emails, names, teamId }: InvitesToSend,
): Promise<BulkResult[]> {
  if (teamId !== undefined) await readTeam(context, organizationId, teamId);
  const { open, results } = await sortAddresses(context, organizationId, emails, names);
  const together = await inviteTogether(context, organizationId, open, teamId);
  if (together) results.push(...together);
  else if (open.length > 0) {
    const reservation = await takingSlots(context, organizationId, () =>
      reserveSlots(context, organizationId, open.length),
    );
    try {
      for (let first = 0; first < open.length; first += CHUNK) {
        const chunk = open.slice(first, first + CHUNK);
        results.push(...(await inviteChunk(context, reservation, chunk, teamId)));
      }
    } finally {
      // The sweep gives back what this call cannot.
      await releaseReservation(context, reservation).catch((error: unknown) =>
        log.error('reserved slots not given back', error, { organizationId }),
      );
    }
  }
  const resultOf = new Map(results.map((result) => [result.email, result]));
  return emails.flatMap((email) => resultOf.get(email) ?? []);
}

/** Separates the addresses that can get an invite from those that cannot. Invites that have expired are closed. */
async function sortAddresses(
  context: DomainContext,
  organizationId: string,
  emails: readonly string[],
  names: InvitesToSend['names'] = {},
): Promise<{ open: OpenAddress[]; results: BulkResult[] }> {
  const open: OpenAddress[] = [];
  const results: BulkResult[] = [];
  for (const { email, state, expired, renews, mails, limit } of await judgeAddresses(
    context,
    organizationId,
    emails,
  )) {
    if (state === 'member' || state === 'invited') results.push(refused(email, alreadyInvited()));
    else if (limit) results.push(refused(email, limit));
    else {
      if (expired) await expireInvite(context, expired);
      open.push({ email, name: names[email], renews, mails });
    }
  }
  return { open, results };
}

/**
 * Creates so few invites that they fit one transaction, with their slots and the count of their mails.
 * @returns undefined, with nothing written, for more, at the cap, or with a taken address: a reservation does better
 */
async function inviteTogether(
  context: DomainContext,
  organizationId: string,
  open: readonly OpenAddress[],
  teamId: string | undefined,
): Promise<BulkResult[] | undefined> {
  if (open.length === 0 || open.length > TOGETHER_MAX) return undefined;
  const planned = planInvites(context, organizationId, open, teamId);
  const dayWrite = await mailsOnDayWrite(context, organizationId, open.length);
  try {
    await context.table.commit([
      inviteSlotWrite(organizationId, open.length),
      dayWrite,
      ...plannedWrites(context, planned),
    ]);
  } catch (error) {
    if (error instanceof InviteLimitExceeded || isAboutOneAddress(error)) return undefined;
    throw error;
  }
  return planned.map(({ invite }) => ({ email: invite.email, invite }));
}

interface PlannedInvite {
  invite: Invite;
  mails: MailsTo | undefined;
}

function plannedWrites(context: DomainContext, planned: readonly PlannedInvite[]): Transaction {
  return [
    ...inviteWrites(
      context,
      planned.map(({ invite }) => invite),
    ),
    ...planned.map(({ invite, mails }) =>
      mailCountWrite(context, invite.organizationId, invite.email, mails),
    ),
  ];
}

function planInvites(
  context: DomainContext,
  organizationId: string,
  open: readonly OpenAddress[],
  teamId: string | undefined,
): PlannedInvite[] {
  return open.map(({ email, name, renews, mails }) => {
    const invite = newInvite(context, organizationId, { email, name, teamId });
    return { mails, invite: renews === undefined ? invite : { ...invite, renews } };
  });
}

/** Creates the invites of a chunk in one transaction or, when one of them fails, one after another. */
async function inviteChunk(
  context: DomainContext,
  reservation: Reservation,
  chunk: readonly OpenAddress[],
  teamId: string | undefined,
): Promise<BulkResult[]> {
  const { organizationId } = reservation;
  const planned = planInvites(context, organizationId, chunk, teamId);
  try {
    await context.table.commit([
      takeReservedWrite(reservation, planned.length),
      ...plannedWrites(context, planned),
    ]);
    return planned.map(({ invite }) => ({ email: invite.email, invite }));
  } catch (error) {
    if (!isAboutOneAddress(error)) throw error;
    const results: BulkResult[] = [];
    for (const { invite } of planned) results.push(await inviteOne(context, reservation, invite));
    return results;
  }
}

/** Another request has taken an address, or has counted a mail to it, since the addresses were read. */
function isAboutOneAddress(error: unknown): boolean {
  return (
    error instanceof AddressTaken ||
    error instanceof ConcurrencyConflict ||
    (error instanceof Problem && isRefusal(error.code))
  );
}

function isRefusal(code: string): code is Refused['code'] {
  return code === 'ALREADY_EXISTS' || code === 'RATE_LIMIT_EXCEEDED';
}

/** @throws any other error than those of one address. */
function refused(email: string, error: unknown): Refused {
  if (error instanceof Problem && isRefusal(error.code)) {
    return { email, code: error.code, error: error.message };
  }
  throw error;
}

async function inviteOne(
  context: DomainContext,
  reservation: Reservation,
  invite: Invite,
): Promise<BulkResult> {
  const { organizationId, email } = invite;
  const commit = () =>
    retryOnConflict(async () => {
      const mails = await readMailsTo(context, organizationId, email);
      await context.table.commit([
        takeReservedWrite(reservation, 1),
        ...inviteWrites(context, [invite]),
        mailCountWrite(context, organizationId, email, mails),
      ]);
    }, CONFLICT_ROUNDS);
  try {
    await takingAddress(context, organizationId, alreadyInvited, commit);
    return { email, invite };
  } catch (error) {
    return refused(email, error);
  }
}
