import type { IncomingMessage, ServerResponse } from 'node:http';
import { AwsError } from '../engines/aws-json.ts';
import type { KeyHolder, KeyRing } from './key-ring.ts';

/** The operations of a service that speaks the AWS JSON protocol, by their names. */
export type Operations = Readonly<Record<string, (input: unknown, caller: KeyHolder) => unknown>>;

const BODY_LIMIT_BYTES = 1024 * 1024;

/** Answers one request of the AWS JSON protocol. The caller's access key must be one of the ring. */
export async function answerJsonProtocol(
  request: IncomingMessage,
  response: ServerResponse,
  operations: Operations,
  keys: KeyRing,
): Promise<void> {
  const contentType = request.headers['content-type'] ?? 'application/x-amz-json-1.0';
  const send = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': contentType }).end(JSON.stringify(body));
  };
  try {
    const body = await readBody(request, BODY_LIMIT_BYTES);
    const caller = callerOf(request, keys);
    if (caller === undefined) {
      throw new AwsError(
        'UnrecognizedClientException',
        'The security token included in the request is invalid.',
      );
    }
    const name = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    const operation = operations[name];
    if (operation === undefined) {
      throw new AwsError('UnknownOperationException', `The local cloud does not know the operation ${name}.`);
    }
    send(200, operation(JSON.parse(body.toString()), caller));
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    send(400, { __type: error.name, message: error.message });
  }
}

/** The owner of the access key that the request names, when it is one that was handed out. */
export function callerOf(request: IncomingMessage, keys: KeyRing): KeyHolder | undefined {
  const accessKeyId = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '')?.[1];
  return accessKeyId === undefined ? undefined : keys.find(accessKeyId);
}

/** Thrown by `readBody`. */
export class BodyTooLarge extends Error {}

/** The request's whole body. @throws BodyTooLarge above `limit` bytes; the rest is then read and dropped */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else reject(new BodyTooLarge(`The body is larger than ${limit} bytes.`));
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}
