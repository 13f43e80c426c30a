import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { FunctionDefinition } from '../src/lambda/definition.ts';
import { FunctionPool } from '../src/lambda/function-pool.ts';
import type { Log } from '../src/log.ts';
import { temporaryDirectory } from '../src/testing/assembly.ts';
import { eventually } from './eventually.ts';

interface PoolFixture {
  pool: FunctionPool;
  lines: string[];
}

interface PoolOptions {
  /** One value for all functions, or values by name. */
  timeoutMs?: number | Record<string, number>;
  maxWorkers?: number;
  keepHeavy?: boolean;
  memoryMB?: number;
  environment?: Record<string, string>;
}

/** A pool of functions given by the source of their modules. */
function poolOf(
  sources: Readonly<Record<string, string>>,
  { timeoutMs = 5000, maxWorkers = 12, keepHeavy, memoryMB = 128, environment = {} }: PoolOptions = {},
): PoolFixture {
  const lines: string[] = [];
  const log: Log = {
    line: (source, text) => lines.push(`${source} ${text}`),
    report: (level, message) => lines.push(`${level} ${message}`),
    close: () => Promise.resolve(),
  };
  const directory = temporaryDirectory();
  const definitions = Object.entries(sources).map(([name, source]): FunctionDefinition => {
    mkdirSync(join(directory, name));
    writeFileSync(join(directory, name, 'index.mjs'), source);
    return {
      name,
      arn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
      roleArn: `arn:aws:iam::000000000000:role/${name}`,
      logGroupArn: `arn:aws:logs:us-east-1:000000000000:log-group:${name}`,
      entryFile: join(directory, name, 'index.mjs'),
      memoryMB,
      timeoutMs: typeof timeoutMs === 'number' ? timeoutMs : (timeoutMs[name] ?? 5000),
      environment,
    };
  });
  const pool = new FunctionPool(definitions, log, maxWorkers, keepHeavy);
  onTestFinished(() => pool.stop());
  return { pool, lines };
}

/** Counts the invocations of one worker; a new worker starts at 1. */
const COUNTER = 'let count = 0; export const handler = async () => ++count;';

/** Where a function runs, and the memory in MB with which it runs there. `npm test` takes the first. */
const HOSTS: readonly [where: string, memoryMB: number][] = [
  ['a thread', 128],
  ['a process, for a heavy function', 1769],
];

