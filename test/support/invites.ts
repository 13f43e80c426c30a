import { inject } from 'vitest';
import { type Api, connectApi } from '../../local/partner/api.ts';
import { agreeToConsent } from '../../local/partner/member.ts';
import type { Answer } from '../../shared/contract/call.ts';
import { domainContext } from '../../shared/domain/context.ts';
import { baseUrl, operator, type Tenant, until } from './tenant.ts';

export const INVITES = '/api/v2/organization/invites';
export const V1 = '/api/v1/organization';

export type Sent = Answer<'POST /api/v2/organization/invites'>;

export type Invite = Answer<'GET /api/v2/organization/invites/{email}'>['invite'];

export function sendInvite(tenant: Tenant, email: string, teamId?: string): Promise<Sent> {
  return tenant.api.ask('POST /api/v2/organization/invites', { body: { email, teamId } });
}

export async function inviteTo(tenant: Tenant, email: string): Promise<Invite> {
  return (await tenant.api.ask('GET /api/v2/organization/invites/{email}', { path: { email } })).invite;
}

/** The invite's status in v2 and in v1. */
export async function statusesOf(
  tenant: Tenant,
  { id, input }: Pick<Sent, 'id' | 'input'>,
): Promise<[string, string]> {
  const path = { inviteId: id };
  const detail = await tenant.api.ask('GET /api/v1/organization/invite/id/{inviteId}', { path });
  return [(await inviteTo(tenant, input.email)).status, detail.invite.status];
}

/** Exchanges an invite for a session, as the sign-up page does, and agrees to the consent. */
export async function signUp(
  sent: { link: string },
  choice: { name?: string; email?: string; language?: 'en' | 'de' } = {},
): Promise<Api> {
  const member = await signUpOnly(sent, choice);
  await agreeToConsent(member);
  return member;
}

/** Exchanges an invite for a session, without agreeing to the consent. */
export async function signUpOnly(
  { link }: { link: string },
  choice: { name?: string; email?: string; language?: 'en' | 'de' } = {},
): Promise<Api> {
  const invite = new URL(link).searchParams.get('invite') ?? '';
  const body = { invite, ...choice };
  const { session } = await connectApi(baseUrl).ask('POST /api/member/session', { body });
  return connectApi(baseUrl, session);
}

/** The operator's context with an earlier time, for creating older items. */
export function operatorAgo(milliseconds: number) {
  const clock = { now: () => operator.clock.now() - milliseconds };
  return domainContext(operator.table, clock, operator.randomness, operator.webhookSecretKey);
}

export interface SentMail {
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** The local cloud has these of a mail, an emulator of AWS does not. */
  replyTo?: string[];
  images?: Record<string, string>;
}

/** The caught mail of an invite, found by the link, as several tests may use the same address. */
export async function mailOf({ link }: Pick<Sent, 'link'>): Promise<SentMail[]> {
  return (await caughtMail()).filter(({ text }) => text.includes(link));
}

/** All mail that the cloud has caught, newest first. */
export async function caughtMail(): Promise<SentMail[]> {
  const response = await fetch(inject('mailUrl'), { headers: { accept: 'application/json' } });
  const answer = (await response.json()) as SentMail[] | MinistackMail;
  if (Array.isArray(answer)) return answer;
  const caught = Object.values(answer.messages).flat();
  return caught.reverse().map(({ Source, To, Subject, BodyText, BodyHtml }) => ({
    from: Source,
    to: To,
    subject: Subject,
    text: BodyText,
    html: BodyHtml ?? '',
  }));
}

/** The link that was mailed to an address which a member has chosen at sign-up. */
export async function confirmationLink(to: string): Promise<string> {
  const find = async () =>
    (await caughtMail())
      .filter((mail) => mail.to.includes(to))
      .map(({ text }) => /\S+signup\?confirm=\S+/.exec(text)?.[0])
      .find((found) => found !== undefined);
  await until(async () => (await find()) !== undefined, 'the mail to the chosen address');
  return (await find()) ?? '';
}

/** Confirms a chosen address as its owner does, by the mailed link. */
export async function confirmMailed(email: string): Promise<void> {
  const token = new URL(await confirmationLink(email)).searchParams.get('confirm') ?? '';
  await connectApi(baseUrl).ask('POST /api/member/address', { body: { token } });
}

/** Mail in the format of MiniStack: by account, oldest first. */
interface MinistackMail {
  messages: Record<
    string,
    { Source: string; To: string[]; Subject: string; BodyText: string; BodyHtml: string | null }[]
  >;
}

/**
 * Runs all schedules of the local cloud, or those whose names contain `part`.
 * @param time the time for which the runs were planned, ISO 8601; now if it is left out
 */
export async function runSchedules(part = '', time?: string): Promise<void> {
  const names = (await (await fetch(`${baseUrl}/_local/schedules`)).json()) as string[];
  const wanted = names.filter((name) => name.includes(part));
  if (wanted.length === 0) throw new Error(`The local cloud has no schedule whose name contains ${part}.`);
  for (const name of wanted) {
    const query = time === undefined ? '' : `?time=${time}`;
    const ran = await fetch(`${baseUrl}/_local/schedules/${name}${query}`, { method: 'POST' });
    if (!ran.ok) throw new Error(`The schedule ${name} returned ${ran.status}.`);
  }
}
