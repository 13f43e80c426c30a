import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeChange,
  encodeChange,
  type FilterKey,
  keyAfter,
  type ListChange,
  type ListFilter,
  listChange,
  matchesAt,
  TornRead,
} from '../../../shared/table/list-index/change.ts';
import {
  decodeDirectory,
  decodeTeamCounts,
  EMPTY_DIRECTORY,
  encodeDirectory,
  encodeTeamCounts,
  type TeamCounts,
} from '../../../shared/table/list-index/directory.ts';
import { foldList, touchedSegments } from '../../../shared/table/list-index/fold.ts';
import { planPage, positionsOf } from '../../../shared/table/list-index/page.ts';
import {
  decodeSegment,
  encodeKeys,
  encodeLinks,
  encodePositions,
  NO_CONTENT,
  positionBytes,
  positionText,
  SEGMENT_MAX,
  type Segment,
  type SegmentContent,
  type StoredPositions,
} from '../../../shared/table/list-index/segment.ts';
import { amount } from '../../support/sample.ts';

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const positions = fc
  .tuple(fc.nat(7), fc.array(fc.nat(31), { minLength: 25, maxLength: 25 }))
  .map(([first, rest]) => [first, ...rest].map((value) => LETTERS.charAt(value)).join(''));
const teamIds = fc.constantFrom(undefined, 'team_a', 'team_b', 'team_c');
const filterKeys = fc.record({ class: fc.nat(7), teamId: teamIds });

test('a position is stored in 16 bytes that sort like its text', () => {
  fc.assert(
    fc.property(positions, positions, (one, other) => {
      expect(positionText(positionBytes(one))).toBe(one);
      expect(Math.sign(Buffer.compare(positionBytes(one), positionBytes(other)))).toBe(
        one < other ? -1 : Number(one > other),
      );
    }),
  );
  expect(() => positionBytes('8ZZZZZZZZZZZZZZZZZZZZZZZZZ')).toThrow('is not a ULID');
  expect(() => positionBytes('mdl_1')).toThrow('is not a ULID');
});

test('a change of a list is read from the log as it was written', () => {
  const keys = fc.option(filterKeys, { nil: undefined });
  fc.assert(
    fc.property(positions, keys, keys, (position, from, to) => {
      for (const change of listChange('invite', `inv_${position}`, from, to)) {
        expect(decodeChange(encodeChange(change))).toEqual(change);
      }
    }),
  );
  expect(
    listChange('model', 'mdl_1', { class: 1, teamId: 'team_a' }, { class: 1, teamId: 'team_a' }),
  ).toEqual([]);
  expect(() => decodeChange('x01|1|2')).toThrow('unknown change');
});

test('the changes of an entry lead to the same key in any order, and a missing one is noticed', () => {
  const history = fc.array(fc.option(filterKeys, { nil: undefined }), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(history, fc.integer(), (states, seed) => {
      const changes = states.slice(1).map((to, place) => ({ from: states[place], to }));
      const all = changes.map((change): ListChange => ({ kind: 'model', position: 'P', ...change }));
      const shuffled = all.toSorted(
        (one, other) => ((all.indexOf(one) * seed) % 7) - ((all.indexOf(other) * seed) % 7),
      );
      expect(keyAfter(states[0], shuffled)).toEqual(states.at(-1));
    }),
  );
  const [one, two, three] = [{ class: 1 }, { class: 2 }, { class: 3 }];
  expect(() => keyAfter(one, [{ kind: 'model', position: 'P', from: two, to: three }])).toThrow(TornRead);
  expect(() => keyAfter(undefined, [{ kind: 'model', position: 'P', from: one, to: undefined }])).toThrow(
    TornRead,
  );
});

