import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { callAws } from '../src/engines/aws-json.ts';
import { startDynamoDB } from '../src/engines/dynamodb.ts';
import { startQueuesAndObjects } from '../src/engines/fauxqs.ts';
import { dynoxideBinary } from '../src/engines/packages.ts';
import { startEngine } from '../src/engines/supervised-process.ts';
import { eventually } from './eventually.ts';

const PACKAGE = join(import.meta.dirname, '..');

async function answers(endpoint: string): Promise<boolean> {
  return callAws(endpoint, 'DynamoDB_20120810.ListTables', {}).then(
    () => true,
    () => false,
  );
}

/** A separate program that starts DynamoDB and then waits. */
async function programWithDatabase() {
  const source = `import { startDynamoDB } from './src/engines/dynamodb.ts';
    const { endpoint } = await startDynamoDB();
    console.log(endpoint);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { cwd: PACKAGE });
  const [endpoint] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, endpoint };
}

test.each<NodeJS.Signals>(['SIGKILL', 'SIGTERM'])(
  'an engine does not outlive a parent ended by %s',
  async (signal) => {
    const { child, endpoint } = await programWithDatabase();
    expect(await answers(endpoint)).toBe(true);
    child.kill(signal);
    await eventually(async () => expect(await answers(endpoint)).toBe(false));
  },
);

test('an engine that ends at once is an error with its output', async () => {
  const start = startEngine('/bin/sh', ['-c', 'echo no such luck; exit 3'], async () => false);
  await expect(start).rejects.toThrow(/ended with code 3[\s\S]*no such luck/);
});

test('SQS and S3 listen on 127.0.0.1 only', async () => {
  const engine = await startQueuesAndObjects('us-east-1');
  expect(new URL(engine.endpoint).hostname).toBe('127.0.0.1');
  engine.createBucket('images');
  const big = new Uint8Array(40 * 1024 * 1024);
  const put = await fetch(`${engine.endpoint}/images/big`, { method: 'PUT', body: big });
  expect(put.status).toBe(200);
  const got = await fetch(`${engine.endpoint}/images/big`);
  expect((await got.arrayBuffer()).byteLength).toBe(big.length);
  await engine.stop();
  await expect(fetch(`${engine.endpoint}/health`)).rejects.toThrow();
});

test('images of a killed run are removed by the next run', async () => {
  const source = `import { startQueuesAndObjects } from './src/engines/fauxqs.ts';
    await startQueuesAndObjects('us-east-1');
    process.kill(process.pid, 'SIGKILL');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { cwd: PACKAGE });
  await once(child, 'exit');
  const left = () =>
    readdirSync(tmpdir()).filter((entry) => entry.startsWith(`local-cloud-s3-${child.pid}-`));
  expect(left()).toHaveLength(1);
  await (await startQueuesAndObjects('us-east-1')).stop();
  expect(left()).toHaveLength(0);
});

test.skipIf(dynoxideBinary() === undefined)(
  'tables of a killed run are removed by the next run',
  async () => {
    const { child, endpoint } = await programWithDatabase();
    const left = () => [tmpdir(), '/dev/shm'].filter(existsSync).flatMap((parent) => readdirSync(parent));
    const directory = expect.stringMatching(`^local-cloud-dynoxide-${child.pid}-`);
    expect(left()).toContainEqual(directory);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    // Until its exit is read, a killed process still counts as running.
    await exited;
    await eventually(async () => expect(await answers(endpoint)).toBe(false));
    await (await startDynamoDB('dynoxide')).stop();
    expect(left()).not.toContainEqual(directory);
  },
);

/** The statements of dynoxide that number a stream record and read new ones, and how SQLite has to look them up. */
const STREAM_STATEMENTS = [
  [
    'SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = ?1',
    'by_number (table_name=?)',
  ],
  [
    `SELECT event_name, keys_json, new_image, old_image, sequence_number, created_at, user_identity
             FROM _stream_records
             WHERE table_name = ?1 AND shard_id = ?2 AND CAST(sequence_number AS INTEGER) > ?3
             ORDER BY CAST(sequence_number AS INTEGER) ASC
             LIMIT ?4`,
    'by_shard (table_name=? AND shard_id=? AND <expr>>?)',
  ],
] as const;

test.skipIf(dynoxideBinary() === undefined).each(STREAM_STATEMENTS)(
  'dynoxide does not slow down as its stream grows: an index answers %s',
  async (statement, index) => {
    // A release of dynoxide with other statements needs other indexes.
    expect(readFileSync(dynoxideBinary() ?? '').includes(statement)).toBe(true);
    const engine = await startDynamoDB('dynoxide');
    const [file = ''] = [tmpdir(), '/dev/shm']
      .filter(existsSync)
      .flatMap((parent) => globSync(join(parent, `local-cloud-dynoxide-${process.pid}-*`, 'tables.db')));
    const database = new DatabaseSync(file);
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${statement}`).all();
    database.close();
    await engine.stop();
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SEARCH _stream_records USING (COVERING )?INDEX /),
    ]);
    expect(plan[0]?.detail).toContain(index);
  },
);
