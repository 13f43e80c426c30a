import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { S3Client } from '@aws-sdk/client-s3';
import { systemClock } from '../clock.ts';
import { startQueuesAndObjects } from '../engines/fauxqs.ts';
import type { Principal } from '../s3/authenticate.ts';
import type { ObjectStore } from '../s3/engine.ts';
import { accessDenied } from '../s3/failure.ts';
import { createS3Gate, type S3GateOptions } from '../s3/gate.ts';

export const BUCKET = 'images';
export const REGION = 'eu-west-1';

export const OWNER = { accessKeyId: 'AKIAOWNER', secretAccessKey: 'owner-secret' };
export const READER = { accessKeyId: 'AKIAREADER', secretAccessKey: 'reader-secret' };
export const SESSION = {
  accessKeyId: 'ASIASESSION',
  secretAccessKey: 'session-secret',
  sessionToken: 'token+/=',
};

const PRINCIPALS: Readonly<Record<string, Principal>> = {
  [OWNER.accessKeyId]: { secretAccessKey: OWNER.secretAccessKey },
  [READER.accessKeyId]: {
    secretAccessKey: READER.secretAccessKey,
    authorize: (action, bucket, key) => {
      if (action !== 's3:GetObject' || bucket !== BUCKET || !key.startsWith('photos/')) throw accessDenied();
    },
    mayList: () => false,
  },
  [SESSION.accessKeyId]: { secretAccessKey: SESSION.secretAccessKey, sessionToken: SESSION.sessionToken },
};

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** `Code` of an S3 error document. */
  code: string | undefined;
}

export interface World {
  /** `http://127.0.0.1:<port>/_s3` */
  endpoint: string;
  /** The engine itself, without the gate. */
  engineUrl: string;
  store: ObjectStore;
  client(credentials?: typeof OWNER): S3Client;
  /** Moves the gate's clock; signers use the real time. */
  advance(milliseconds: number): void;
  /** Body of an object as the engine has it, undefined when it has none. */
  stored(key: string): Promise<string | undefined>;
  reports: string[];
  stop(): Promise<void>;
}

/** A gate before a real engine with one empty bucket, on a free port of 127.0.0.1. */
export async function startWorld(options: Partial<S3GateOptions> = {}): Promise<World> {
  const engine = await startQueuesAndObjects(REGION);
  engine.createBucket(BUCKET);
  let offset = 0;
  const reports: string[] = [];
  const server = createServer(
    createS3Gate({
      store: engine.objects,
      basePath: '/_s3',
      region: REGION,
      credentials: (accessKeyId) => PRINCIPALS[accessKeyId],
      clock: { now: () => systemClock.now() + offset },
      log: { report: (level, message) => reports.push(`${level} ${message}`) },
      ...options,
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_s3`;
  const clients: S3Client[] = [];
  return {
    endpoint,
    engineUrl: engine.endpoint,
    store: engine.objects,
    client: (credentials = OWNER) => {
      const client = new S3Client({
        logger: SILENT,
        endpoint,
        region: REGION,
        credentials,
        forcePathStyle: true,
        maxAttempts: 1,
      });
      clients.push(client);
      return client;
    },
    advance: (milliseconds) => {
      offset += milliseconds;
    },
    stored: async (key) => {
      const response = await fetch(
        `${engine.endpoint}/${BUCKET}/${key.split('/').map(encodeURIComponent).join('/')}`,
      );
      const text = await response.text();
      return response.status === 200 ? text : undefined;
    },
    reports,
    stop: async () => {
      for (const client of clients) client.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      await engine.stop();
    },
  };
}

/**
 * A request exactly as given: unlike `fetch`, without normalizing its path. Like a browser it sends its whole body
 * before it reads the answer.
 */
export async function send(
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Answer> {
  const [, host = '', path = '/'] = /^http:\/\/([^/]+)(.*)$/.exec(url) ?? [];
  const [hostname, port] = host.split(':');
  const outgoing = httpRequest({ hostname, port, path, method, headers, agent: false });
  outgoing.end(body);
  const [[response]] = await Promise.all([once(outgoing, 'response'), once(outgoing, 'finish')]);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    status: response.statusCode,
    headers: response.headers,
    text,
    code: /<Code>(.*?)<\/Code>/.exec(text)?.[1],
  };
}
