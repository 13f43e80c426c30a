import * as z from 'zod';
import { canonicalAddress, undeliverableReason } from './address.ts';
import { described, identifier, time } from './fields.ts';
import { PUBLIC_MAIL_DOMAINS } from './public-mail.ts';
import { SAMPLE } from './samples.ts';

/** The join link of an organization: on its page, people of some domains ask for an invite. */

export const DOMAINS_MAX = 20;
export const USES_MAX = 10_000;
export const DAYS_MAX = 90;

const SAMPLE_TOKEN = 'hsj.org_01K2ZB8M4Y7XK3V9T6E1QHRD0C.vJ2mQ8sL4xT9bN1cR6wK3yH7dF5gP0aZe2uI8oXqYtM';
const ANYONE = 'a@';

/** A domain has the form of those in stored addresses. */
const domain = z
  .string()
  .overwrite((text) => canonicalAddress(ANYONE + text.trim()).slice(ANYONE.length))
  .refine((text) => undeliverableReason(ANYONE + text) === undefined, {
    error: 'it must be a domain such as company.example',
  })
  .refine((text) => !PUBLIC_MAIL_DOMAINS.has(text), {
    error: 'anybody can have an address at it, so that anybody could join',
  })
  .meta({
    description: 'A domain of e-mail addresses, without its subdomains.',
    examples: ['company.example'],
  });

export const domains = described(
  z.array(domain).min(1).max(DOMAINS_MAX),
  'The domains whose people may ask for an invite.',
);

export const joinLink = z
  .object({
    link: described(
      z.url(),
      'The page on which people enter their address.',
      `https://headshots.example.com/auth/signup?join=${SAMPLE_TOKEN}`,
    ),
    domains,
    usesLeft: described(z.int(), 'How many more people it invites.', 250),
    expiresAt: described(time, 'The time at which it ends.', SAMPLE.nextMonth),
  })
  .meta({
    id: 'JoinLink',
    description: 'A link to a page on which people of some domains ask for an invite.',
  });

export const joinToken = described(identifier, 'The token in the join link.', SAMPLE_TOKEN);
