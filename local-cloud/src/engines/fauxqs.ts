import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { buildApp } from 'fauxqs';
import type { SignedRequest } from '../aws/authorization/caller.ts';
import { readInput } from '../aws/authorization/service-access.ts';
import { LARGEST_OBJECT_BYTES, type ObjectStore } from '../s3/engine.ts';
import type { JsonObject } from '../template/assembly.ts';
import { AwsError } from './aws-json.ts';
import { ContentFiles } from './content-files.ts';
import { fauxqsParts, type Stores } from './packages.ts';
import { processDirectory } from './process-directory.ts';

type StoredObject = ReturnType<Stores['s3Store']['getObject']>;

export interface QueueAndObjectEngine {
  /** `http://127.0.0.1:<port>`, for SQS as well as for S3 without its gate. */
  endpoint: string;
  /** S3 without its gate. A connection to this same process would cost more than the request itself. */
  objects: ObjectStore;
  createQueue(name: string, attributes: Readonly<Record<string, string>>): void;
  createBucket(name: string): void;
  /** Messages of a queue that are ready, delayed or in flight. */
  countMessages(queueName: string): number;
  /** Sets the check of each request to SQS: `admit` receives its input, and throws an AwsError to deny it. */
  protectQueues(admit: AdmitToQueue): void;
  stop(): Promise<void>;
}

export type AdmitToQueue = (operation: string, input: JsonObject, request: SignedRequest) => void;

const ACCOUNT_ID = '000000000000';
const SQS_CONTENT_TYPE = 'application/x-amz-json-1.0';
const DIRECTORY_PREFIX = 'local-cloud-s3-';

/**
 * SQS and S3 in this process. Objects are kept in files of a temporary directory, so that images take no
 * memory. The package's own start function listens on every network interface, therefore its application is
 * built from its parts here and bound to 127.0.0.1.
 */
export async function startQueuesAndObjects(region: string): Promise<QueueAndObjectEngine> {
  const directory = processDirectory(tmpdir(), DIRECTORY_PREFIX);
  const { stores, closeFiles } = await makeStores(directory);
  const app = buildApp({ logger: false, defaultRegion: region, stores });
  app.removeContentTypeParser('*');
  app.addContentTypeParser(
    '*',
    // The engine's own limit is 11 MiB.
    { parseAs: 'buffer', bodyLimit: LARGEST_OBJECT_BYTES },
    (_request, body, done) => {
      done(null, body);
    },
  );
  let admit: AdmitToQueue = () => {};
  askBeforeQueues(app, (...request) => admit(...request));
  const endpoint = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    endpoint,
    objects: objectsOf(app),
    createQueue: (name, attributes) => {
      const arn = `arn:aws:sqs:${region}:${ACCOUNT_ID}:${name}`;
      stores.sqsStore.createQueue(name, `${endpoint}/${ACCOUNT_ID}/${name}`, arn, { ...attributes }, {});
    },
    createBucket: (name) => stores.s3Store.createBucket(name),
    countMessages: (queueName) => {
      const messages = stores.sqsStore.inspectQueue(queueName)?.messages;
      return messages === undefined
        ? 0
        : messages.ready.length + messages.delayed.length + messages.inflight.length;
    },
    protectQueues: (protection) => {
      admit = protection;
    },
    stop: async () => {
      await app.close();
      closeFiles();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function objectsOf(app: ReturnType<typeof buildApp>): ObjectStore {
  return async (method, path, headers, body) => {
    const answer = await app.inject({ method, path, headers, ...(body && { body }) });
    const given = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as const],
    );
    return { status: answer.statusCode, headers: Object.fromEntries(given), body: answer.rawPayload };
  };
}

/** Checks requests inside the engine, which has read the body already: SQS then needs no gate server of its own. */
function askBeforeQueues(app: ReturnType<typeof buildApp>, admit: AdmitToQueue): void {
  app.removeContentTypeParser([SQS_CONTENT_TYPE, 'application/x-www-form-urlencoded']);
  app.addContentTypeParser(SQS_CONTENT_TYPE, { parseAs: 'buffer' }, ({ raw, headers, url }, body, done) => {
    try {
      const bytes = Buffer.from(body);
      const input = readInput(bytes);
      const operation = String(headers['x-amz-target']).split('.').at(-1) ?? '';
      const lines = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
      admit(operation, input, { method: raw.method ?? '', path: url, headers: new Map(lines), body: bytes });
      done(null, input);
    } catch (error) {
      done(error as Error);
    }
  });
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof AwsError)) return reply.send(error);
    const { name, message } = error;
    return reply
      .status(name === 'AccessDeniedException' ? 403 : 400)
      .headers({ 'content-type': SQS_CONTENT_TYPE, 'x-amzn-query-error': `${name};Sender` })
      .send(JSON.stringify({ __type: `com.amazonaws.sqs#${name}`, message }));
  });
}

async function makeStores(directory: string): Promise<{ stores: Stores; closeFiles: () => void }> {
  const { FileS3Persistence, S3Store, SnsStore, SqsStore } = await fauxqsParts();
  const files = new ContentFiles(directory);
  /** Without the file of each object's metadata: nothing reads the directory of a former run. */
  class Persistence extends FileS3Persistence {
    override upsertObject(bucket: string, { key, etag, body }: StoredObject): void {
      files.write(`${bucket}/${key}`, etag.replaceAll('"', ''), body);
    }

    override readBody(bucket: string, key: string): Buffer {
      return files.read(`${bucket}/${key}`);
    }

    override deleteObject(bucket: string, key: string): void {
      files.remove(`${bucket}/${key}`);
    }
  }
  const persistence = new Persistence(directory);
  const stores: Stores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() };
  stores.s3Store.persistence = persistence;
  return { stores, closeFiles: () => persistence.close() };
}
