import { escapeXml, S3Failure } from './failure.ts';

const MOST_KEYS = 1000;
const LONGEST_DOCUMENT_BYTES = 2 * 1024 * 1024;

export interface Deletion {
  keys: readonly string[];
  /** True when the answer is to list failures only. */
  quiet: boolean;
}

/** Reads the document of a DeleteObjects request; throws `S3Failure` when it is too long or names too many keys. */
export async function readDeletion(content: AsyncIterable<Buffer>): Promise<Deletion> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > LONGEST_DOCUMENT_BYTES) {
      throw new S3Failure(400, 'MaxMessageLengthExceeded', 'Your request was too big.');
    }
    chunks.push(chunk);
  }
  const xml = Buffer.concat(chunks).toString('utf8');
  const keys = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => unescapeXml(key));
  if (keys.length === 0 || keys.length > MOST_KEYS) {
    throw new S3Failure(
      400,
      'MalformedXML',
      'The XML you provided was not well-formed or did not validate against our published schema',
    );
  }
  return { keys, quiet: /<Quiet>\s*true\s*<\/Quiet>/.test(xml) };
}

export function deletionResult(deleted: readonly string[]): string {
  const rows = deleted.map((key) => `<Deleted><Key>${escapeXml(key)}</Key></Deleted>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<DeleteResult>${rows.join('')}</DeleteResult>`;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}
