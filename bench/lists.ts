import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { startDynamoDB } from '@headshots/local-cloud/engines/dynamodb.ts';
import { domainContext } from '../shared/domain/context.ts';
import { sendInvite } from '../shared/domain/invite/send.ts';
import { signUp } from '../shared/domain/invite/sign-up.ts';
import { listMembers } from '../shared/domain/member/list.ts';
import { beginModel } from '../shared/domain/model/create.ts';
import { deleteModel } from '../shared/domain/model/delete.ts';
import { listModels } from '../shared/domain/model/list.ts';
import { createWhiteLabelModel } from '../shared/domain/model/white-label.ts';
import { createOrganization } from '../shared/domain/organization/create.ts';
import { readOrganization } from '../shared/domain/organization/organization.ts';
import { listFavorites } from '../shared/domain/photo/favorites.ts';
import { createTeam } from '../shared/domain/team/change.ts';
import { teamNames } from '../shared/domain/team/list.ts';
import { addTeamMembers } from '../shared/domain/team/members.ts';
import { foldLists } from '../shared/lists/fold-lists.ts';
import { systemRandomness } from '../shared/platform/randomness.ts';
import { collections } from '../shared/table/keys.ts';
import { createTable } from '../test/support/bare-table.ts';
import { webhookSecretKey } from '../test/support/webhook-secret-key.ts';
import { BulkWriter } from './lists/bulk.ts';
import { TableMeter, type Used } from './lists/meter.ts';
import { person } from './lists/people.ts';
import { describeMachine, writeResults } from './results.ts';

/**
 * `npm run bench:lists [-- 10 1000]`: what pages of lists and the writes behind them cost, in units of DynamoDB and round
 * trips, for lists of so many members and models. Writes bench/lists.md and bench/results/lists.json.
 */
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10, 1_000, 100_000];
const LIMIT = 50;
const TEAMS = 5;
const PUT_UNITS = 2;
/** The number of changes that one fold merges here: those of a long list are folded about as many at a time. */
const CHANGES_PER_FOLD = 60;

/** The largest figures over all lists and sizes. */
const worstOf = { pages: 0, readUnits: 0, roundTrips: 0, writesWithLog: 0, writesWithFold: 0 };
const machine = describeMachine();
const engine = await startDynamoDB();
const { table, client } = await createTable(engine.endpoint, 'lists', systemRandomness);
const meter = new TableMeter(client);
let now = Date.now();
const context = domainContext(table, { now: () => now }, systemRandomness, webhookSecretKey);
const bulk = new BulkWriter(context, client);

/** An organization of so many people, whose index is made by folds of their log. */
async function organizationOf(size: number) {
  const settings = {
    name: `Lists ${size}`,
    credits: 1000,
    whiteLabel: true,
    webhookUrl: 'https://hook.example',
  };
  const { organizationId } = await createOrganization(context, settings);
  const organization = await readOrganization(context, organizationId);
  const teams: string[] = [];
  for (let team = 0; team < TEAMS; team++)
    teams.push((await createTeam(context, organizationId, `Team ${team}`)).id);
  const { PK } = collections.models(organizationId);
  now -= size * 1000;
  await bulk.storeMany(PK, size, (number) => {
    now += 1000;
    return person(context, organization, number, teams);
  });
  return { organization, teams, PK };
}

const report: string[] = [];
const row = (...cells: (string | number)[]) => report.push(`| ${cells.join(' | ')} |`);
const shown = ({ readUnits, roundTrips }: Used) => `${Number(readUnits.toFixed(1))} in ${roundTrips}`;

interface Pages {
  name: string;
  total: number;
  page: (offset: number) => Promise<unknown>;
  former: Used;
}

