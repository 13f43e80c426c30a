import childProcess from 'node:child_process';
import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { callAws } from '../../local/engines/aws-json.ts';
import { freePort } from '../../local/engines/supervised-process.ts';
import { accessKeyIdOf } from './access-key.ts';
import { type ItemForm, transactionUnits } from './item-size.ts';
import type { Meter } from './meter.ts';

/**
 * Puts a meter before the engine of the table: it asks the engine with each call what the call consumes, and counts
 * the answer. What a transaction consumes is computed from its items, since dynoxide looks at the request alone, and
 * at no index. The engine is told another port when it is started, and the meter listens at the one that it was to have.
 */
export async function meterTable(meter: Meter): Promise<void> {
  const enginePort = await freePort();
  const spawn: (
    command: string,
    parameters: readonly string[],
    options: object,
  ) => childProcess.ChildProcess = childProcess.spawn;
  Object.assign(childProcess, {
    spawn(command: string, parameters: readonly string[], options: object) {
      const position =
        parameters.findIndex((parameter) => parameter === '--port' || parameter === '-port') + 1;
      if (position === 0 || !parameters.some((parameter) => ENGINE.test(parameter)))
        return spawn(command, parameters, options);
      listen(Number(parameters[position]), enginePort, meter);
      return spawn(command, parameters.with(position, String(enginePort)), options);
    },
  });
  syncBuiltinESMExports();
}

const ENGINE = /dynoxide|DynamoDBLocal\.jar/;
const READS = ['GetItem', 'BatchGetItem', 'Query'];
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'];
/** What a condition answers that does not hold. */
const REFUSALS = /#(ConditionalCheckFailed|TransactionCanceled)Exception/;

interface Keyed {
  TableName: string;
  Key?: ItemForm;
  Item?: ItemForm;
}

interface Input {
  Key?: ItemForm;
  Item?: ItemForm;
  ExpressionAttributeValues?: ItemForm;
  TransactItems?: Record<string, Keyed>[];
}

interface Capacity {
  CapacityUnits?: number;
}

interface Answer {
  __type?: string;
  ConsumedCapacity?: Capacity | Capacity[];
}

interface Call {
  accessKeyId: string;
  operation: string;
  input: Input;
  /** Those of a transaction, as they were before it. */
  before: Items;
}

/** By partition and sort key. */
type Items = ReadonlyMap<string, ItemForm>;

function listen(port: number, enginePort: number, meter: Meter): void {
  const engine = `http://127.0.0.1:${enginePort}`;
  const agent = new Agent({ keepAlive: true });
  const server = createServer(async (request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    const isMetered = [...READS, ...WRITES].includes(operation);
    const body = await bytesOf(request);
    const input = isMetered ? (JSON.parse(body.toString()) as Input) : {};
    const accessKeyId = accessKeyIdOf(request.headers.authorization);
    const call = { accessKeyId, operation, input, before: await itemsOf(engine, input) };
    const asked = isMetered
      ? Buffer.from(JSON.stringify({ ...input, ReturnConsumedCapacity: 'TOTAL' }))
      : body;
    const outgoing = httpRequest(`${engine}${request.url}`, {
      agent,
      method: request.method ?? 'POST',
      headers: { ...request.headers, 'content-length': asked.length },
    });
    outgoing.once('error', () => response.writeHead(503).end('{}'));
    outgoing.once('response', async (answer: IncomingMessage) => {
      const bytes = await bytesOf(answer);
      if (isMetered) await count(meter, engine, call, JSON.parse(bytes.toString()) as Answer);
      const { 'transfer-encoding': _chunked, ...headers } = answer.headers;
      response.writeHead(answer.statusCode ?? 500, { ...headers, 'content-length': bytes.length }).end(bytes);
    });
    outgoing.end(asked);
  });
  // The gate before the table keeps its connections.
  Object.assign(server, { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
  server.listen(port, '127.0.0.1').unref();
}

async function count(meter: Meter, engine: string, call: Call, answer: Answer): Promise<void> {
  const { accessKeyId, operation, input, before } = call;
  const { __type = '', ConsumedCapacity = [] } = answer;
  const steps = input.TransactItems ?? [];
  if (REFUSALS.test(__type)) {
    meter.countRefusedWrites(accessKeyId, operation === 'TransactWriteItems' ? 2 * steps.length : 1);
  } else if (operation === 'TransactWriteItems') {
    const after = await itemsOf(engine, input);
    const units = stepKeys(input).map((key) =>
      transactionUnits(before.get(textOf(key)), after.get(textOf(key))),
    );
    meter.countUnits(
      accessKeyId,
      undefined,
      0,
      units.reduce((sum, each) => sum + each, 0),
    );
  } else {
    const units = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    const { Key, Item, ExpressionAttributeValues } = input;
    const partition = (Key?.PK ?? Item?.PK ?? ExpressionAttributeValues?.[':PK'])?.S;
    const isRead = READS.includes(operation);
    meter.countUnits(accessKeyId, partition, isRead ? units : 0, isRead ? 0 : units);
  }
}

/** The items of a transaction as they are now; of any other call none. */
async function itemsOf(engine: string, input: Input): Promise<Items> {
  const Keys = stepKeys(input);
  const [step] = input.TransactItems ?? [];
  const [{ TableName } = {}] = Object.values(step ?? {});
  if (TableName === undefined) return new Map();
  const { Responses } = await callAws<{ Responses: Record<string, ItemForm[]> }>(
    engine,
    'DynamoDB_20120810.BatchGetItem',
    { RequestItems: { [TableName]: { Keys, ConsistentRead: true } } },
  );
  return new Map((Responses[TableName] ?? []).map((item) => [textOf(item), item]));
}

function stepKeys({ TransactItems = [] }: Input): ItemForm[] {
  return TransactItems.flatMap((step) => Object.values(step)).map(({ Key, Item }) => {
    const { PK = {}, SK = {} } = Key ?? Item ?? {};
    return { PK, SK };
  });
}

function textOf({ PK, SK }: ItemForm): string {
  return `${PK?.S}\n${SK?.S}`;
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(message));
}
