import * as z from 'zod';
import { domainFault } from './address.ts';
import { described, identifier, time } from './fields.ts';
import { SAMPLE } from './samples.ts';

/** The link by which people of an organization's domains have themselves invited. */

export const DOMAINS_MAX = 20;
export const USES_MAX = 10_000;
export const DAYS_MAX = 90;

export const domain = z
  .string()
  .trim()
  .toLowerCase()
  .refine((text) => domainFault(text) === undefined, { error: 'it must be a domain such as company.example' })
  .meta({
    description: 'A domain of e-mail addresses, without its subdomains.',
    examples: ['company.example'],
  });

export const domains = described(
  z.array(domain).min(1).max(DOMAINS_MAX),
  'The domains whose addresses may use the link.',
);

export const joinLink = z
  .object({
    link: described(
      z.url(),
      'The page on which people enter their address.',
      `https://headshots.example.com/auth/signup?join=${SAMPLE.joinToken}`,
    ),
    domains,
    usesLeft: described(z.int(), 'How many more people it invites.', 250),
    expiresAt: described(time, 'The time at which it ends.', SAMPLE.nextMonth),
  })
  .meta({ id: 'JoinLink', description: 'A link by which people of some domains have themselves invited.' });

export const joinToken = described(identifier, 'The token in the link.', SAMPLE.joinToken);
