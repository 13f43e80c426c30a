/** A request of HTTP/1.1, whole. */
export interface WholeRequest {
  method: string;
  path: string;
  /** Lower-case names. */
  headers: ReadonlyMap<string, string>;
  body: Buffer;
  /** As it came, to be passed on. */
  bytes: Buffer;
}

const END_OF_HEAD = '\r\n\r\n';
const LONGEST_HEAD_BYTES = 64 * 1024;
/** DynamoDB's limit of a request: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html */
const LONGEST_BODY_BYTES = 16 * 1024 * 1024;

/**
 * Cuts what arrives on a connection into requests. Clients of AWS tell how long their bodies are, so this needs
 * a fraction of the time that a full HTTP server spends.
 */
export class RequestSplitter {
  #rest: Buffer = Buffer.alloc(0);

  /** @returns the requests that are whole by now. @throws when what came cannot be one */
  add(chunk: Buffer): WholeRequest[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const requests: WholeRequest[] = [];
    for (let request = this.#next(); request !== undefined; request = this.#next()) requests.push(request);
    return requests;
  }

  #next(): WholeRequest | undefined {
    const headLength = this.#rest.indexOf(END_OF_HEAD);
    if (headLength === -1) {
      if (this.#rest.length > LONGEST_HEAD_BYTES) throw new Error('The head of a request is too long.');
      return undefined;
    }
    const [first = '', ...lines] = this.#rest.toString('latin1', 0, headLength).split('\r\n');
    const [method = '', path = ''] = first.split(' ');
    const headers = new Map(lines.map(nameAndValue));
    const bodyLength = Number(headers.get('content-length') ?? Number.NaN);
    if (!(bodyLength >= 0 && bodyLength <= LONGEST_BODY_BYTES))
      throw new Error('A request does not say how long its body is, or is too long.');
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
