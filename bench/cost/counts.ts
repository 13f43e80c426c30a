/** By this message a cloud with a meter is asked for its counts. */
export const TAKE = 'take';

/** Who asked the table for something, as the end of the partition key tells. */
export const PURPOSES = ['rateLimit', 'keyUse', 'idempotency', 'data'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Of DynamoDB, as it bills them. */
export interface Units {
  read: number;
  write: number;
}

export interface FunctionCounts {
  /** Of the template. */
  memoryMB: number;
  invocations: number;
  coldStarts: number;
  /** Each invocation rounded up to the millisecond, the start of its environment included. */
  milliseconds: number;
  units: Units;
}

/** What the services of a local cloud were asked, on behalf of its functions or from outside. */
export interface Counts {
  /** By operation: `v2/models/get-model`. */
  functions: Record<string, FunctionCounts>;
  units: Record<Purpose, Units>;
  /** Writes that a condition refused. They are billed and answer no units: one is counted for each, two in a transaction. */
  refusedWrites: number;
  /** Requests to send, hide and delete messages, in parts of 64 KB. What receives them is not among them. */
  queues: { standard: number; fifo: number };
  objects: {
    puts: number;
    gets: number;
    lists: number;
    /** From S3 to whoever opens a link. */
    bytesOut: number;
  };
  http: {
    requests: number;
    /** In parts of 512 KB. */
    parts: number;
    /** What CloudFront sends on, of requests other than GET. */
    bytesIn: number;
    bytesOut: number;
  };
  flow: { executions: number; transitions: number; historyEvents: number };
  secretCalls: number;
  mails: number;
}

export function noCounts(): Counts {
  const none = (): Units => ({ read: 0, write: 0 });
  return {
    functions: {},
    units: { rateLimit: none(), keyUse: none(), idempotency: none(), data: none() },
    refusedWrites: 0,
    queues: { standard: 0, fifo: 0 },
    objects: { puts: 0, gets: 0, lists: 0, bytesOut: 0 },
    http: { requests: 0, parts: 0, bytesIn: 0, bytesOut: 0 },
    flow: { executions: 0, transitions: 0, historyEvents: 0 },
    secretCalls: 0,
    mails: 0,
  };
}

/** Both together. The memory of a function is not added up, being the same in both. */
export function sumOf(one: Counts, other: Counts): Counts {
  const sum = merged(one, other) as unknown as Counts;
  for (const [operation, counts] of Object.entries(sum.functions)) {
    counts.memoryMB = (one.functions[operation] ?? other.functions[operation])?.memoryMB ?? 0;
  }
  return sum;
}

type Tree = number | { [name: string]: Tree };

function merged(one: object | number = 0, other: object | number = 0): Tree {
  if (typeof one === 'number' && typeof other === 'number') return one + other;
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  const names = new Set([...left.keys(), ...right.keys()]);
  return Object.fromEntries([...names].map((name) => [name, merged(left.get(name), right.get(name))]));
}
