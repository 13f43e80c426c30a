import type { SendError } from '../../../../shared/webhook/send/http.ts';
import type { Records } from './name-server.ts';

/** A URL, with its DNS records, that tries to make the sender connect to a non-public target. */
export interface Vector {
  name: string;
  url: string;
  /** The DNS records of the host, whatever its name. Without them the name does not exist. */
  dns?: Records;
  /** The error of the attempt, if it is not `refused-target`. */
  error?: SendError;
}

const NAMED = 'https://hooks.example.com/in';
const METADATA = '169.254.169.254';
const LOOPBACK: Records = { A: ['127.0.0.1'], AAAA: ['::1'] };

const vector = (name: string, url: string, dns?: Records): Vector => ({ name, url, ...(dns && { dns }) });

const SPELLINGS = [
  vector('decimal', 'https://2130706433/'),
  vector('decimal, metadata', 'https://2852039166/latest/meta-data/'),
  vector('hexadecimal', 'https://0x7f000001/'),
  vector('octal', 'https://017700000001/'),
  vector('octal bytes', 'https://0177.0.0.01/'),
  vector('hexadecimal bytes', 'https://0xA9.0xFE.0xA9.0xFE/'),
  vector('three radices', 'https://0xa.0.01.3/'),
  vector('one part', 'https://0/'),
  vector('two parts', 'https://127.1/'),
  vector('three parts', 'https://192.168.257/'),
  vector('full-width digits', 'https://１２７.０.０.１/'),
  vector('circled digits', 'https://①②⑦.⓪.⓪.①/'),
  vector('superscript digits', 'https://¹²⁷.⁰.⁰.¹/'),
  vector('mathematical digits', 'https://𝟣𝟢.𝟢.𝟢.𝟣/'),
  vector('full-width hexadecimal', 'https://０ｘ７ｆ.１/'),
  vector('ideographic dots', 'https://127。0。0。1/'),
  vector('half-width dots', 'https://169｡254｡169｡254/'),
  vector('percent-encoded digits', 'https://%31%32%37.0.0.1/'),
  vector('percent-encoded dots', 'https://127%2e0%2e0%2e1/'),
  vector('percent-encoded full-width digits', 'https://%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1/'),
  vector('soft hyphens', 'https://12\u00ad7.0.0.1/'),
  vector('zero-width spaces', 'https://12\u200b7.0.0.1/'),
  vector('tab and line break', 'https://12\t7.0.\n0.1/'),
  vector('trailing dot', 'https://127.0.0.1./'),
  vector('trailing dot, short and hexadecimal', 'https://0x7f.1./'),
  vector('trailing ideographic dot', 'https://127.0.0.1。/'),
  vector('backslashes', 'https:\\\\127.0.0.1\\'),
  vector('no slashes', 'https:127.0.0.1/'),
  vector('backslash before the at sign', 'https://127.0.0.1\\@hooks.example.com/'),
  vector('IPv6 in full', 'https://[0:0:0:0:0:0:0:1]/'),
  vector('IPv6 with leading zeros', 'https://[0000:0000:0000:0000:0000:ffff:7f00:0001]/'),
  vector('zone id', 'https://[fe80::1%25eth0]/'),
  vector('zone id without encoding', 'https://[::1%lo]/'),
  vector('address of the future', 'https://[v1.127.0.0.1]/'),
  vector('brackets around IPv4', 'https://[127.0.0.1]/'),
  vector('more than 32 bits', 'https://4294967297/'),
  vector('more than 8 bits', 'https://127.0.0.257/'),
  vector('NUL inside', 'https://127.0.0.1%00.hooks.example.com/'),
];

const NAMES = [
  vector('localhost', 'https://localhost/', LOOPBACK),
  vector('localhost in capitals', 'https://LOCALHOST/', LOOPBACK),
  vector('localhost with a dot', 'https://localhost./', LOOPBACK),
  vector('localhost with two dots', 'https://localhost../', LOOPBACK),
  vector('below localhost', 'https://hooks.localhost/', LOOPBACK),
  vector('below localhost, with a dot', 'https://hooks.localhost./', LOOPBACK),
  vector('localhost in full width', 'https://ｌｏｃａｌｈｏｓｔ/', LOOPBACK),
  vector('localhost in circles', 'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/', LOOPBACK),
  vector('localhost with a long s', 'https://localhoſt/', LOOPBACK),
  vector('localhost with a soft hyphen', 'https://local\u00adhost/', LOOPBACK),
  vector('localhost in percent-encoding', 'https://%6c%6f%63%61%6c%68%6f%73%74/', LOOPBACK),
  vector('localhost.localdomain', 'https://localhost.localdomain/', LOOPBACK),
  vector('ip6-localhost', 'https://ip6-localhost/', LOOPBACK),
  vector('a single label', 'https://vault/', { A: ['10.0.0.9'] }),
  vector('mDNS', 'https://printer.local/', { A: ['192.168.1.9'] }),
  vector('metadata by name', 'https://metadata.google.internal/', { A: [METADATA] }),
  vector('metadata by name, with a dot', 'https://metadata.google.internal./', { A: [METADATA] }),
  vector('metadata by name, ideographic dots', 'https://metadata。google。internal/', { A: [METADATA] }),
  vector('a host of a private network', 'https://ip-10-0-0-1.ec2.internal/', { A: ['10.0.0.1'] }),
  vector('a public name with a dot', 'https://hooks.example.com./', { A: ['8.8.8.8'] }),
  vector('a name that spells an address', 'https://127.0.0.1.nip.example/', LOOPBACK),
  vector('a public name of the own network', 'https://lan.example.com/', { A: ['192.168.0.10'] }),
];

