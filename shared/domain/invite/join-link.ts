import type * as z from 'zod';
import type { createJoinLink as contract } from '../../contract/admin/join-link.ts';
import { distinct } from '../../contract/distinct.ts';
import { Problem } from '../../contract/errors.ts';
import type { Queues } from '../../events/queues.ts';
import { DAY, epochSeconds, isoTime } from '../../platform/clock.ts';
import { randomBase62 } from '../../platform/randomness.ts';
import { atLeast, both, equals } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { onlyIf, put, remove, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { readBranding } from '../organization/branding.ts';
import { findOrganization } from '../organization/organization.ts';
import { SECRET_LENGTH, TokenFormat } from '../token.ts';
import { trailWrite } from '../trail/trail.ts';
import { findInviteTo, validityOf } from './invite.ts';
import { describeInviting } from './look-up.ts';
import { resendInvite } from './resend.ts';
import { requestReturnLink } from './return-link.ts';
import { sendInvite } from './send.ts';

/** It leads to nothing but a mail to an address of its domains, so its secret is stored as it is, and shown again. */
interface JoinLink {
  secret: string;
  domains: string[];
  usesLeft: number;
  expiresAt: string;
}

const FORMAT = new TokenFormat('hsj', ['organization']);

function describe(
  appUrl: string,
  organizationId: string,
  { secret, domains, usesLeft, expiresAt }: JoinLink,
) {
  const token = FORMAT.join(organizationId, secret);
  return { link: `${appUrl}/auth/signup?join=${token}`, domains, usesLeft, expiresAt };
}

/** The join link of an organization; null without one that can be used. */
export async function showJoinLink(context: DomainContext, appUrl: string, organizationId: string) {
  const link = await context.table.get<JoinLink>(keys.joinLink(organizationId));
  return link && isUsable(context, link) ? describe(appUrl, organizationId, link) : null;
}

/** Takes the place of a former link, which ends. */
export async function createJoinLink(
  context: DomainContext,
  appUrl: string,
  organizationId: string,
  { domains, uses, days }: z.output<(typeof contract)['body']>,
) {
  const expires = context.clock.now() + days * DAY;
  const link: JoinLink = {
    secret: randomBase62(context.randomness, SECRET_LENGTH),
    domains: distinct(domains),
    usesLeft: uses,
    expiresAt: isoTime(expires),
  };
  await context.table.commit([
    put({ ...keys.joinLink(organizationId), ...link, expiresAtSeconds: epochSeconds(expires) }),
    trailWrite(context, organizationId, 'invite.link_created'),
  ]);
  return describe(appUrl, organizationId, link);
}

/** Invites that the link has sent stay valid. */
export async function endJoinLink(context: DomainContext, organizationId: string): Promise<void> {
  await context.table.commit([
    remove(keys.joinLink(organizationId)),
    trailWrite(context, organizationId, 'invite.link_ended'),
  ]);
}

/** The data of the join page. @throws NOT_FOUND for a link that has ended, and for any other text. */
export async function lookUpJoinLink(context: DomainContext, token: string) {
  const { organizationId, secret } = partsOf(token);
  const [link, organization, branding] = await Promise.all([
    readJoinLink(context, organizationId, secret),
    findOrganization(context, organizationId),
    readBranding(context, organizationId),
  ]);
  if (!organization) throw ended();
  return {
    organization: describeInviting(organization, branding, context.clock.now()),
    domains: link.domains,
  };
}

/**
 * Invites an address, which counts as a use of the link. An address that has a pending invite gets it again, and one whose
 * invite was used a link to continue.
 * @throws NOT_FOUND for a link that has ended, FORBIDDEN for an address of another domain, INVITE_LIMIT_EXCEEDED at the cap,
 * INVALID_REQUEST for an address that refuses mail, RATE_LIMIT_EXCEEDED at a limit of invite mails.
 */
export async function joinByLink(
  context: DomainContext,
  queues: Pick<Queues, 'sendMail'>,
  { token, email }: { token: string; email: string },
): Promise<void> {
  const { organizationId, secret } = partsOf(token);
  const { domains } = await readJoinLink(context, organizationId, secret);
  if (!domains.includes(email.slice(email.lastIndexOf('@') + 1))) {
    throw new Problem('FORBIDDEN', `The link is for addresses at ${domains.join(', ')}.`);
  }
  const use = update(
    keys.joinLink(organizationId),
    { add: { usesLeft: -1 } },
    onlyIf(both(equals('secret', secret), atLeast('usesLeft', 1)), ended),
  );
  try {
    await sendInvite(context, organizationId, { email }, [use]);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'ALREADY_EXISTS')) throw error;
    const invite = await findInviteTo(context, organizationId, email);
    const validity = invite && validityOf(invite, context.clock.now());
    if (validity === 'pending') await resendInvite(context, organizationId, email);
    if (invite && validity === 'used') await requestReturnLink(context, queues, invite.id);
  }
}

async function readJoinLink(
  context: DomainContext,
  organizationId: string,
  secret: string,
): Promise<JoinLink> {
  const link = await context.table.get<JoinLink>(keys.joinLink(organizationId));
  if (link?.secret !== secret || !isUsable(context, link)) throw ended();
  return link;
}

function isUsable(context: DomainContext, { usesLeft, expiresAt }: JoinLink): boolean {
  return usesLeft > 0 && Date.parse(expiresAt) > context.clock.now();
}

function partsOf(token: string): { organizationId: string; secret: string } {
  const [organizationId, secret] = FORMAT.partsOf(token) ?? [];
  if (organizationId === undefined || secret === undefined) throw ended();
  return { organizationId, secret };
}

function ended(): Problem {
  return new Problem('NOT_FOUND', 'The link has ended. Ask your organization for an invite.');
}
