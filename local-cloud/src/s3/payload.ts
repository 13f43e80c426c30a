import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ByteReader } from './byte-reader.ts';
import { notImplemented, S3Failure } from './failure.ts';
import { UNSIGNED_PAYLOAD } from './sigv4.ts';

/** Expected digests and length of an upload's body; absent values are not checked. */
interface Expectations {
  /** Encoded values by the name of the digest. */
  digests: Map<DigestName, string>;
  length?: number;
}

type DigestName = 'payload' | 'md5' | 'crc32' | 'sha1' | 'sha256';

interface RunningDigest {
  update(chunk: Uint8Array): void;
  value(): string;
}

const STREAMING_UNSIGNED = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';
const CHECKSUM_HEADER = /^x-amz-checksum-(?!algorithm$|mode$|type$)(.+)$/;
const CHECKSUMS: readonly string[] = ['crc32', 'sha1', 'sha256'];
const LONGEST_CHUNK_HEADER_BYTES = 1024;
const LONGEST_TRAILERS_BYTES = 8 * 1024;

/**
 * The bytes of an upload as they are to be stored: without their aws-chunked framing, and checked against the signed
 * hash, Content-MD5, the x-amz-checksum-… headers or trailers, and the declared length. A mismatch throws
 * `S3Failure` after the last byte, so the object must not be stored before the end.
 */
export async function* verifiedPayload(
  source: AsyncIterable<Buffer>,
  headers: ReadonlyMap<string, string>,
  payloadHash: string,
): AsyncGenerator<Buffer> {
  const expected = expectations(headers, payloadHash);
  const trailers = new Map<string, string>();
  const content = payloadHash === STREAMING_UNSIGNED ? decodeAwsChunked(source, trailers) : source;
  const trailer = headers.get('x-amz-trailer');
  const announced = trailer === undefined ? undefined : checksumName(trailer);

  const running = new Map<DigestName, RunningDigest>();
  for (const name of [...expected.digests.keys(), ...(announced === undefined ? [] : [announced])]) {
    running.set(name, newDigest(name));
  }
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    for (const digest of running.values()) digest.update(chunk);
    yield chunk;
  }

  if (expected.length !== undefined && expected.length !== length) throw incompleteBody();
  if (announced !== undefined)
    expected.digests.set(announced, trailers.get(`x-amz-checksum-${announced}`) ?? '');
  for (const [name, value] of expected.digests) {
    if (running.get(name)?.value() !== value) throw mismatch(name);
  }
}

function expectations(headers: ReadonlyMap<string, string>, payloadHash: string): Expectations {
  const digests = new Map<DigestName, string>();
  const expected: Expectations = { digests };
  if (payloadHash === STREAMING_UNSIGNED) {
    expected.length = Number(headers.get('x-amz-decoded-content-length'));
  } else if (/^[0-9a-f]{64}$/.test(payloadHash)) {
    digests.set('payload', payloadHash);
  } else if (payloadHash !== UNSIGNED_PAYLOAD) {
    throw notImplemented(`the payload signing ${payloadHash}`);
  }
  const md5 = headers.get('content-md5');
  if (md5 !== undefined) digests.set('md5', md5);
  for (const [name, value] of headers) {
    if (CHECKSUM_HEADER.test(name)) digests.set(checksumName(name), value);
  }
  return expected;
}

function checksumName(header: string): DigestName {
  const name = CHECKSUM_HEADER.exec(header.toLowerCase())?.[1] ?? header;
  if (!CHECKSUMS.includes(name)) throw notImplemented(`the checksum ${header}`);
  return name as DigestName;
}

function newDigest(name: DigestName): RunningDigest {
  if (name === 'crc32') {
    let sum = 0;
    return {
      update: (chunk) => {
        sum = crc32(chunk, sum);
      },
      value: () => {
        const bytes = Buffer.alloc(4);
        bytes.writeUInt32BE(sum);
        return bytes.toString('base64');
      },
    };
  }
  const hash = createHash(name === 'payload' ? 'sha256' : name);
  return {
    update: (chunk) => hash.update(chunk),
    value: () => hash.digest(name === 'payload' ? 'hex' : 'base64'),
  };
}

function mismatch(name: DigestName): S3Failure {
  return name === 'payload'
    ? new S3Failure(
        400,
        'XAmzContentSHA256Mismatch',
        "The provided 'x-amz-content-sha256' header does not match what was computed.",
      )
    : new S3Failure(400, 'BadDigest', `The ${name} you specified did not match what we received.`);
}

function incompleteBody(): S3Failure {
  return new S3Failure(
    400,
    'IncompleteBody',
    'You did not provide the number of bytes specified by the Content-Length HTTP header.',
  );
}

/** Chunks of `<hex length>\r\n<bytes>\r\n`, a chunk of length 0, then `name:value\r\n` trailers. */
async function* decodeAwsChunked(
  source: AsyncIterable<Buffer>,
  trailers: Map<string, string>,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source, incompleteBody);
  for (;;) {
    const header = (await reader.readUntil('\r\n', LONGEST_CHUNK_HEADER_BYTES)).toString('latin1');
    if (!/^[0-9a-f]{1,8}$/i.test(header)) throw incompleteBody();
    const length = Number.parseInt(header, 16);
    if (length === 0) break;
    yield* reader.readExactly(length);
    if ((await reader.readUntil('\r\n', 0)).length > 0) throw incompleteBody();
  }
  for (;;) {
    const line = (await reader.readUntil('\r\n', LONGEST_TRAILERS_BYTES)).toString('latin1');
    if (line === '') return;
    const colon = line.indexOf(':');
    trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
}
