import type { IncomingMessage } from 'node:http';
import { relative, sep } from 'node:path';
import { StateMachine } from 'aws-local-stepfunctions';
import { AccessControl } from '../../local/aws/authorization/access-control.ts';
import { type Listener, OriginServer } from '../../local/http/server.ts';
import type { FunctionDefinition } from '../../local/lambda/definition.ts';
import { FunctionPool } from '../../local/lambda/function-pool.ts';
import { FunctionWorker } from '../../local/lambda/function-worker.ts';
import { BUNDLES } from '../../scripts/build/paths.ts';
import { accessKeyIdOf } from './access-key.ts';
import { TAKE } from './counts.ts';
import { Meter, type MeteredFunction } from './meter.ts';
import { meterTable } from './metered-table.ts';

/**
 * Preloaded into a local cloud, this counts what its services are asked: what the functions call, what is called from
 * outside, the states of the flow, the table's units. It changes nothing of what is answered. The process that has
 * forked the cloud asks for the counts by the message `TAKE`, and is sent what was counted since it last asked.
 */
const meter = new Meter();
await meterTable(meter);
process.on('message', (order) => {
  if (order === TAKE) process.send?.(meter.take());
});

const { define } = FunctionPool.prototype;
FunctionPool.prototype.define = function (definitions) {
  for (const definition of definitions) meter.know(meteredFunction(definition));
  define.call(this, definitions);
};

const started = new WeakSet<FunctionWorker>();
const { invoke } = FunctionWorker.prototype;
FunctionWorker.prototype.invoke = async function (event) {
  const cold = !started.has(this);
  started.add(this);
  const startedAt = performance.now();
  try {
    return await invoke.call(this, event);
  } finally {
    meter.countInvocation(meteredFunction(this.definition), performance.now() - startedAt, cold);
  }
};

function meteredFunction({ entryFile, memoryMB, environment }: FunctionDefinition): MeteredFunction {
  const [area, ...rest] = relative(BUNDLES, entryFile).split(sep).slice(0, -1);
  return {
    operation: [area, ...rest].join('/'),
    memoryMB,
    accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
  };
}

const { admit } = AccessControl.prototype;
AccessControl.prototype.admit = function (service, request, accessesOf) {
  const operation = request.headers.get('x-amz-target')?.split('.').at(-1) ?? '';
  const accessKeyId = accessKeyIdOf(request.headers.get('authorization'));
  meter.countCall({ service, operation, accessKeyId, body: request.body });
  admit.call(this, service, request, accessesOf);
};

const { run } = StateMachine.prototype;
StateMachine.prototype.run = function (input, options) {
  const execution = run.call(this, input, options);
  void countStates(execution.eventLogs);
  return execution;
};

interface FlowEvent {
  type: string;
  state?: { type: string };
}

async function countStates(events: AsyncIterable<object>): Promise<void> {
  for await (const { type, state } of events as AsyncIterable<FlowEvent>)
    meter.countFlowEvent(type, state?.type);
}

const S3_PREFIX = '/_s3';
const { serve } = OriginServer.prototype;
OriginServer.prototype.serve = function (prefixes, fallback) {
  const { [S3_PREFIX]: objects, ...others } = prefixes;
  if (objects === undefined) throw new Error(`The local cloud has no objects below ${S3_PREFIX}.`);
  const countObjects = (request: IncomingMessage, _bytesIn: number, bytesOut: number) =>
    meter.countObjectRequest(request.method ?? '', new URL(request.url ?? '/', 'http://localhost'), bytesOut);
  const countHttp = (request: IncomingMessage, bytesIn: number, bytesOut: number) =>
    meter.countHttp(request.method ?? '', bytesIn, bytesOut);
  serve.call(this, { ...others, [S3_PREFIX]: counted(objects, countObjects) }, counted(fallback, countHttp));
};

type CountRequest = (request: IncomingMessage, bytesIn: number, bytesOut: number) => void;

/** Bytes are those of the connection, headers included; of a request they are told by its headers. */
function counted(listener: Listener, count: CountRequest): Listener {
  return (request, response) => {
    const { socket } = request;
    const before = socket.bytesWritten;
    response.once('finish', () => count(request, sizeOf(request), socket.bytesWritten - before));
    return listener(request, response);
  };
}

function sizeOf({ method = '', url = '', rawHeaders, headers }: IncomingMessage): number {
  // A space, a colon or a line's end after each.
  const words = [method, url, 'HTTP/1.1', ...rawHeaders];
  const head = words.reduce((sum, word) => sum + Buffer.byteLength(word) + 2, 0);
  return head + Number(headers['content-length'] ?? 0);
}
