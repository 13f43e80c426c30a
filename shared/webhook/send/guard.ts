import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { SECOND } from '../../platform/clock.ts';

export interface EgressPolicy {
  /** Also accepts http and https to 127.0.0.1 and [::1]: for receivers beside the local cloud only. */
  loopbackAllowed: boolean;
}

/** All addresses of a host name, IPv4 and IPv6; rejects with the cause when there are none. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

/** The addresses that one attempt may connect to, or a sentence with the reason why there are none. */
export type ResolvedTarget = { addresses: readonly string[] } | { refused: string };

// https://www.iana.org/assignments/iana-ipv4-special-registry
const nonPublicV4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8], // "this network"
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, cloud metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relay
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
] as const) {
  nonPublicV4.addSubnet(network, prefix, 'ipv4');
}

// Only 2000::/3 is routed as unicast. An allow list of it leaves out mapped, compatible, NAT64, discard, unique-local,
// link-local, site-local and multicast addresses, and every range that is assigned in the future.
const globalUnicastV6 = new BlockList();
globalUnicastV6.addSubnet('2000::', 3, 'ipv6');

// https://www.iana.org/assignments/iana-ipv6-special-registry
const nonPublicV6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23], // protocol assignments: Teredo, benchmarking, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: carries an IPv4 address
  ['3fff::', 20], // documentation
] as const) {
  nonPublicV6.addSubnet(network, prefix, 'ipv6');
}

/** Whether an address in its numeric form belongs to the public internet; false for anything else. */
export function isPublicAddress(address: string): boolean {
  // Only addresses of the local link have a zone index.
  if (address.includes('%')) return false;
  switch (isIP(address)) {
    case 4:
      return !nonPublicV4.check(address, 'ipv4');
    case 6:
      return globalUnicastV6.check(address, 'ipv6') && !nonPublicV6.check(address, 'ipv6');
    default:
      return false;
  }
}

const HTTPS_PORT = 443;
const HIGHEST_SYSTEM_PORT = 1023;
const LOOPBACK_LITERALS = ['127.0.0.1', '::1'];
const LOCAL_NAMES = ['localhost', 'local', 'internal'];

/**
 * The reason why a URL cannot be a webhook target, as a sentence for the person who entered it; null when it
 * can. This checks the text only: `resolveTarget` and `mayConnect` check the addresses of a name.
 */
export function checkTargetUrl(url: string, policy: EgressPolicy): string | null {
  if (!URL.canParse(url)) return 'The webhook URL is not a valid URL.';
  // The parser has already turned decimal, octal, hexadecimal and short IPv4, full-width digits and
  // percent-encoding into the canonical host.
  const parsed = new URL(url);
  const loopback = isPermittedLoopback(parsed, policy);
  if (parsed.protocol !== 'https:' && !(loopback && parsed.protocol === 'http:')) {
    return 'The webhook URL must use https.';
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return 'The webhook URL must not contain a user name or password.';
  }
  const port = portOf(parsed);
  if (port !== HTTPS_PORT && port <= HIGHEST_SYSTEM_PORT) {
    return 'The webhook URL must use port 443 or a port above 1023.';
  }
  return loopback ? null : checkHost(hostOf(parsed));
}

function checkHost(host: string): string | null {
  if (isIP(host) !== 0) {
    return isPublicAddress(host) ? null : 'The webhook URL must not point to a non-public address.';
  }
  if (host.endsWith('.')) return 'The host of the webhook URL must not end with a dot.';
  const labels = host.split('.');
  // A single label is resolved only inside a network, through its search domain.
  if (labels.length === 1 || LOCAL_NAMES.includes(labels.at(-1) ?? '')) {
    return 'The webhook URL must name a host on the public internet.';
  }
  return null;
}

/** Host of a parsed URL as a name or a numeric address, without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

export function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? HTTPS_PORT : 80));
}

/**
 * Whether a socket that was opened for `url` may connect to `address`. Only a literal address may lead to
 * loopback, and only if the policy allows it; a name never may.
 */
export function mayConnect(address: string, url: URL, policy: EgressPolicy): boolean {
  return isPermittedLoopback(url, policy) ? LOOPBACK_LITERALS.includes(address) : isPublicAddress(address);
}

function isPermittedLoopback(url: URL, policy: EgressPolicy): boolean {
  return policy.loopbackAllowed && LOOPBACK_LITERALS.includes(hostOf(url));
}

/**
 * Resolves the host of a URL that passed `checkTargetUrl`. One non-public address among public ones is enough
 * to refuse the name, so that the result does not depend on the order of the addresses. Rejects when the name
 * has no address.
 */
export async function resolveTarget(
  url: URL,
  policy: EgressPolicy,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<ResolvedTarget> {
  const host = hostOf(url);
  const addresses = isIP(host) === 0 ? await resolve(host, signal) : [host];
  if (addresses.length === 0) throw new Error('The host name has no address.');
  return addresses.every((address) => mayConnect(address, url, policy))
    ? { addresses }
    : { refused: 'The host of the webhook URL resolves to a non-public address.' };
}

const DNS_TRY_MILLISECONDS = 2000;
const DNS_TRIES = 2;

/**
 * Asks the name servers directly. `dns.lookup` occupies a thread of libuv's small pool for each slow name, so
 * that one organization's name server could delay all others. It also cannot be cancelled, and reads the
 * hosts file.
 */
export const resolveByDns: Resolve = async (hostname, signal) => {
  const resolver = new Resolver({ timeout: DNS_TRY_MILLISECONDS, tries: DNS_TRIES });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const [first] = answers;
    if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
    return addresses;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

const LOOK_UP_SECONDS = 4;

/**
 * The reason why a URL can get no webhooks, as a sentence for the person who entered it; null when it can.
 * Its name has to resolve within 4 seconds, and to public addresses only. Each attempt checks again, since
 * names change.
 */
export async function checkTarget(
  url: string,
  policy: EgressPolicy,
  resolve: Resolve = resolveByDns,
): Promise<string | null> {
  const reason = checkTargetUrl(url, policy);
  if (reason !== null) return reason;
  try {
    const signal = AbortSignal.timeout(LOOK_UP_SECONDS * SECOND);
    const target = await resolveTarget(new URL(url), policy, resolve, signal);
    return 'refused' in target ? target.refused : null;
  } catch {
    return 'The host of the webhook URL could not be resolved to an address.';
  }
}
