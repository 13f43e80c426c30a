import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { AccessControl } from '../aws/authorization/access-control.ts';
import type { AccessesOf } from '../aws/authorization/authorizer.ts';
import { readInput } from '../aws/authorization/service-access.ts';
import type { Log } from '../log.ts';
import { AwsError } from './aws-json.ts';
import { RequestSplitter, type WholeRequest } from './request-splitter.ts';

export interface DynamoDBGate {
  endpoint: string;
  stop(): Promise<void>;
}

/**
 * DynamoDB as a function meets it: a request passes to the engine when the caller's role allows it. Each
 * connection has one of its own to the engine, whose answers go back unread.
 */
export async function startDynamoDBGate(
  engineEndpoint: string,
  accessControl: AccessControl,
  accessesOf: AccessesOf,
  log: Log,
): Promise<DynamoDBGate> {
  const { hostname, port } = new URL(engineEndpoint);
  const sockets = new Set<Socket>();

  const refusalOf = (request: WholeRequest): AwsError | undefined => {
    try {
      accessControl.admit('dynamodb', request, () => {
        const operation = request.headers.get('x-amz-target')?.split('.').at(-1) ?? '';
        return accessesOf(operation, readInput(request.body));
      });
      return undefined;
    } catch (error) {
      if (error instanceof AwsError) return error;
      log.report('error', `DynamoDB gate: ${error instanceof Error ? error.stack : String(error)}`);
      return new AwsError('InternalServerError', 'The gate before DynamoDB failed.');
    }
  };

  const server = createServer({ noDelay: true }, (client) => {
    const engine = connect({ host: hostname, port: Number(port), noDelay: true });
    const splitter = new RequestSplitter();
    client.on('data', (chunk) => {
      try {
        for (const request of splitter.add(chunk)) {
          const refusal = refusalOf(request);
          if (refusal === undefined) engine.write(request.bytes);
          // Nothing is under way on this connection: clients of AWS await an answer before they ask again.
          else client.write(answerOf(refusal));
        }
      } catch (error) {
        log.report('error', `DynamoDB gate: ${String(error)}`);
        client.destroy();
      }
    });
    engine.pipe(client);
    for (const [socket, other] of [
      [client, engine],
      [engine, client],
    ] as const) {
      sockets.add(socket);
      // Either end may hang up between two requests; then so does the other.
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gate does not listen.');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** The whole answer to a request that is refused, in the form of the service. */
function answerOf({ name, message }: AwsError): string {
  const body = JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message });
  const status = name === 'InternalServerError' ? '500 Internal Server Error' : '400 Bad Request';
  return [
    `HTTP/1.1 ${status}`,
    'content-type: application/x-amz-json-1.0',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-amzn-requestid: ${randomUUID()}`,
    '',
    body,
  ].join('\r\n');
}
