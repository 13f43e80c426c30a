import type { IncomingMessage, ServerResponse } from 'node:http';
import { AwsError } from '../engines/aws-json.ts';
import type { AccessControl } from './authorization/access-control.ts';
import type { AccessesOf } from './authorization/authorizer.ts';
import type { SignedRequest } from './authorization/caller.ts';
import { readInput } from './authorization/service-access.ts';

/** The operations of a service that speaks the AWS JSON protocol, by their names. */
export type Operations = Readonly<Record<string, (input: unknown) => unknown>>;

export interface JsonService {
  /** As signatures name it: `states`. */
  name: string;
  operations: Operations;
  accessesOf: AccessesOf;
}

const BODY_LIMIT_BYTES = 1024 * 1024;

/** Answers one request of the AWS JSON protocol, if the caller may make it. */
export async function answerJsonProtocol(
  request: IncomingMessage,
  response: ServerResponse,
  { name, operations, accessesOf }: JsonService,
  accessControl: AccessControl,
): Promise<void> {
  const contentType = request.headers['content-type'] ?? 'application/x-amz-json-1.0';
  const send = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': contentType }).end(JSON.stringify(body));
  };
  try {
    const body = await readBody(request, BODY_LIMIT_BYTES);
    const operationName = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    const input = readInput(body);
    accessControl.admit(name, signedRequest(request, body), () => accessesOf(operationName, input));
    const operation = operations[operationName];
    if (operation === undefined) {
      const message = `The local cloud does not know the operation ${operationName}.`;
      throw new AwsError('UnknownOperationException', message);
    }
    send(200, operation(input));
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    send(400, { __type: error.name, message: error.message });
  }
}

/** The request as its signature covers it. */
export function signedRequest(
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
): SignedRequest {
  const lines = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return { method, path: url, headers: new Map(lines), body };
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
