/**
 * Runs one function inside a worker thread. Kept free of imports from the project: its source is stripped of
 * types once and given to every worker as text.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerAnswer, WorkerRequest, WorkerSetup } from './worker-protocol.ts';

type Handler = (event: unknown, context: object) => unknown;

const { entryFileUrl, functionName, functionArn, memoryMB } = workerData as WorkerSetup;

// The environment of the real service has the time zone UTC, whatever the laptop says.
process.env.TZ = 'UTC';

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

parentPort?.on('message', async (request: WorkerRequest) => {
  parentPort?.postMessage(await answer(request));
});
