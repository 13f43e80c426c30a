import { type Quantities, scaled, sum } from './bill.ts';
import { type Counts, PURPOSES } from './counts.ts';
import type { Inputs } from './inputs.ts';
import type { LogCounts } from './log.ts';
import type { TemplateFacts } from './template.ts';

/** What was counted in one stretch of a run. */
export interface Measured {
  counts: Counts;
  log: LogCounts;
  /** Bytes of webhooks, headers included, that functions have posted to receivers. */
  webhookBytes: number;
}

/** What is stored when a run is over; bytes, but for the uploads, which are only counted: those of a bench are small. */
export interface Stored {
  uploads: number;
  /** What the studio has cut out of uploads. */
  subjects: number;
  photos: number;
  /** Items with what DynamoDB counts beside their attributes, in the table and in its index. */
  items: number;
}

const GB = 2 ** 30;
const MEGABYTE = 2 ** 20;
const MEGABYTES_PER_GB = 1024;
const MILLISECONDS_PER_SECOND = 1000;
const HOURS_PER_MONTH = 730;
const DAYS_PER_MONTH = HOURS_PER_MONTH / 24;

/** CloudWatch adds so many bytes to each line. */
const LOG_LINE_BYTES = 26;
/** What Lambda itself writes of an invocation, and of a new environment. */
const INVOCATION_LINES = [
  'START RequestId: 4d9c3c6e-7f0c-4f36-9a53-0e4b5c7a1d20 Version: $LATEST\n',
  'END RequestId: 4d9c3c6e-7f0c-4f36-9a53-0e4b5c7a1d20\n',
  'REPORT RequestId: 4d9c3c6e-7f0c-4f36-9a53-0e4b5c7a1d20\tDuration: 123.45 ms\tBilled Duration: 124 ms\tMemory Size: 512 MB\tMax Memory Used: 128 MB\t\n',
];
const START_LINES = [
  'INIT_START Runtime Version: nodejs:24.v12\tRuntime Version ARN: arn:aws:lambda:us-east-1::runtime:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n',
];
/** What Step Functions writes of one event when it leaves out the data. */
const HISTORY_LINES = [
  '{"id":"12","type":"LambdaFunctionSucceeded","details":{},"previous_event_id":"11","event_timestamp":"1795276800000","execution_arn":"arn:aws:states:us-east-1:123456789012:execution:ModelFlowStateMachine0A1B2C3D-AbCdEfGhIjKl:mdl_01JD0000000000000000000000-1","redrive_count":"0"}',
];

/** What a stretch of a run used of what AWS bills; what is stored comes on top. */
export function quantitiesOf(measured: Measured, facts: TemplateFacts, inputs: Inputs): Quantities {
  const { counts, webhookBytes } = measured;
  const { queues, objects, http, flow, secretCalls, mails } = counts;
  const functions = Object.values(counts.functions);
  const logBytes = logBytesOf(measured, facts);
  const units = (kind: 'read' | 'write') =>
    PURPOSES.reduce((sum, purpose) => sum + counts.units[purpose][kind], 0);
  return {
    lambdaRequests: functions.reduce((sum, { invocations }) => sum + invocations, 0),
    lambdaGbSeconds: functions.reduce((sum, each) => sum + gbSecondsOf(each, inputs), 0),
    dynamodbWrites: units('write') + counts.refusedWrites,
    dynamodbReads: units('read'),
    s3Writes: objects.puts + objects.lists,
    s3Reads: objects.gets,
    internetOut: (objects.bytesOut + webhookBytes) / GB,
    stateTransitions: flow.transitions,
    traces: flow.executions + beginningTraces(counts),
    httpApi: http.parts,
    cloudfrontRequests: http.requests,
    cloudfrontOut: http.bytesOut / GB,
    cloudfrontToOrigin: http.bytesIn / GB,
    wafRequests: http.requests,
    // Lambda receives one batch for each invocation; the waits in between are a matter of the month.
    sqsStandard: queues.standard + receivesOf(counts, (operation) => operation !== FIFO_CONSUMER),
    sqsFifo: queues.fifo + receivesOf(counts, (operation) => operation === FIFO_CONSUMER),
    mails,
    logsIn: logBytes / GB,
    logsKept: (logBytes / GB) * inputs.logCompression * (facts.logRetentionDays / DAYS_PER_MONTH),
    secretCalls,
  };
}

