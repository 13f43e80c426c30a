import * as z from 'zod';
import { isInviteId } from './invite-id.ts';
import { SAMPLE } from './samples.ts';

/** E-mail addresses in requests. Both kinds are trimmed and lower-cased, which is how addresses compare. */

const ADDRESS_MAX_LENGTH = 254;
const ID_MAX_LENGTH = 300;
const LOCAL_PART_MAX_LENGTH = 64;
const DOMAIN_MAX_LENGTH = 253;

/** RFC 5321 without quoted strings. SES has no SMTPUTF8, so the part before the @ is ASCII. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Characters that a URL parser would drop, decode or read as the end of a domain. */
const NOT_IN_A_DOMAIN = /[\s\p{Cc}\p{Cf}/\\?#%:@[\]<>()",;]/u;

/**
 * The reason why SES cannot deliver to an address, as the end of a sentence; undefined when it can.
 * @param address trimmed and lower-cased
 */
export function undeliverableReason(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  if (at < 1 || at === address.length - 1) return 'it needs the form name@domain';
  if (address.length > ADDRESS_MAX_LENGTH) return `it may have at most ${ADDRESS_MAX_LENGTH} characters`;
  const local = address.slice(0, at);
  if (local.length > LOCAL_PART_MAX_LENGTH)
    return `it may have at most ${LOCAL_PART_MAX_LENGTH} characters before the @`;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return 'the part before the @ must not begin or end with a dot or contain two in a row';
  if (!LOCAL_PART.test(local))
    return "the part before the @ may contain ASCII letters, digits, dots and !#$%&'*+/=?^_`{|}~- only";
  return undeliverableDomainReason(address.slice(at + 1));
}

function undeliverableDomainReason(domain: string): string | undefined {
  const labels = asciiDomain(domain)?.split('.');
  if (!labels) return 'its domain is not valid';
  if (labels.length < 2) return 'its domain needs a dot, as in company.example';
  if (labels.join('.').length > DOMAIN_MAX_LENGTH)
    return `its domain may have at most ${DOMAIN_MAX_LENGTH} characters`;
  if (!labels.every((label) => LABEL.test(label)))
    return 'each part of its domain needs 1 to 63 letters, digits or hyphens, without a hyphen at either end';
  if (/^\d+$/.test(labels.at(-1) ?? '')) return 'its domain is a network address';
  return undefined;
}

/** The domain in the form that mail servers use: an international one in Punycode. */
function asciiDomain(domain: string): string | undefined {
  if (NOT_IN_A_DOMAIN.test(domain)) return undefined;
  // A URL parser has rules of its own for names of ASCII, such as 0x7f.1 for a network address.
  if (/^[\x21-\x7e]*$/.test(domain)) return domain;
  return URL.canParse(`https://${domain}`) ? new URL(`https://${domain}`).hostname : undefined;
}

const META = { description: 'The e-mail address, trimmed and in lower case.', examples: [SAMPLE.email] };

/** An address whose form `reasonOf` accepts. Its issue has the code INVALID_EMAIL. */
function addressThat(reasonOf: (address: string) => string | undefined) {
  return z
    .string()
    .trim()
    .toLowerCase()
    .superRefine((address, { addIssue }) => {
      const reason = address.isWellFormed() ? reasonOf(address) : 'it is not Unicode text';
      if (reason !== undefined)
        addIssue({ code: 'custom', params: { code: 'INVALID_EMAIL' }, message: reason, input: address });
    })
    .meta(META);
}

/** An address that the service sends mail to. */
export const emailAddress = addressThat(undeliverableReason);

/** An address that invites were sent to, or the id of an invite, which keeps its upper-case letters. */
export const addressOrInviteId = z
  .string()
  .trim()
  .max(ID_MAX_LENGTH)
  .overwrite((text) => (isInviteId(text) ? text : text.toLowerCase()))
  .superRefine((text, { addIssue }) => {
    const reason = isInviteId(text) ? undefined : undeliverableReason(text);
    if (reason !== undefined)
      addIssue({ code: 'custom', params: { code: 'INVALID_EMAIL' }, message: reason, input: text });
  })
  .meta({ description: 'An e-mail address, or the id of an invite.', examples: [SAMPLE.email] });

/** The address of a member, who may be a white-label one that gets no mail: it has to contain an @. */
export const memberAddress = addressThat((address) => {
  if (address.length > ADDRESS_MAX_LENGTH) return `it may have at most ${ADDRESS_MAX_LENGTH} characters`;
  if (/\p{Cc}/u.test(address)) return 'it must not contain control characters';
  return address.includes('@') ? undefined : 'it needs the form name@domain';
});