describe.each(HOSTS)('in %s', (_where, memoryMB) => {
  const make = (sources: Readonly<Record<string, string>>, options: PoolOptions = {}) =>
    poolOf(sources, { memoryMB, ...options });

  test('a function sees exactly its own environment, its event and its context', async () => {
    const { pool } = make(
      {
        show: `export const handler = async (event, context) =>
        ({ event, env: process.env, name: context.functionName, left: context.getRemainingTimeInMillis() > 0 });`,
      },
      { environment: { COLOUR: 'blue' } },
    );
    const answer = await pool.invoke('show', { a: [1, null] });
    expect(answer).toEqual({
      event: { a: [1, null] },
      env: { COLOUR: 'blue', TZ: 'UTC' },
      name: 'show',
      left: true,
    });
  });

  test('a function is found by name and by ARN, and its worker is kept', async () => {
    const { pool } = make({ counter: COUNTER });
    expect(await pool.invoke('counter', {})).toBe(1);
    expect(await pool.invoke('arn:aws:lambda:us-east-1:000000000000:function:counter', {})).toBe(2);
    await expect(pool.invoke('unknown', {})).rejects.toThrow('There is no function unknown.');
  });

  test("an error of the handler is reported in Lambda's form", async () => {
    const { pool } = make({
      thrower: `class ModelGone extends Error { name = 'ModelGone'; }
      export const handler = async () => { throw new ModelGone('deleted'); };`,
    });
    const failure = await pool.invoke('thrower', {}).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      name: 'ModelGone',
      payload: { errorType: 'ModelGone', errorMessage: 'deleted' },
    });
    expect((failure as { payload: { trace: string[] } }).payload.trace[0]).toContain('deleted');
  });

  test('invocations of one function overlap', async () => {
    const { pool } = make({
      meeting: `let arrived; const both = new Promise((resolve) => { arrived = resolve; }); let count = 0;
      export const handler = async () => { if (++count === 2) arrived(); await both; return 'met'; };`,
    });
    expect(await Promise.all([pool.invoke('meeting', {}), pool.invoke('meeting', {})])).toEqual([
      'met',
      'met',
    ]);
  });

  test('a time-out is an error, lets the others finish, and is followed by a new worker', async () => {
    const { pool } = make(
      {
        mixed: `let count = 0;
      export const handler = async ({ ms }) => {
        const mine = ++count;
        await new Promise((resolve) => setTimeout(resolve, ms));
        return mine;
      };`,
      },
      { timeoutMs: 5000 },
    );
    expect(await pool.invoke('mixed', { ms: 0 })).toBe(1);
    const late = pool.invoke('mixed', { ms: 60_000 }).catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    const other = pool.invoke('mixed', { ms: 3000 });
    expect(await late).toMatchObject({ payload: { errorType: 'Sandbox.Timedout' } });
    expect(await other).toBe(3);
    expect(await pool.invoke('mixed', { ms: 0 })).toBe(1);
  });

  test('a handler that never yields is stopped by its time-out', async () => {
    const { pool } = make(
      { spin: 'export const handler = async ({ spin }) => { while (spin); return 1; };' },
      { timeoutMs: 3000 },
    );
    await expect(pool.invoke('spin', { spin: true })).rejects.toThrow('Task timed out after 3.00 seconds');
    expect(await pool.invoke('spin', { spin: false })).toBe(1);
  });

  test('a worker that ends fails the invocations in progress and is replaced', async () => {
    const { pool, lines } = make({
      fragile: `let count = 0;
      export const handler = async ({ how }) => {
        count++;
        if (how === 'exit') process.exit(1);
        if (how === 'reject') { Promise.reject(new Error('not awaited')); await new Promise(() => {}); }
        if (how === 'wait') await new Promise(() => {});
        return count;
      };`,
    });
    const waiting = pool.invoke('fragile', { how: 'wait' }).catch((error: unknown) => error);
    await expect(pool.invoke('fragile', { how: 'exit' })).rejects.toMatchObject({
      name: 'Runtime.ExitError',
    });
    expect(await waiting).toMatchObject({ name: 'Runtime.ExitError' });
    expect(await pool.invoke('fragile', {})).toBe(1);
    await expect(pool.invoke('fragile', { how: 'reject' })).rejects.toMatchObject({
      name: 'Runtime.ExitError',
    });
    expect(lines.join('\n')).toContain('not awaited');
    expect(await pool.invoke('fragile', {})).toBe(1);
  });

  test('a module that cannot be loaded fails each invocation', async () => {
    const { pool } = make({
      broken: "import './missing.mjs';",
      empty: 'export const other = 1;',
    });
    await expect(pool.invoke('broken', {})).rejects.toThrow('missing.mjs');
    await expect(pool.invoke('empty', {})).rejects.toMatchObject({ name: 'Runtime.HandlerNotFound' });
  });

  test('a reload runs the new bundle while the old one finishes its invocations', async () => {
    const { pool } = make({
      version: `export const handler = async ({ ms }) => {
      await new Promise((resolve) => setTimeout(resolve, ms)); return 'old'; };`,
    });
    expect(await pool.invoke('version', { ms: 0 })).toBe('old');
    const started = Promise.withResolvers<void>();
    const begun = pool.invoke('version', { ms: 300 }, started.resolve);
    await started.promise;
    const definition = pool.definition('version');
    writeFileSync(definition.entryFile, "export const handler = async () => 'new';");
    pool.define([definition]);
    expect(await pool.invoke('version', {})).toBe('new');
    expect(await begun).toBe('old');
  });

  test('lines on stdout and stderr reach the log with the function that wrote them', async () => {
    const { pool, lines } = make({
      talker: `export const handler = async () => { console.log('{"level":"info"}'); console.error('oh'); return 1; };`,
    });
    await pool.invoke('talker', {});
    await pool.stop();
    expect(lines).toContain('talker {"level":"info"}');
    expect(lines).toContain('talker oh');
  });

  test("events and results above 6 MB fail with Lambda's errors", async () => {
    const { pool } = make({ big: "export const handler = async ({ MB }) => 'x'.repeat(MB * 1024 * 1024);" });
    const failure = await pool.invoke('big', { MB: 7 }).catch((error: Error) => error);
    expect(failure).toMatchObject({ name: 'Function.ResponseSizeTooLarge' });
    const refused = await pool.invoke('big', 'x'.repeat(7 * 1024 * 1024)).catch((error: Error) => error);
    expect(refused).toMatchObject({ name: 'RequestTooLargeException' });
  });
});

test('the longest unused idle worker makes room for another', async () => {
  const { pool } = poolOf({ a: COUNTER, b: COUNTER, c: COUNTER }, { maxWorkers: 2 });
  await pool.invoke('a', {});
  await pool.invoke('b', {});
  await pool.invoke('a', {});
  await pool.invoke('c', {});
  expect(await pool.invoke('a', {})).toBe(3);
  expect(await pool.invoke('b', {})).toBe(1);
});

