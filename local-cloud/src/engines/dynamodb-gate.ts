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
 * DynamoDB with access control: a request is passed to the engine when the caller's role allows it. Each client
 * connection has its own connection to the engine, whose answers are passed back unread.
 */
export async function startDynamoDBGate(
  engineEndpoint: string,
  accessControl: AccessControl,
  accessesOf: AccessesOf,
  log: Log,
): Promise<DynamoDBGate> {
  const { hostname, port } = new URL(engineEndpoint);
  const sockets = new Set<Socket>();

  const denialOf = (request: WholeRequest): AwsError | undefined => {
    try {
      accessControl.admit('dynamodb', request, () => {
        const operation = request.headers.get('x-amz-target')?.split('.').at(-1) ?? '';
        return accessesOf(operation, readInput(request.body));
      });
      return undefined;
    } catch (error) {
      if (error instanceof AwsError) return error;
      log.report('error', `DynamoDB gate: ${error instanceof Error ? error.stack : String(error)}`);
      return new AwsError('InternalServerError', 'The local DynamoDB gate failed; the log has the cause.');
    }
  };

  const server = createServer({ noDelay: true }, (client) => {
    const engine = connect({ host: hostname, port: Number(port), noDelay: true });
    const splitter = new RequestSplitter();
    client.on('data', (chunk) => {
      try {
        for (const request of splitter.add(chunk)) {
          const denial = denialOf(request);
          if (denial === undefined) engine.write(request.bytes);
          // No other request is in progress on this connection: AWS clients wait for an answer before the next one.
          else client.write(answerOf(denial));
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
      // Either end may close the connection between two requests; the other end is then closed too.
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

/** The HTTP response of a denied request, in DynamoDB's form. */
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
