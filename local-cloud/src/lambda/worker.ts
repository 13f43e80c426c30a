/**
 * Runs one function inside a thread or process of its own. It imports nothing of this package: threads receive
 * its text, stripped of types, and have no path in the file system.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerAnswer, WorkerRequest, WorkerSetup } from './worker-protocol.ts';

type Handler = (event: unknown, context: object) => unknown;

const { entryFileUrl, functionName, functionArn, memoryMB } = (
  parentPort === null ? JSON.parse(process.argv[2] ?? '') : workerData
) as WorkerSetup;

// Lambda's time zone is UTC; the machine's own may be another.
process.env.TZ = 'UTC';
// The allocator has read these variables already; the function must not see them.
for (const name of Object.keys(process.env)) if (name.startsWith('MALLOC_')) delete process.env[name];

let loading: Promise<Handler> | undefined;

async function load(): Promise<Handler> {
  const { handler } = (await import(entryFileUrl)) as { handler?: unknown };
  if (typeof handler !== 'function') {
    throw Object.assign(new Error(`${functionName} exports no function named handler`), {
      name: 'Runtime.HandlerNotFound',
    });
  }
  return handler as Handler;
}

async function answer({ invocationId, event, deadline }: WorkerRequest): Promise<WorkerAnswer> {
  try {
    loading ??= load();
    const handler = await loading;
    const result = await handler(JSON.parse(event), {
      awsRequestId: invocationId,
      functionName,
      functionVersion: '$LATEST',
      invokedFunctionArn: functionArn,
      memoryLimitInMB: String(memoryMB),
      logGroupName: `/aws/lambda/${functionName}`,
      logStreamName: 'local',
      callbackWaitsForEmptyEventLoop: false,
      getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    });
    return { invocationId, payload: JSON.stringify(result) ?? 'null', failed: false };
  } catch (error) {
    return { invocationId, payload: JSON.stringify(describe(error)), failed: true };
  }
}

/** The shape in which the Lambda service reports what a handler threw. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

if (parentPort === null) {
  process.on('message', async (request: WorkerRequest) => {
    process.send?.(await answer(request));
  });
  // The parent has closed the channel, so no result is awaited any more.
  process.on('disconnect', () => process.exit());
} else {
  parentPort.on('message', async (request: WorkerRequest) => {
    parentPort?.postMessage(await answer(request));
  });
}
