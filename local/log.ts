import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';

export type Level = 'debug' | 'info' | 'warn' | 'error' | 'silent';

const ORDER: readonly Level[] = ['debug', 'info', 'warn', 'error', 'silent'];

/** Takes the lines that functions write, and those of the local cloud itself. */
export interface Log {
  /** A line from a function, usually JSON with a `level`. */
  line(source: string, text: string): void;
  /** A finding of the local cloud. */
  report(level: Exclude<Level, 'silent'>, message: string): void;
  close(): Promise<void>;
}

/**
 * @param terminal the lowest level that reaches the terminal
 * @param file takes every line, or undefined for none; it is emptied first
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

/** The level of a structured line; what is not structured is something a library printed, and a warning. */
function levelOf(text: string): Level {
  try {
    const { level } = JSON.parse(text) as { level?: unknown };
    const name = String(level).toLowerCase() as Level;
    return ORDER.includes(name) ? name : 'info';
  } catch {
    return 'warn';
  }
}
