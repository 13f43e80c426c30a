import { open } from 'node:fs/promises';

/** What functions have written to their logs. */
export interface LogCounts {
  lines: number;
  bytes: number;
  /** The metrics that CloudWatch makes of lines, one for each set of dimensions: `Headshots WebhookAge Stage=local`. */
  metrics: string[];
}

interface MetricLine {
  _aws?: {
    CloudWatchMetrics: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string }[] }[];
  };
  [dimension: string]: unknown;
}

/** In the place of a function's name. */
const CLOUD_ITSELF = 'local';

/** Reads the log file of a local cloud, part by part. */
export class LogReader {
  readonly #file: string;
  #position = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** What was written since this was last asked. */
  async take(): Promise<LogCounts> {
    const file = await open(this.#file);
    try {
      const { size } = await file.stat();
      if (size === this.#position) return countLines('');
      const { buffer } = await file.read(Buffer.alloc(size - this.#position), 0, undefined, this.#position);
      // A line that is still being written is left for the next time.
      const end = buffer.lastIndexOf('\n') + 1;
      this.#position += end;
      return countLines(buffer.toString('utf8', 0, end));
    } finally {
      await file.close();
    }
  }
}

/** @param text lines of the form `<function> <line>`; what the local cloud says itself is left out */
export function countLines(text: string): LogCounts {
  const lines = text.split('\n').flatMap((line) => {
    const [, source = '', said = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    // What Lambda writes itself is counted by invocations.
    return source === '' || source === CLOUD_ITSELF || said.includes('"platform.') ? [] : [said];
  });
  return {
    lines: lines.length,
    bytes: lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0),
    metrics: [...new Set(lines.flatMap(metricsOf))].sort(),
  };
}

function metricsOf(line: string): string[] {
  if (!line.includes('"_aws"')) return [];
  const { _aws, ...values } = JSON.parse(line) as MetricLine;
  return (_aws?.CloudWatchMetrics ?? []).flatMap(({ Namespace, Dimensions, Metrics }) =>
    Metrics.flatMap(({ Name }) =>
      Dimensions.map((names) =>
        [Namespace, Name, ...names.map((name) => `${name}=${String(values[name])}`)].join(' '),
      ),
    ),
  );
}

/** Both together. */
export function joined(one: LogCounts, other: LogCounts): LogCounts {
  return {
    lines: one.lines + other.lines,
    bytes: one.bytes + other.bytes,
    metrics: [...new Set([...one.metrics, ...other.metrics])].sort(),
  };
}