async function measurePages(size: number, { name, total, page, former }: Pages): Promise<void> {
  const offsets = [0, Math.floor(total / 2), Math.max(0, total - LIMIT)];
  // The first read finds out whether the list is short.
  await page(0);
  const used: Used[] = [];
  for (const offset of offsets) used.push(await meter.of(() => page(offset)));
  const [first] = used;
  const worst = Math.max(...used.map(({ readUnits }) => readUnits / (first?.readUnits ?? 1)));
  worstOf.pages = Math.max(worstOf.pages, worst);
  worstOf.readUnits = Math.max(worstOf.readUnits, ...used.map(({ readUnits }) => readUnits));
  worstOf.roundTrips = Math.max(worstOf.roundTrips, ...used.map(({ roundTrips }) => roundTrips));
  row(size, name, shown(former), ...used.map(shown), worst.toFixed(2));
}

for (const [place, size] of sizes.entries()) {
  const { organization, teams, PK } = await organizationOf(size);
  console.log(`${size} people are stored.`);
  const id = organization.id;
  const writes = await measureWrites(id, PK);
  if (place === 0) {
    report.push('## Pages: read units, and the round trips they take', '');
    row('Entries', 'List', 'Before', 'First page', 'Middle', 'Last', 'Most, relative to the first');
    row(...Array(7).fill('---'));
  }
  const formerOf = (collection: typeof collections.models | typeof collections.members) =>
    meter.of(async () => {
      await teamNames(context, id);
      await table.all(collection(id));
    });
  const teamId = teams[0];
  const models = await formerOf(collections.models);
  const members = await formerOf(collections.members);
  const limit = LIMIT;
  const pages: Pages[] = [
    {
      name: 'models',
      total: size,
      page: (offset) => listModels(context, id, { limit, offset }),
      former: models,
    },
    {
      name: 'models, status active',
      total: size * 0.9,
      page: (offset) => listModels(context, id, { limit, offset, status: 'active' }),
      former: models,
    },
    {
      name: 'models, status failed (1 of 1,000)',
      total: size / 1000,
      page: (offset) => listModels(context, id, { limit, offset, status: 'failed' }),
      former: models,
    },
    {
      name: 'models, one team of five',
      total: size / 6,
      page: (offset) => listModels(context, id, { limit, offset, teamId }),
      former: models,
    },
    {
      name: 'members',
      total: size,
      page: (offset) => listMembers(context, id, { limit, offset }),
      former: members,
    },
    {
      name: 'members, status finished',
      total: size * 0.9,
      page: (offset) => listMembers(context, id, { limit, offset, status: 'finished' }),
      former: members,
    },
    {
      name: 'favorites (1 of 10)',
      total: size / 10,
      page: (offset) => listFavorites(context, id, { limit, offset }),
      former: members,
    },
    {
      name: 'favorites, loved, one team',
      total: size / 60,
      page: (offset) => listFavorites(context, id, { limit, offset, teamId, likedStatus: 'loved' }),
      former: members,
    },
  ];
  for (const each of pages) await measurePages(size, each);
  if (place === sizes.length - 1) report.push('', ...writes);
}

