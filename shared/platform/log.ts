/**
 * Structured logs: one JSON line each, which CloudWatch can query. What is logged are identifiers and error
 * classes; never a key, a token, a secret, a photo's address or a body.
 */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

type Level = 'info' | 'warn' | 'error';

function write(level: Level, message: string, fields: LogFields): void {
  process.stdout.write(`${JSON.stringify({ level, message, ...fields })}\n`);
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
