import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Structured logs: one JSON line each, which CloudWatch can query. What is logged are identifiers and error
 * classes; never a key, a token, a secret, a photo's address or a body. `traceId` leads to the trace in X-Ray of
 * what was going on.
 */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

type Level = 'info' | 'warn' | 'error';

const subjects = new AsyncLocalStorage<Record<string, LogFields[string]>>();

/** Does some work, every line of which says what it is about: a request, a message, a step. */
export function logAbout<Result>(fields: LogFields, work: () => Result): Result {
  return subjects.run({ ...fields }, work);
}

/** What the work under way turns out to be about, for all its lines from here on. */
export function addToLog(fields: LogFields): void {
  Object.assign(subjects.getStore() ?? {}, fields);
}

const ID = /^[a-z]+_[0-9A-Z]{26}(_\d+)?$/;
const SUBJECTS = ['organizationId', 'modelId', 'webhookId'] as const;

/** The ids in a value of ours, or of a caller's, that tell whom it is about; whatever is no id is left out. */
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

/** What Lambda has set for the invocation: `Root=1-…;Parent=…;Sampled=1`. */
function currentTrace(): string | undefined {
  return /Root=([^;]+)/.exec(process.env._X_AMZN_TRACE_ID ?? '')?.[1];
}

export const log = {
  info: (message: string, fields: LogFields = {}) => write('info', message, fields),
  warn: (message: string, fields: LogFields = {}) => write('warn', message, fields),
  /** The stack goes to the log, and only there. */
  error: (message: string, error: unknown, fields: LogFields = {}) =>
    write('error', message, {
      ...fields,
      errorName: error instanceof Error ? error.name : typeof error,
      errorMessage: error instanceof Error ? error.message : String(error),
      ...(error instanceof Error && error.stack !== undefined && { stack: error.stack }),
    }),
};
