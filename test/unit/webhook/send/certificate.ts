import { generateKeyPairSync, sign } from 'node:crypto';
import { isIP } from 'node:net';

const OID_COMMON_NAME = [0x55, 0x04, 0x03];
const OID_SUBJECT_ALT_NAME = [0x55, 0x1d, 0x11];
const OID_ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];

function der(tag: number, ...contents: (Uint8Array | readonly number[])[]): Buffer {
  const content = Buffer.concat(contents.map((part) => Uint8Array.from(part)));
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Uint8Array.from([tag, ...length]), content]);
}

const sequence = (...contents: (Uint8Array | readonly number[])[]) => der(0x30, ...contents);
const oid = (bytes: readonly number[]) => der(0x06, bytes);
const time = (text: string) => der(0x18, Buffer.from(text));

/**
 * A self-signed certificate for an IPv4 address or a host name, RFC 5280, made for one test run: Node cannot
 * issue certificates, and a private key does not belong in a repository.
 */
export function selfSignedCertificate(host: string): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(oid(OID_COMMON_NAME), der(0x0c, Buffer.from(host)))));
  const algorithm = sequence(oid(OID_ECDSA_WITH_SHA256));
  const hosts = sequence(
    isIP(host) === 0 ? der(0x82, Buffer.from(host)) : der(0x87, host.split('.').map(Number)),
  );
  const unsigned = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    algorithm,
    name,
    sequence(time('20200101000000Z'), time('21200101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid(OID_SUBJECT_ALT_NAME), der(0x04, hosts)))),
  );
  const signature = sign('sha256', unsigned, privateKey);
  const certificate = sequence(unsigned, algorithm, der(0x03, [0], signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}
