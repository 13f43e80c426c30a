import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export type RecordType = 'A' | 'AAAA';

/** The records of a name: a chain of aliases, and the addresses of the last one. */
export interface Records {
  via?: readonly string[];
  A?: readonly string[];
  AAAA?: readonly string[];
}

/**
 * Gives the records of a name: undefined if the name does not exist, `silence` if the server does not answer.
 */
export type Zone = (name: string, type: RecordType) => Records | 'silence' | undefined;

export interface NameServer {
  /** The address for `Resolver.setServers`. */
  address: string;
  /** The queried names, in the order of the queries. */
  queried: readonly string[];
  close(): void;
}

const TYPES = { A: 1, CNAME: 5, AAAA: 28 };
const HEADER_BYTES = 12;
const RESPONSE = 0x8180;
const NO_SUCH_NAME = 3;

/** Starts a DNS server on UDP, RFC 1035, that answers like a recursive resolver. */
export async function startNameServer(zone: Zone): Promise<NameServer> {
  const socket = createSocket('udp4');
  const queried: string[] = [];
  socket.on('message', (query, client) => {
    const { name, type, end } = readQuestion(query);
    queried.push(name);
    const records = zone(name, type);
    if (records === 'silence') return;
    const answers = records === undefined ? [] : encodeRecords(name, type, records);
    const header = Buffer.alloc(HEADER_BYTES);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(RESPONSE | (records === undefined ? NO_SUCH_NAME : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    socket.send(
      Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...answers]),
      client.port,
      client.address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, queried, close: () => socket.close() };
}

function readQuestion(query: Buffer): { name: string; type: RecordType; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1) === TYPES.A ? 'A' : 'AAAA';
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 };
}

function encodeRecords(name: string, type: RecordType, { via = [], ...addresses }: Records): Buffer[] {
  const owners = [name, ...via];
  return [
    ...via.map((alias, index) => encodeRecord(owners[index] ?? name, 'CNAME', encodeName(alias))),
    ...(addresses[type] ?? []).map((address) =>
      encodeRecord(owners.at(-1) ?? name, type, type === 'A' ? v4Bytes(address) : v6Bytes(address)),
    ),
  ];
}

function encodeRecord(owner: string, type: keyof typeof TYPES, data: Buffer): Buffer {
  // Class IN, and a time to live of 0, so that no resolver caches the record.
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(TYPES[type], 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(owner), fixed, data]);
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

const v4Bytes = (address: string) => Buffer.from(address.split('.').map(Number));

function v6Bytes(address: string): Buffer {
  // The URL parser writes an IPv4 tail as two groups.
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const first = groups(head);
  const last = groups(tail ?? '');
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return Buffer.from([...first, ...zeros, ...last].map((group) => group.padStart(4, '0')).join(''), 'hex');
}
