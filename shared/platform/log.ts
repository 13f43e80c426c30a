import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Structured logs: one JSON object per line, which CloudWatch can query. They hold identifiers and error
 * classes, and never a key, a token, a secret, the address of a photo or a body. `traceId` is the X-Ray trace
 * of the invocation.
 */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

type Level = 'info' | 'warn' | 'error';

const subjects = new AsyncLocalStorage<Record<string, LogFields[string]>>();

/** Runs some work. Every log line of it has these fields, which identify its request, message or step. */
export function logAbout<Result>(fields: LogFields, work: () => Result): Result {
  return subjects.run({ ...fields }, work);
}

/** Adds fields to all further log lines of the work that {@link logAbout} runs. */
export function addToLog(fields: LogFields): void {
  Object.assign(subjects.getStore() ?? {}, fields);
}

const ID = /^[a-z]+_[0-9A-Z]{26}(_\d+)?$/;
const SUBJECTS = ['organizationId', 'modelId', 'webhookId'] as const;

/**
 * The ids in a value that identify its subjects. The value may come from a caller, so other texts are left
 * out.
 */
export function subjectsOf(value: unknown): LogFields {
  const fields = (value ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    SUBJECTS.flatMap((name) => {
      const id = fields[name];
      return typeof id === 'string' && ID.test(id) ? [[name, id]] : [];
    }),
  );
}

function write(level: Level, message: string, fields: LogFields): void {
  const line = { level, message, ...subjects.getStore(), ...fields, traceId: currentTrace() };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** The trace that Lambda sets for each invocation, as `Root=1-…;Parent=…;Sampled=1`. */
function currentTrace(): string | undefined {
  return /Root=([^;]+)/.exec(process.env._X_AMZN_TRACE_ID ?? '')?.[1];
}

export const log = {
  info: (message: string, fields: LogFields = {}) => write('info', message, fields),
  warn: (message: string, fields: LogFields = {}) => write('warn', message, fields),
  /** The stack trace goes to the log, and never into a response. */
  error: (message: string, error: unknown, fields: LogFields = {}) =>
    write('error', message, {
      ...fields,
      errorName: error instanceof Error ? error.name : typeof error,
      errorMessage: error instanceof Error ? error.message : String(error),
      ...(error instanceof Error && error.stack !== undefined && { stack: error.stack }),
    }),
};
