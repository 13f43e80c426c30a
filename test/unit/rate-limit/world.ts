import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { type DomainContext, domainContext } from '../../../shared/domain/context.ts';
import { type Decision, RateLimiter } from '../../../shared/domain/rate-limit/admit.ts';
import type { LogShape, OpenSegment } from '../../../shared/domain/rate-limit/log.ts';
import type { Pool } from '../../../shared/domain/rate-limit/pool.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { keys, type PrimaryKey } from '../../../shared/table/keys.ts';
import { Table } from '../../../shared/table/table.ts';
import type { Transaction, UpdateWrite, Write } from '../../../shared/table/transaction.ts';
import type { BareTable } from '../../support/bare-table.ts';
import { webhookSecretKey } from '../../support/webhook-secret-key.ts';

export const WINDOW = 60_000;
const START = 1_700_000_000_000;

/** The fault of a call of the table. */
export interface Fate {
  /** Milliseconds that pass before it reaches the engine. */
  ticks: number;
  /** True when its answer is lost, so that the SDK repeats it. */
  lost: boolean;
  /** True when the repeated call fails as well, so that the caller gets an error. */
  failed: boolean;
  /** True when an eventually consistent read misses the last write of its item. */
  behind: boolean;
}

export const LUCK: Fate = { ticks: 0, lost: false, failed: false, behind: false };

export class LostAnswer extends Error {}

/** A table whose calls reach the engine in an order that a scheduler chooses, each with a fate of its own. */
export class FatefulTable extends Table {
  /** Times of the admissions as their functions stored them, by their numbers in the log. */
  readonly stored: number[] = [];
  /** The last two versions of each item, the latest first. */
  readonly #versions = new Map<string, readonly [unknown, unknown]>();
  readonly #turn: () => Promise<Fate>;
  readonly #shape: LogShape;

  constructor(client: DynamoDBClient, name: string, shape: LogShape, turn: () => Promise<Fate>) {
    super(client, name, systemRandomness);
    this.#shape = shape;
    this.#turn = turn;
  }

  override get<Item>(key: PrimaryKey, consistent = true) {
    return this.#call(async ({ behind }) => {
      const [, before] = this.#versions.get(key.SK) ?? [];
      return behind && !consistent ? (before as Item | undefined) : super.get<Item>(key, consistent);
    });
  }

  override updateAndGet<Item>(write: UpdateWrite) {
    return this.#call(async () => {
      const result = await super.updateAndGet<Item>(write);
      const [latest] = this.#versions.get(write.key.SK) ?? [];
      if (result.written) this.#versions.set(write.key.SK, [result.item, latest]);
      if (result.written && write.change.append) this.#note(result.item as OpenSegment);
      return result;
    });
  }

  override commit(writes: Transaction): Promise<void> {
    return this.#once(() => super.commit(writes));
  }

  /** A call that the SDK repeats with the same token, which has its effect once. */
  async #once(call: () => Promise<void>): Promise<void> {
    const { lost, failed } = await this.#turn();
    await call();
    if (lost && failed) throw new LostAnswer('No answer came back.');
  }

  async #call<Result>(call: (fate: Fate) => Promise<Result>): Promise<Result> {
    const fate = await this.#turn();
    const { lost, failed } = fate;
    const result = await call(fate);
    if (!lost) return result;
    const repeated = await call(await this.#turn());
    if (failed) throw new LostAnswer('No answer came back.');
    return repeated;
  }

  #note({ segment, taken }: OpenSegment): void {
    const number = segment * this.#shape.segmentLength + taken.length - 1;
    if (this.stored[number] !== undefined) throw new Error(`Two requests are admission ${number}.`);
    this.stored[number] = timeOf(taken.at(-1) ?? '');
  }
}

/** Function instances that count the requests of one pool. Each has a memory and a clock of its own. */
export class World {
  time = START;
  readonly table: FatefulTable;
  readonly #instances: { limiter: RateLimiter; context: DomainContext }[];
  readonly #pool: Pool;
  readonly #bare: Table;

  constructor(
    { client, table }: Pick<BareTable, 'client' | 'table'>,
    options: {
      pool: Pool;
      shape: LogShape;
      /** The milliseconds by which the clock of each instance is wrong. */
      skews: readonly number[];
      turn?: () => Promise<Fate>;
    },
  ) {
    const turn = options.turn ?? (async () => LUCK);
    this.#pool = options.pool;
    this.#bare = table;
    this.table = new FatefulTable(client, table.name, options.shape, async () => {
      const fate = await turn();
      this.time += fate.ticks;
      return fate;
    });
    this.#instances = options.skews.map((skew) => ({
      limiter: new RateLimiter(options.shape),
      context: domainContext(this.table, { now: () => this.time + skew }, systemRandomness, webhookSecretKey),
    }));
  }

  ask(instance: number): Promise<Decision> {
    const { limiter, context } = this.#instances[instance % this.#instances.length] ?? fail();
    return limiter.admit(context, this.#pool);
  }

  /** Makes work that an instance counts in the transaction of the work. */
  work(instance: number, commit: (count: Write) => Promise<unknown>): Promise<Decision | undefined> {
    const { limiter, context } = this.#instances[instance % this.#instances.length] ?? fail();
    return limiter.admitWith(context, this.#pool, commit);
  }

  /** The time of each admission as the table has them, closed segments first. */
  async timesInTable(): Promise<number[]> {
    const { scope } = this.#pool;
    const open = await this.#bare.get<OpenSegment>(keys.admissionLog(scope));
    if (!open) return [];
    const closed = await Promise.all(
      Array.from({ length: open.segment }, (_, segment) =>
        this.#bare.get<{ times: number[] }>(keys.closedSegment(scope, segment)),
      ),
    );
    let latest = open.closedUntil;
    const taken = open.taken.map((entry) => {
      latest = Math.max(latest, timeOf(entry));
      return latest;
    });
    return [...closed.flatMap((found) => found?.times ?? fail()), ...taken];
  }

  hasRoom(instance: number): boolean {
    const { limiter } = this.#instances[instance % this.#instances.length] ?? fail();
    return limiter.hasRoom(this.#pool, this.time);
  }

  /** The time of each admission: the latest that was stored up to it. */
  times(): number[] {
    let latest = 0;
    return this.table.stored.map((time) => {
      latest = Math.max(latest, time);
      return latest;
    });
  }
}

/** The time of an entry of an admission log, without its characters at random. */
function timeOf(entry: string): number {
  return Number.parseInt(entry.slice(0, -5), 36);
}

function fail(): never {
  throw new Error('There is no instance.');
}

let pools = 0;

/** The scope of a pool that no other test uses. */
export function freshScope(): string {
  return `POOL#${++pools}`;
}

/** Pauses that meet the window's boundary again and again. */
export const pauses = fc.oneof(
  fc.constantFrom(0, 1, WINDOW - 1, WINDOW, WINDOW + 1),
  fc.integer({ min: 0, max: WINDOW / 3 }),
);