test('segments, directories and counts of teams are read as they were written', () => {
  const entries = fc.uniqueArray(
    fc.record({
      position: positions,
      key: filterKeys,
      link: fc.constantFrom(undefined, '01J90000000000000000000000'),
    }),
    {
      selector: ({ position }) => position,
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(entries, (found) => {
      const index = new Index();
      index.write(found.map(({ position, key, link }) => ({ kind: 'model', position, to: key, link })));
      index.fold(found.length);
      index.reload();
      const teams = index.directory.teams.map(({ id }) => id);
      const links = encodeLinks(found);
      // Every third entry is removed, and leaves its slot.
      const left = found.filter((_, place) => place % 3 !== 0);
      const stored = decodeSegment(
        { bytes: encodePositions(found), ...(links && { links }) },
        encodeKeys({ entries: left, slots: found }, (teamId) => teams.indexOf(teamId)),
        teams,
      );
      expect(stored.entries).toEqual(left);
      expect(encodePositions(stored.slots)).toEqual(encodePositions(found));
      expect(encodeLinks(stored.slots)).toEqual(links);
      index.expectPages();
    }),
  );
});

function expiredBefore(time: number) {
  return { before: positionAt(time, 0), from: 1, to: 2 };
}

function positionAt(time: number, number: number): string {
  return `01${String(time).padStart(8, '0')}${String(number).padStart(16, '0')}`;
}

/** A list index in memory, beside a plain list that is recounted. */
class Index {
  directory = EMPTY_DIRECTORY;
  readonly #positions = new Map<number, StoredPositions>();
  readonly #keys = new Map<number, Uint8Array>();
  /** Writes of the positions of a segment. */
  positionWrites = 0;
  #teams = new Map<string, TeamCounts>();
  #log: ListChange[] = [];
  readonly #plain = new Map<string, FilterKey>();
  #version = 0;

  get plain(): ReadonlyMap<string, FilterKey> {
    return this.#plain;
  }

  get segments(): number {
    return this.directory.segments.length;
  }

  write(changes: readonly ListChange[]): void {
    for (const change of changes) {
      if (change.to) this.#plain.set(change.position, change.to);
      else this.#plain.delete(change.position);
      // Anywhere in the log: its keys are random.
      this.#log.splice((change.position.charCodeAt(20) * 7) % (this.#log.length + 1), 0, change);
    }
  }

  /** Folds the first entries of the log, unless one of their changes is only in the rest. */
  fold(count: number): void {
    const chosen = this.#log.slice(0, count);
    const numbers = touchedSegments(this.directory, chosen);
    const contentOf = (number: number) => {
      expect(numbers).toContain(number);
      return this.#contentOf(number);
    };
    try {
      const folded = foldList(this.directory, contentOf, chosen, this.#version + 1);
      this.#version += 1;
      this.#log = this.#log.slice(count);
      this.directory = folded.directory;
      for (const { segment, positions } of folded.stored) this.#store(segment, positions);
      for (const number of folded.removed) {
        this.#positions.delete(number);
        this.#keys.delete(number);
      }
      for (const [teamId, changed] of folded.teams) {
        const bySegment = new Map(this.#teams.get(teamId)?.bySegment);
        for (const [number, counts] of changed) {
          if (counts) bySegment.set(number, counts);
          else bySegment.delete(number);
        }
        this.#teams.set(teamId, { version: this.#version, bySegment });
      }
    } catch (error) {
      if (!(error instanceof TornRead)) throw error;
    }
  }

  #store(segment: Segment, positions: boolean): void {
    const { number, slots } = segment;
    expect(slots.length).toBeLessThanOrEqual(SEGMENT_MAX);
    const teams = this.directory.teams.map(({ id }) => id);
    this.#keys.set(
      number,
      encodeKeys(segment, (teamId) => teams.indexOf(teamId)),
    );
    if (!positions) return;
    this.positionWrites += 1;
    const links = encodeLinks(slots);
    this.#positions.set(number, { bytes: encodePositions(slots), ...(links && { links }) });
  }

  #contentOf(number: number): SegmentContent {
    const [positions, filterKeys] = [this.#positions.get(number), this.#keys.get(number)];
    if (!positions || !filterKeys) return NO_CONTENT;
    return decodeSegment(
      positions,
      filterKeys,
      this.directory.teams.map(({ id }) => id),
    );
  }

  /** Everything goes through its stored form. */
  reload(): void {
    this.directory = decodeDirectory(encodeDirectory(this.directory));
    this.#teams = new Map(
      [...this.#teams].map(([teamId, counts]) => [teamId, decodeTeamCounts(encodeTeamCounts(counts))]),
    );
  }

  page(filter: ListFilter, request: { limit: number; offset: number }) {
    const team =
      filter.teamId === undefined
        ? undefined
        : (this.#teams.get(filter.teamId) ?? decodeTeamCounts(undefined));
    const plan = planPage(this.directory, team, this.#log, filter, request);
    const { total, runs } = positionsOf(plan, (number) => this.#contentOf(number).entries, filter, request);
    return { total, positions: runs.flatMap((run) => run.positions) };
  }

  expectPages(): void {
    const filters: ListFilter[] = [
      {},
      { classes: new Set([1]) },
      { classes: new Set([2, 3]), teamId: 'team_a' },
      { teamId: 'team_b' },
      // Entries of class 1 that are as old as these have expired to class 2.
      { classes: new Set([1]), expiry: expiredBefore(100_300) },
      { classes: new Set([2]), expiry: expiredBefore(100_300) },
      { classes: new Set([2, 5]), teamId: 'team_a', expiry: expiredBefore(50_000) },
      { expiry: expiredBefore(100_100) },
    ];
    const sorted = [...this.#plain].sort(([one], [other]) => (one < other ? 1 : -1));
    for (const filter of filters) {
      const expected = sorted
        .filter(([position, key]) => matchesAt(filter, position, key))
        .map(([position]) => position);
      for (const offset of [0, 7, Math.floor(expected.length / 2), expected.length]) {
        const request = { limit: 5, offset };
        expect(this.page(filter, request)).toEqual({
          total: expected.length,
          positions: expected.slice(offset, offset + 5),
        });
      }
      expect(this.page(filter, { limit: 1_000_000, offset: 0 }).positions).toEqual(expected);
    }
  }
}

const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      count: fc.integer({ min: 1, max: 400 }),
      key: filterKeys,
      early: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      count: fc.integer({ min: 1, max: 40 }),
      key: filterKeys,
      from: fc.nat(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      count: fc.integer({ min: 1, max: 90 }),
      from: fc.nat(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('fold' as const), count: fc.integer({ min: 1, max: 900 }) }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Steps that split segments for certain, which few random ones may not. */
const SPLITTING: readonly Step[] = [
  { kind: 'create', count: 400, key: { class: 1, teamId: 'team_a' }, early: false },
  { kind: 'create', count: 400, key: { class: 2, teamId: 'team_b' }, early: true },
  { kind: 'fold', count: 900 },
  { kind: 'create', count: 400, key: { class: 1, teamId: undefined }, early: true },
  { kind: 'change', count: 40, key: { class: 3, teamId: 'team_a' }, from: 500 },
  { kind: 'fold', count: 900 },
  { kind: 'remove', count: 90, from: 300 },
  { kind: 'fold', count: 50 },
];

test('every page, total and filter equals a plain recount after any sequence of changes and folds', () => {
  let mostSegments = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 30 }), (steps) => {
      const index = new Index();
      let created = 0;
      for (const each of steps) {
        const existing = [...index.plain];
        if (each.kind === 'fold') index.fold(each.count);
        else if (each.kind === 'create') {
          const added = Array.from({ length: each.count }, (): ListChange => {
            created += 1;
            // One in two batches comes late, with positions among those that are folded.
            const time = each.early ? (created * 7919) % 100_000 : 100_000 + created;
            return { kind: 'model', position: positionAt(time, created), to: each.key };
          });
          index.write(added);
        } else {
          const start = existing.length === 0 ? 0 : each.from % existing.length;
          index.write(
            existing.slice(start, start + each.count).map(
              ([position, from]): ListChange => ({
                kind: 'model',
                position,
                from,
                to: each.kind === 'change' ? each.key : undefined,
              }),
            ),
          );
        }
        index.expectPages();
      }
      index.reload();
      index.expectPages();
      mostSegments = Math.max(mostSegments, index.segments);
    }),
    { numRuns: amount(60, 15), examples: [[[...SPLITTING]]] },
  );
  // The steps split segments, so that pages go over their borders.
  expect(mostSegments).toBeGreaterThan(2);
});

test('entries that are added in order fill the segments of a list', () => {
  const index = new Index();
  for (let number = 0; number < 20; number++) {
    index.write(
      Array.from({ length: 100 }, (_, place) => ({
        kind: 'model' as const,
        position: `01${String(number * 100 + place).padStart(24, '0')}`,
        to: { class: 0 },
      })),
    );
    index.fold(100);
  }
  expect(index.segments).toBe(2000 / SEGMENT_MAX);
});

test('a removal writes no positions until half of a segment is removed', () => {
  const index = new Index();
  const entries = Array.from({ length: SEGMENT_MAX }, (_, place) => ({
    kind: 'model' as const,
    position: positionAt(100_000, place),
    to: { class: 0 },
  }));
  index.write(entries);
  index.fold(entries.length);
  const remove = (count: number, start: number) => {
    index.write(
      entries.slice(start, start + count).map(({ kind, position, to }) => ({ kind, position, from: to })),
    );
    index.fold(count);
    index.expectPages();
  };
  index.positionWrites = 0;
  remove(SEGMENT_MAX / 2, 0);
  expect(index.positionWrites).toBe(0);
  remove(1, SEGMENT_MAX / 2);
  expect(index.positionWrites).toBe(1);
});