/** What the flow and queues call goes on with a trace that has begun; all else begins one, and X-Ray samples them. */
function beginningTraces({ functions }: Counts): number {
  return Object.entries(functions)
    .filter(([operation]) => !/^(flow|queue)\//.test(operation))
    .reduce((sum, [, { invocations }]) => sum + invocations, 0);
}

const FIFO_CONSUMER = 'queue/deliver-webhooks';

function receivesOf({ functions }: Counts, isOf: (operation: string) => boolean): number {
  return Object.entries(functions)
    .filter(([operation]) => operation.startsWith('queue/') && isOf(operation))
    .reduce((sum, [, { invocations }]) => sum + invocations, 0);
}

export function gbSecondsOf(
  { memoryMB, milliseconds }: { memoryMB: number; milliseconds: number },
  { durationFactor }: Inputs,
): number {
  return (memoryMB / MEGABYTES_PER_GB) * (milliseconds / MILLISECONDS_PER_SECOND) * durationFactor;
}

function logBytesOf({ counts, log }: Measured, { accessLogLine }: TemplateFacts): number {
  const functions = Object.values(counts.functions);
  const invocations = functions.reduce((sum, each) => sum + each.invocations, 0);
  const starts = functions.reduce((sum, each) => sum + each.coldStarts, 0);
  return (
    log.bytes +
    log.lines * LOG_LINE_BYTES +
    invocations * bytesOfLines(INVOCATION_LINES) +
    starts * bytesOfLines(START_LINES) +
    counts.http.requests * bytesOfLines([accessLogLine]) +
    counts.flow.historyEvents * bytesOfLines(HISTORY_LINES)
  );
}

function bytesOfLines(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + LOG_LINE_BYTES, 0);
}

/** What keeping it costs for as long as the inputs say. */
export function storageOf(stored: Stored, inputs: Inputs): Quantities {
  const { subjects, photos, items } = stored;
  const { monthsKept } = inputs;
  return {
    s3Storage: ((uploadedBytes(stored, inputs) + subjects + photos) / GB) * monthsKept,
    dynamodbStorage: (items / GB) * monthsKept,
    dynamodbBackup: (items / GB) * monthsKept,
  };
}

/** What uploads take that are as large as the inputs say. */
export function uploadedBytes({ uploads }: Stored, { uploadMegabytes }: Inputs): number {
  return uploads * uploadMegabytes * MEGABYTE;
}

/** A task that the clock starts. */
export interface Scheduled {
  operation: string;
  everyHours: number;
  measured: Measured;
}

/** What a month costs in which nothing happens, by what causes it. */
export function monthlyOf(
  facts: TemplateFacts,
  schedules: readonly Scheduled[],
  metrics: number,
  inputs: Inputs,
): Record<'resources' | 'polling' | 'schedules', Quantities> {
  const idle = (inputs.idlePollers * HOURS_PER_MONTH * 3600) / inputs.longPollSeconds;
  const { webAcls, webAclRules, alarms, dashboards, secrets, keys } = facts;
  return {
    resources: { wafAcls: webAcls, wafRules: webAclRules, metrics, alarms, dashboards, secrets, keys },
    polling: { sqsStandard: facts.standardSources * idle, sqsFifo: facts.fifoSources * idle },
    schedules: schedules.reduce<Quantities>(
      (total, { everyHours, measured }) =>
        sum(total, scaled(quantitiesOf(measured, facts, inputs), HOURS_PER_MONTH / everyHours)),
      {},
    ),
  };
}
