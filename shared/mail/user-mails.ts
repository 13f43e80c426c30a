import type { Role } from '../contract/roles.ts';
import type { FailureReason } from '../contract/schemas.ts';
import { type Mail, oneLine, shownName } from './message.ts';
import type { Notice, ToldChange } from './user-letter.ts';
import { type UserRecipient, userMail } from './user-mail.ts';

interface OrganizationMail {
  organizationName: string;
  /** The page where users sign in. */
  adminUrl: string;
}

/** The network address of the request; undefined without a request. */
type Address = string | undefined;

interface SignInOffer {
  /** One link for each organization of the user that the mail has. */
  links: readonly { organizationName: string; link: string }[];
  /** The page that has the other organizations mailed; undefined when there are no others. */
  more: string | undefined;
}

/** The mail with the links by which a user signs in. */
export function signInMail(recipient: UserRecipient, { links, more }: SignInOffer): Mail {
  const named = links.map(({ organizationName, link }) => ({ name: shownName(organizationName), link }));
  return userMail(recipient, (texts) => texts.signIn(named, more));
}

/** The mail that invites a person to an organization as a user, by a link that opens a session, once. */
export function invitationMail(
  recipient: UserRecipient,
  mail: OrganizationMail & { role: Role; link: string; expiresAt: string },
): Mail {
  const { organizationName, role, link, expiresAt, adminUrl } = mail;
  return userMail(recipient, (texts) =>
    texts.invitation(shownName(organizationName), role, link, expiresAt, adminUrl),
  );
}

/** The mail that tells of a change of the access to the organization. */
export function noticeMail(recipient: UserRecipient, mail: { notice: Notice; adminUrl: string }): Mail {
  const { notice, adminUrl } = mail;
  const { name, by, from, owner } = notice;
  const shown = {
    ...notice,
    name: shownName(name),
    by: shownActor(by),
    from: shownAddress(from),
    owner: owner === undefined ? undefined : shownName(owner),
  };
  return userMail(recipient, (texts) => texts.notice(shown, adminUrl));
}

/** The mail that tells users of a removal, or of another role, of their own. */
export function ownChangeMail(recipient: UserRecipient, change: ToldChange): Mail {
  return userMail(recipient, (texts) => texts.changed(shownChange(change)));
}

/** The mail that tells the other owners of one who was removed or has another role, by the former owner's address. */
export function ownerLostMail(
  recipient: UserRecipient,
  mail: { change: ToldChange; email: string; address: Address; adminUrl: string },
): Mail {
  const { change, email, address, adminUrl } = mail;
  return userMail(recipient, (texts) =>
    texts.ownerLost(shownChange(change), shownName(email), shownAddress(address), adminUrl),
  );
}

/** The mail that tells owners of models that have failed for good. It names no person and no model. */
export function failuresMail(
  recipient: UserRecipient,
  mail: OrganizationMail & { failures: readonly { reason: FailureReason; models: number }[] },
): Mail {
  const { organizationName, failures, adminUrl } = mail;
  return userMail(recipient, (texts) => texts.failures(shownName(organizationName), failures, adminUrl));
}

interface WebhookMail extends OrganizationMail {
  /** The mail names its host only, because a path may contain a secret. */
  webhookUrl: string;
}

const REASON_MAX_LENGTH = 200;

/**
 * The mail that tells owners that webhooks do not arrive.
 * @param mail `reason` is the last answer of the receiver, or why there was none, as a sentence in English
 */
export function parkedMail(
  recipient: UserRecipient,
  mail: WebhookMail & { reason: string; givenUpAt: string },
): Mail {
  const { organizationName, webhookUrl, givenUpAt, adminUrl } = mail;
  const { host } = new URL(webhookUrl);
  const reason = oneLine(mail.reason, REASON_MAX_LENGTH);
  return userMail(recipient, (texts) =>
    texts.parked(shownName(organizationName), host, reason, givenUpAt, adminUrl),
  );
}

/** The mail that tells owners that webhooks wait until the receiver answers again. */
export function circuitMail(recipient: UserRecipient, mail: WebhookMail & { openedAt: string }): Mail {
  const { organizationName, webhookUrl, openedAt, adminUrl } = mail;
  const { host } = new URL(webhookUrl);
  return userMail(recipient, (texts) => texts.circuit(shownName(organizationName), host, openedAt, adminUrl));
}

function shownAddress(address: Address): Address {
  return address === undefined ? undefined : shownName(address);
}

function shownChange({ name, by, ...change }: ToldChange): ToldChange {
  return { ...change, name: shownName(name), by: shownActor(by) };
}

function shownActor(by: ToldChange['by']): ToldChange['by'] {
  return typeof by === 'object' ? { email: shownName(by.email) } : by;
}
