import type { Role } from '../contract/roles.ts';
import type { FailureReason } from '../contract/schemas.ts';
import type { NoticedAction } from '../contract/trail-actions.ts';
import type { Letter } from './letter.ts';

/** A change of a user that the user and the other owners are told of. The role is absent after a removal. */
export interface ToldChange {
  /** The name of the organization. */
  name: string;
  /** The person who has changed it. `unknown` is a user who was removed since. */
  by: 'oneself' | 'operator' | 'unknown' | { email: string };
  /** ISO 8601. */
  at: string;
  from: Role;
  to: Role | undefined;
}

/** A change of the access to an organization, or a sign-in. */
export interface Notice extends Pick<ToldChange, 'name' | 'by' | 'at'> {
  action: NoticedAction;
  /** The network address of the request; undefined without a request. */
  from: string | undefined;
  /** The address of a new owner. */
  owner: string | undefined;
}

/** The texts of the mails to users in one language. `name` is the name of the organization, and times are ISO 8601. */
export interface UserMailTexts {
  greeting: string;
  signIn(
    links: readonly { name: string; link: string }[],
    /** The page that has the other organizations mailed; undefined when the mail has all of them. */
    more: string | undefined,
  ): Letter;
  invitation(name: string, role: Role, link: string, expiresAt: string, adminUrl: string): Letter;
  notice(notice: Notice, adminUrl: string): Letter;
  /** To the user who was changed. */
  changed(change: ToldChange): Letter;
  /** To the other owners, of an owner who was removed or has another role. */
  ownerLost(change: ToldChange, email: string, from: string | undefined, adminUrl: string): Letter;
  failures(name: string, failures: readonly Failed[], adminUrl: string): Letter;
  parked(name: string, host: string, reason: string, givenUpAt: string, adminUrl: string): Letter;
  circuit(name: string, host: string, openedAt: string, adminUrl: string): Letter;
}

interface Failed {
  reason: FailureReason;
  models: number;
}

export type ByAction = Readonly<Record<NoticedAction, { happened: string; remedy: string }>>;

/**
 * A time in the words of a locale. The format is made for each time: it takes milliseconds, which functions that send
 * no mail would spend at their start.
 * @param at ISO 8601.
 */
export function timeIn(locale: string, at: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(new Date(at))} UTC`;
}

export function total(failures: readonly Failed[]): number {
  return failures.reduce((sum, { models }) => sum + models, 0);
}
