/** A complete HTTP/1.1 request. */
export interface WholeRequest {
  method: string;
  path: string;
  /** Lower-case names. */
  headers: ReadonlyMap<string, string>;
  body: Buffer;
  /** The bytes as received, to be passed on. */
  bytes: Buffer;
}

const END_OF_HEAD = '\r\n\r\n';
const LONGEST_HEAD_BYTES = 64 * 1024;
/** DynamoDB's limit for a request: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html */
const LONGEST_BODY_BYTES = 16 * 1024 * 1024;

/**
 * Splits the bytes of a connection into requests. AWS clients always send a Content-Length, so this takes a
 * fraction of the time of a full HTTP server.
 */
export class RequestSplitter {
  #rest: Buffer = Buffer.alloc(0);

  /** @returns the requests completed by this chunk. @throws when the bytes cannot be a request */
  add(chunk: Buffer): WholeRequest[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const requests: WholeRequest[] = [];
    for (let request = this.#next(); request !== undefined; request = this.#next()) requests.push(request);
    return requests;
  }

  #next(): WholeRequest | undefined {
    const headLength = this.#rest.indexOf(END_OF_HEAD);
    if (headLength === -1) {
      if (this.#rest.length > LONGEST_HEAD_BYTES)
        throw new Error('The header section of a request is too long.');
      return undefined;
    }
    const [first = '', ...lines] = this.#rest.toString('latin1', 0, headLength).split('\r\n');
    const [method = '', path = ''] = first.split(' ');
    const headers = new Map(lines.map(nameAndValue));
    const bodyLength = Number(headers.get('content-length') ?? Number.NaN);
    if (!(bodyLength >= 0 && bodyLength <= LONGEST_BODY_BYTES))
      throw new Error('A request has no valid Content-Length, or its body is too long.');
    const start = headLength + END_OF_HEAD.length;
    const end = start + bodyLength;
    if (this.#rest.length < end) return undefined;
    const bytes = this.#rest.subarray(0, end);
    this.#rest = this.#rest.subarray(end);
    return { method, path, headers, body: bytes.subarray(start), bytes };
  }
}

function nameAndValue(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
