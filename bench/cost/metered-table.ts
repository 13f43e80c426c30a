import childProcess from 'node:child_process';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { callAws } from '@headshots/local-cloud/engines/aws-json.ts';
import { freePort } from '@headshots/local-cloud/engines/supervised-process.ts';
import type { Meter } from './meter.ts';
import { type Item, transactionUnits } from './units.ts';

type Spawn = (command: string, parameters: readonly string[], options: object) => childProcess.ChildProcess;

const ENGINE = /dynoxide|DynamoDBLocal\.jar/;
const READ = /\.(GetItem|BatchGetItem|Query|Scan)$/;
const WRITE = /\.(Put|Update|Delete|BatchWrite|TransactWrite)Items?$/;
/** A failed condition is billed too. */
const CONDITION_FAILED = /#(ConditionalCheckFailed|TransactionCanceled)Exception/;
const HEADERS = ['authorization', 'content-type', 'x-amz-date', 'x-amz-target'];
const NO_TIMEOUTS = { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 };

interface Input {
  TransactItems?: Record<string, { TableName: string; Key?: Item; Item?: Item }>[];
}

interface Answer {
  __type?: string;
  ConsumedCapacity?: { CapacityUnits: number } | { CapacityUnits: number }[];
}

/**
 * Counts the units of every call of the DynamoDB engine that is started next. The engine is started on another port,
 * and a proxy listens on its own. The proxy asks for the consumed capacity with each call; of a transaction it computes
 * the units from the items, since dynoxide counts the request alone and no index.
 */
export async function meterTable(meter: Meter): Promise<void> {
  const enginePort = String(await freePort());
  const spawn: Spawn = childProcess.spawn;
  const meteredSpawn: Spawn = (command, parameters, options) => {
    if (!ENGINE.test([command, ...parameters].join(' '))) return spawn(command, parameters, options);
    const position = parameters.findIndex((parameter) => /^--?port$/.test(parameter)) + 1;
    listen(Number(parameters[position]), `http://127.0.0.1:${enginePort}`, meter);
    return spawn(command, parameters.with(position, enginePort), options);
  };
  Object.assign(childProcess, { spawn: meteredSpawn });
  syncBuiltinESMExports();
}

function listen(port: number, engine: string, meter: Meter): void {
  const server = createServer(NO_TIMEOUTS, async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    const target = String(request.headers['x-amz-target']);
    const { status, text, units, kind } = await forward(engine, request.headers, target, body);
    if (kind) meter.add(kind, units);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
  });
  server.listen(port, '127.0.0.1').unref();
}

/** The engine's response to a call, and the units of reads or writes that it has used. */
export interface MeteredAnswer {
  status: number;
  text: string;
  units: number;
  /** Undefined for a call that neither reads nor writes items. */
  kind: 'readUnits' | 'writeUnits' | undefined;
}

/** Passes a call on to the engine and counts its units. */
export async function forward(
  engine: string,
  received: IncomingHttpHeaders,
  target: string,
  body: string,
): Promise<MeteredAnswer> {
  const headers = HEADERS.map((name): [string, string] => [name, String(received[name])]);
  const kind = READ.test(target) ? 'readUnits' : WRITE.test(target) ? 'writeUnits' : undefined;
  const input = kind ? (JSON.parse(body) as Input) : {};
  const sent = kind ? JSON.stringify({ ...input, ReturnConsumedCapacity: 'TOTAL' }) : body;
  const before = await itemsOf(engine, input);
  // While the engine starts, the cloud asks again.
  const answer = await fetch(engine, { method: 'POST', headers, body: sent }).catch(() => Response.error());
  const text = await answer.text();
  const units = kind ? unitsOf(input, JSON.parse(text) as Answer, before, await itemsOf(engine, input)) : 0;
  return { status: answer.status || 503, text, units, kind };
}

function unitsOf({ TransactItems }: Input, answer: Answer, before: Item[], after: Item[]): number {
  const { __type = '', ConsumedCapacity = [] } = answer;
  if (CONDITION_FAILED.test(__type)) return TransactItems ? 2 * TransactItems.length : 1;
  const units = TransactItems
    ? before.map((item, index) => transactionUnits(item, after[index] ?? {}))
    : [ConsumedCapacity].flat().map(({ CapacityUnits }) => CapacityUnits);
  return units.reduce((sum, each) => sum + each, 0);
}

/** Items of a transaction as they are now, empty where there are none; of any other call nothing. */
function itemsOf(engine: string, { TransactItems = [] }: Input): Promise<Item[]> {
  const steps = TransactItems.flatMap((step) => Object.values(step));
  return Promise.all(
    steps.map(async ({ TableName, Key, Item }) => {
      const { PK, SK } = Key ?? Item ?? {};
      const input = { TableName, Key: { PK, SK }, ConsistentRead: true };
      return (await callAws<{ Item?: Item }>(engine, 'DynamoDB_20120810.GetItem', input)).Item ?? {};
    }),
  );
}