test('a stopped pool invokes no function, not even for invocations that wait for their turn', async () => {
  const { pool } = poolOf({ endless: 'export const handler = () => new Promise(() => {});' });
  // More invocations than run at once, so the last of them wait.
  const failures = Array.from({ length: 20 }, () =>
    pool.invoke('endless', {}).catch(({ message }: Error) => message),
  );
  await eventually(() => expect(pool.size).toBe(1));
  await pool.stop();
  const messages = await Promise.all(failures);
  expect(messages.filter((message) => /Runtime exited/.test(String(message)))).toHaveLength(12);
  expect(
    messages.filter((message) => message === 'endless was not invoked: the local cloud is stopping.'),
  ).toHaveLength(8);
  expect(pool.size).toBe(0);
});

test('heavy functions in the background take turns, two at a time, each in a process of its own', async () => {
  const source = `import { appendFileSync, existsSync } from 'node:fs';
    const until = async (holds) => { while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20)); };
    export const handler = async ({ file, name }) => {
      appendFileSync(file, name + ' ');
      await until(() => existsSync(file + '-' + name));
      return process.pid;
    };`;
  const { pool } = poolOf({ train: source, draw: source }, { memoryMB: 1769, timeoutMs: 31_000 });
  const file = join(temporaryDirectory(), 'order');
  const started: string[] = [];
  const names = ['train0', 'train1', 'draw2', 'train3'];
  const ended = names.map((name) => pool.invoke(name.slice(0, -1), { file, name }, () => started.push(name)));
  const begun = async (count: number) => {
    const list = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ') : []);
    await eventually(() => expect(list().sort()).toEqual(names.slice(0, count).sort()));
    expect(started).toEqual(names.slice(0, count));
  };
  await begun(2);
  writeFileSync(`${file}-train0`, '');
  await begun(3);
  writeFileSync(`${file}-train1`, '');
  await begun(4);
  for (const name of ['draw2', 'train3']) writeFileSync(`${file}-${name}`, '');
  const [first, second] = await Promise.all(ended);
  expect(first).not.toBe(second);
});

test('a heavy function that a browser waits for does not wait for those in the background', async () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'uploaded');
  const { pool } = poolOf(
    {
      train: `import { existsSync } from 'node:fs';
        export const handler = async ({ file }) => {
          while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20));
          return 'trained';
        };`,
      upload: `import { writeFileSync } from 'node:fs';
        export const handler = async ({ file }) => writeFileSync(file, '');`,
    },
    { memoryMB: 1769, timeoutMs: { train: 60_000, upload: 29_000 } },
  );
  const training = pool.invoke('train', { file });
  await pool.invoke('upload', { file });
  expect(await training).toBe('trained');
});

test('an idle heavy function is ended and returns its memory', async () => {
  const { pool } = poolOf({ heavy: COUNTER, light: COUNTER }, { memoryMB: 1769 });
  await pool.invoke('heavy', {});
  expect(pool.size).toBe(1);
  await eventually(() => expect(pool.size).toBe(0));
});

test('a heavy function makes room for the next one, unless the pool keeps heavy functions', async () => {
  for (const [keepHeavy, countOfFirst] of [
    [false, 1],
    [true, 2],
  ] as const) {
    const { pool } = poolOf({ one: COUNTER, two: COUNTER }, { memoryMB: 1769, keepHeavy });
    expect(await pool.invoke('one', {})).toBe(1);
    expect(await pool.invoke('two', {})).toBe(1);
    expect(await pool.invoke('one', {})).toBe(countOfFirst);
  }
});

test('sharp works in several workers and after they have been replaced', async () => {
  const sharp = import.meta.resolve('sharp');
  const source = (name: string) => `import { createRequire } from 'node:module';
    const sharp = createRequire(${JSON.stringify(sharp)})('sharp');
    export const handler = async () => {
      const image = sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } });
      const { length } = await image.resize(100).jpeg().toBuffer();
      return { name: '${name}', length: length > 0 };
    };`;
  const { pool } = poolOf(
    { one: source('one'), two: source('two'), three: source('three') },
    { maxWorkers: 1 },
  );
  for (let round = 0; round < 4; round++) {
    for (const name of ['one', 'two', 'three'])
      expect(await pool.invoke(name, {})).toEqual({ name, length: true });
  }
  const many = Array.from({ length: 12 }, (_, index) =>
    pool.invoke(['one', 'two', 'three'][index % 3] ?? '', {}),
  );
  expect(await Promise.all(many)).toHaveLength(12);
});
