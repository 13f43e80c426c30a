import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';

export type Level = 'debug' | 'info' | 'warn' | 'error' | 'silent';

const ORDER: readonly Level[] = ['debug', 'info', 'warn', 'error', 'silent'];

/** The log of the functions and of the local cloud itself. */
export interface Log {
  /** A line from a function, usually JSON with a `level`. */
  line(source: string, text: string): void;
  /** A message of the local cloud itself. */
  report(level: Exclude<Level, 'silent'>, message: string): void;
  close(): Promise<void>;
}

/**
 * @param terminal the lowest level that reaches the terminal
 * @param file receives every line and is emptied first; undefined for no file
 */
export function createLog(terminal: Level, file?: string): Log {
  let stream: WriteStream | undefined;
  if (file !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    stream = createWriteStream(file);
  }
  const write = (level: Level, text: string) => {
    stream?.write(`${text}\n`);
    if (ORDER.indexOf(level) >= ORDER.indexOf(terminal)) process.stderr.write(`${text}\n`);
  };
  return {
    line: (source, text) => write(levelOf(text), `${source} ${text}`),
    report: (level, message) => write(level, `local ${level.toUpperCase()} ${message}`),
    close: () =>
      new Promise((resolve) => {
        if (stream === undefined) resolve();
        else stream.end(resolve);
      }),
  };
}

/** The level of a structured line. An unstructured line comes from a library, and counts as a warning. */
function levelOf(text: string): Level {
  try {
    const { level } = JSON.parse(text) as { level?: unknown };
    const name = String(level).toLowerCase() as Level;
    return ORDER.includes(name) ? name : 'info';
  } catch {
    return 'warn';
  }
}
