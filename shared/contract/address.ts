/**
 * The rules of addresses, without the validator of contracts: pages apply them as well. Those for addresses that get mail
 * are RFC 5321 without quoted strings. SES has no SMTPUTF8, so the part before the @ is ASCII.
 */

export const ADDRESS_MAX_LENGTH = 254;
const LOCAL_PART_MAX_LENGTH = 64;
const DOMAIN_MAX_LENGTH = 253;

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const ASCII = /^[\x21-\x7e]*$/;
/** Characters that a URL parser would drop, decode or read as the end of a domain. */
const NOT_IN_A_DOMAIN = /[\s\p{Cc}\p{Cf}/\\?#%:@[\]<>()",;]/u;

/** The reasons why SES cannot deliver to an address, each as the end of a sentence. */
const REASONS = {
  form: 'it needs the form name@domain',
  length: `it may have at most ${ADDRESS_MAX_LENGTH} characters`,
  localLength: `it may have at most ${LOCAL_PART_MAX_LENGTH} characters before the @`,
  dots: 'the part before the @ must not begin or end with a dot or contain two in a row',
  localCharacters:
    "the part before the @ may contain ASCII letters, digits, dots and !#$%&'*+/=?^_`{|}~- only",
  domain: 'its domain is not valid',
  noDot: 'its domain needs a dot, as in company.example',
  domainLength: `its domain may have at most ${DOMAIN_MAX_LENGTH} characters`,
  labels: 'each part of its domain needs 1 to 63 letters, digits or hyphens, without a hyphen at either end',
  network: 'its domain is a network address',
} as const;
export type AddressFault = keyof typeof REASONS;

/**
 * An address as it is stored and compared: trimmed, in lower case, with an international domain in Punycode, whatever the
 * width of its letters or the kind of its dots. A domain without a form in ASCII stays as it is.
 */
export function canonicalAddress(text: string): string {
  const address = text.trim();
  const at = address.lastIndexOf('@');
  // The time that Punycode takes grows with the square of the length.
  if (at < 0 || address.length > ADDRESS_MAX_LENGTH) return address.toLowerCase();
  const domain = address.slice(at + 1);
  return `${address.slice(0, at).toLowerCase()}@${asciiDomain(domain) ?? domain.toLowerCase()}`;
}

/** Why SES cannot deliver to a {@link canonicalAddress}, as the end of a sentence; undefined when it can. */
export function undeliverableReason(address: string): string | undefined {
  const fault = addressFault(address);
  return fault && REASONS[fault];
}

/** Whether a text is meant as the id of an invite and not as an address. */
export function isInviteId(text: string): boolean {
  return text.startsWith('inv_') && !text.includes('@');
}

/** @param address in the form of {@link canonicalAddress} */
export function addressFault(address: string): AddressFault | undefined {
  const at = address.lastIndexOf('@');
  if (at < 1 || at === address.length - 1) return 'form';
  if (address.length > ADDRESS_MAX_LENGTH) return 'length';
  const local = address.slice(0, at);
  if (local.length > LOCAL_PART_MAX_LENGTH) return 'localLength';
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return 'dots';
  if (!LOCAL_PART.test(local)) return 'localCharacters';
  return domainFault(address.slice(at + 1));
}

function domainFault(domain: string): AddressFault | undefined {
  if (!ASCII.test(domain) || NOT_IN_A_DOMAIN.test(domain)) return 'domain';
  const labels = domain.split('.');
  if (labels.length < 2) return 'noDot';
  if (domain.length > DOMAIN_MAX_LENGTH) return 'domainLength';
  if (!labels.every((label) => LABEL.test(label))) return 'labels';
  if (/^\d+$/.test(labels.at(-1) ?? '')) return 'network';
  return undefined;
}

/** The domain in the form that mail servers use; undefined for a text that is no domain. */
function asciiDomain(domain: string): string | undefined {
  if (NOT_IN_A_DOMAIN.test(domain)) return undefined;
  // A URL parser has rules of its own for names of ASCII, such as 0x7f.1 for a network address.
  if (ASCII.test(domain)) return domain.toLowerCase();
  return URL.canParse(`https://${domain}`) ? new URL(`https://${domain}`).hostname : undefined;
}

/** The most characters of the name of a person, and of a team. */
export const PERSON_NAME_MAX_LENGTH = 120;
export const TEAM_NAME_MAX_LENGTH = 100;
/** The most teams of an organization, as every page of a list reads the names of all. */
export const TEAMS_MAX = 1000;

/** What mail programs make a link of. A domain without a path is none: it cannot be told from Booking.com. */
const URL_PART = /:\/\/|(?<![\p{L}\p{N}])www\.[\p{L}\p{N}]|[\p{L}\p{N}]\.\p{L}{2,}\//iu;

/** Whether the name of an organization, a team or a person, which is in mails to others, contains a URL. */
export function hasUrl(name: string): boolean {
  return URL_PART.test(name.normalize('NFKC'));
}