/** The write units of a kind of change: of itself, and a share of the fold that merges it with others of its kind. */
async function measureWrites(id: string, PK: string): Promise<string[]> {
  const organization = await readOrganization(context, id);
  const lines: string[] = [
    '## Writes: write units',
    '',
    `"With a share of the fold": a fold of ${CHANGES_PER_FOLD} changes of the same kind. Moves and deletions are spread over the whole list, so that nearly each of them rewrites a segment of its own.`,
    '',
    '| Change | Before | With the log | With a share of the fold |',
    '|---|---|---|---|',
  ];
  await foldLists(table, PK, { from: 1 });
  const measure = async (name: string, works: readonly (() => Promise<unknown>)[]) => {
    const written = await meter.of(async () => {
      for (const work of works) await work();
    });
    const fold = await meter.of(() => foldLists(table, PK, { from: 1 }));
    const withLog = written.writeUnits / works.length;
    const withFold = (written.writeUnits + fold.writeUnits) / works.length;
    const before = withLog - PUT_UNITS;
    worstOf.writesWithLog = Math.max(worstOf.writesWithLog, withLog / before);
    worstOf.writesWithFold = Math.max(worstOf.writesWithFold, withFold / before);
    const ratio = (units: number) => `${Number(units.toFixed(1))} (${(units / before).toFixed(2)})`;
    lines.push(`| ${name} | ${Number(before.toFixed(1))} | ${ratio(withLog)} | ${ratio(withFold)} |`);
  };
  const team = await createTeam(context, id, 'Writes');
  const numbers = Array.from({ length: CHANGES_PER_FOLD }, (_, number) => number);
  /** Each once, also of a list that is shorter. */
  const spread = <Item>(items: readonly Item[]): Item[] => [
    ...new Set(
      numbers.flatMap((number) => items[Math.floor((number * items.length) / CHANGES_PER_FOLD)] ?? []),
    ),
  ];
  const members = spread(
    await table.all<{ id: string; email: string; status: string }>(collections.members(id)),
  );
  const models = await table.all<{ id: string; status: string }>(collections.models(id));
  const deletable = spread(models.filter(({ status }) => status === 'onboarding' || status === 'active'));
  const white = (number: number) => ({ email: `white-${number}@people.example`, isDevelopment: false });
  await measure(
    'Create a white-label model',
    numbers.map(
      (number) => () => createWhiteLabelModel(context, organization, 'https://app.example', white(number)),
    ),
  );
  const inviteIds: string[] = [];
  await measure(
    'Send an invite',
    numbers.map((number) => async () => {
      inviteIds.push((await sendInvite(context, id, { email: `invited-${number}@people.example` })).id);
    }),
  );
  const memberIds: string[] = [];
  await measure(
    'Sign up',
    inviteIds.map((inviteId) => async () => {
      memberIds.push((await signUp(context, inviteId, {})).member.id);
    }),
  );
  await measure(
    'Begin a model',
    memberIds.map((memberId) => () => beginModel(context, organization, memberId)),
  );
  await measure(
    'Move a member into a team',
    members.map(
      ({ email }) =>
        () =>
          addTeamMembers(context, id, team.id, [email]),
    ),
  );
  await measure(
    'Delete a model',
    deletable.map((model) => () => deleteModel(context, id, model.id)),
  );
  return lines;
}

await writeFile(
  join(import.meta.dirname, 'lists.md'),
  [
    '# Lists',
    '',
    `Pages of ${LIMIT} entries and the writes behind them, on ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${new Date().toISOString().slice(0, 10)}, by \`npm run bench:lists\`. "Before" is a read of the whole collection.`,
    '',
    ...report,
    '',
  ].join('\n'),
);
await writeResults('lists', machine, [
  {
    name: 'Read units of any page of any list, by those of its first page, at most',
    value: worstOf.pages,
    unit: '×',
    target: { atMost: 1.5 },
  },
  {
    name: `Read units of any page of any list of ${Math.max(...sizes)}, at most`,
    value: worstOf.readUnits,
    unit: 'units',
    target: { atMost: 100 },
  },
  {
    name: 'Sequential round trips of a page, at most',
    value: worstOf.roundTrips,
    unit: 'round trips',
    target: { atMost: 3 },
  },
  {
    name: 'Write units with the entry of the log, by those without lists, at most',
    value: worstOf.writesWithLog,
    unit: '×',
    target: { atMost: 2 },
  },
  {
    name: `The same with a share of the fold of such changes, all over a list of ${Math.max(...sizes)}, at most`,
    value: worstOf.writesWithFold,
    unit: '×',
    target: { atMost: 2 },
    note: 'A move or a deletion in the middle of a long list rewrites the filter keys of one segment in the list of members and of one in that of models, by a transaction, which counts twice: 4 units. The removal of its entry from the log is another one. Changes of the newest entries, which are usual, share their segments.',
  },
]);
await engine.stop();