const ANSWERS: Vector[] = [
  vector('alias of a private name', NAMED, { via: ['vault.example.net'], A: ['10.0.0.9'] }),
  vector('alias of localhost', NAMED, { via: ['localhost'], ...LOOPBACK }),
  vector('alias of the metadata name', NAMED, { via: ['metadata.google.internal'], A: [METADATA] }),
  vector('a chain of aliases', NAMED, {
    via: ['a.example.net', 'b.example.org', 'c.example.net'],
    A: ['172.16.0.1'],
  }),
  vector('a chain of aliases to public and private', NAMED, {
    via: ['a.example.net', 'b.example.org'],
    A: ['8.8.8.8', '172.16.0.1'],
  }),
  { ...vector('an alias that leads nowhere', NAMED, { via: ['127.0.0.1'] }), error: 'dns' },
  vector('public, then private', NAMED, { A: ['8.8.8.8', '10.0.0.1'] }),
  vector('private, then public', NAMED, { A: ['10.0.0.1', '8.8.8.8'] }),
  vector('one private among many', NAMED, {
    A: ['8.8.8.8', '8.8.4.4', '1.1.1.1', '9.9.9.9', '127.0.0.1', '1.0.0.1'],
  }),
  vector('public IPv4, private IPv6', NAMED, { A: ['8.8.8.8'], AAAA: ['fd00:ec2::254'] }),
  vector('private IPv4, public IPv6', NAMED, { A: ['10.0.0.1'], AAAA: ['2606:4700::1111'] }),
  vector('public IPv4, mapped IPv6', NAMED, { A: ['8.8.8.8'], AAAA: ['::ffff:127.0.0.1'] }),
  vector('public IPv4, NAT64', NAMED, { A: ['8.8.8.8'], AAAA: [`64:ff9b::${METADATA}`] }),
  vector('public IPv6, then Teredo', NAMED, { AAAA: ['2606:4700::1111', '2001::1'] }),
  vector('public IPv6, then 6to4', NAMED, { AAAA: ['2606:4700::1111', '2002:a00:1::1'] }),
];

const URLS = [
  vector('user name', 'https://admin@hooks.example.com/', { A: ['8.8.8.8'] }),
  vector('password', 'https://:secret@hooks.example.com/', { A: ['8.8.8.8'] }),
  vector('a host as user name', 'https://hooks.example.com@127.0.0.1/'),
  vector('a host and port as user name', 'https://hooks.example.com:443@10.0.0.1/'),
  vector('two at signs', 'https://a@hooks.example.com@127.0.0.1/'),
  vector('percent-encoded at sign', 'https://hooks.example.com%40127.0.0.1/'),
  ...[0, 22, 25, 53, 80, 444, 1023].map((port) =>
    vector(`port ${port}`, `https://hooks.example.com:${port}/`, { A: ['8.8.8.8'] }),
  ),
  vector('port 65536 + 443', 'https://hooks.example.com:65979/', { A: ['8.8.8.8'] }),
  ...['http', 'ws', 'wss', 'ftp', 'gopher', 'dict', 'ldap', 'file', 'unix', 'view-source:https'].map(
    (scheme) => vector(`scheme ${scheme}`, `${scheme}://hooks.example.com:8443/`, { A: ['8.8.8.8'] }),
  ),
  vector('a file', 'file:///etc/passwd'),
  vector('data', 'data:text/plain,hello'),
  vector('script', 'javascript:fetch("https://127.0.0.1/")'),
  vector('an object in memory', 'blob:https://127.0.0.1/0b8c2a5e'),
  vector('no scheme', '//127.0.0.1/'),
  vector('no host', 'https:///'),
  vector('nothing', ''),
];

export const VECTORS: readonly Vector[] = [...SPELLINGS, ...NAMES, ...ANSWERS, ...URLS];
