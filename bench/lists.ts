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
import { type Organization, readOrganization } from '../shared/domain/organization/organization.ts';
import { listFavorites } from '../shared/domain/photo/favorites.ts';
import { createTeam } from '../shared/domain/team/change.ts';
import { addTeamMembers } from '../shared/domain/team/members.ts';
import { foldLists } from '../shared/lists/fold-lists.ts';
import { systemRandomness } from '../shared/platform/randomness.ts';
import { collections } from '../shared/table/keys.ts';
import { createTable } from '../test/support/bare-table.ts';
import { webhookSecretKey } from '../test/support/webhook-secret-key.ts';
import { BulkWriter } from './lists/bulk.ts';
import { person } from './lists/people.ts';
import { describeMachine, writeResults } from './results.ts';
import { MeteredServices } from './round-trips/services.ts';

/**
 * `npm run bench:lists [-- 10 1000]`: what pages of lists cost, in units of DynamoDB and round trips, for lists of so many
 * members and models, and what the writes behind them cost in the largest. Writes bench/results/lists.json.
 */
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10, 1_000, 100_000];
const largest = Math.max(...sizes);
const LIMIT = 50;
const TEAMS = 5;
const PUT_UNITS = 2;
/** The number of changes that one fold merges here: those of a long list are folded about as many at a time. */
const CHANGES_PER_FOLD = 60;

/** The largest figures over all lists and sizes. */
const worstOf = { pages: 0, readUnits: 0, roundTrips: 0, writesWithLog: 0, writesWithFold: 0 };
const machine = describeMachine();
const engine = await startDynamoDB();
const services = await MeteredServices.start(engine.endpoint);
const { table, client } = await createTable(services.url, 'lists', systemRandomness);
let now = Date.now();
const context = domainContext(table, { now: () => now }, systemRandomness, webhookSecretKey);

for (const size of sizes) {
  const { organizationId: id } = await createOrganization(context, {
    name: `Lists ${size}`,
    credits: 1000,
    whiteLabel: true,
    webhookUrl: 'https://hook.example',
  });
  const organization = await readOrganization(context, id);
  const teams: string[] = [];
  for (let team = 0; team < TEAMS; team++) teams.push((await createTeam(context, id, `Team ${team}`)).id);
  now -= size * 1000;
  await new BulkWriter(context, client).storeMany(id, size, (number) => {
    now += 1000;
    return person(context, organization, number, teams);
  });
  console.log(`${size} people are stored.`);
  if (size === largest) await measureWrites(organization);
  const [teamId] = teams;
  const limit = LIMIT;
  await measurePages(size, (offset) => listModels(context, id, { limit, offset }));
  await measurePages(size * 0.9, (offset) => listModels(context, id, { limit, offset, status: 'active' }));
  await measurePages(size / 1000, (offset) => listModels(context, id, { limit, offset, status: 'failed' }));
  await measurePages(size / 6, (offset) => listModels(context, id, { limit, offset, teamId }));
  await measurePages(size, (offset) => listMembers(context, id, { limit, offset }));
  await measurePages(size * 0.9, (offset) => listMembers(context, id, { limit, offset, status: 'finished' }));
  await measurePages(size / 10, (offset) => listFavorites(context, id, { limit, offset }));
  await measurePages(size / 60, (offset) =>
    listFavorites(context, id, { limit, offset, teamId, likedStatus: 'loved' }),
  );
}

/** The first page of a list, one in its middle and the last. */
async function measurePages(total: number, page: (offset: number) => Promise<unknown>): Promise<void> {
  // The first read finds out whether the list is short.
  await page(0);
  let first = 0;
  for (const offset of [0, Math.floor(total / 2), Math.max(0, total - LIMIT)]) {
    const { readUnits, sequential } = await services.meter(() => page(offset));
    first ||= readUnits;
    worstOf.pages = Math.max(worstOf.pages, readUnits / first);
    worstOf.readUnits = Math.max(worstOf.readUnits, readUnits);
    worstOf.roundTrips = Math.max(worstOf.roundTrips, sequential);
  }
}

/** The write units of each kind of change: of itself, and a share of the fold that merges it with others of its kind. */
async function measureWrites(organization: Organization): Promise<void> {
  const { id } = organization;
  const fold = () => foldLists(table, collections.models(id).PK, { from: 1 });
  await fold();
  const measure = async (name: string, works: readonly (() => Promise<unknown>)[]) => {
    let units = 0;
    for (const work of works) units += (await services.meter(work)).writeUnits;
    const withLog = units / works.length;
    const before = withLog - PUT_UNITS;
    const withFold = withLog + (await services.meter(fold)).writeUnits / works.length;
    console.log(
      `${name}: ${before} write units, ${withLog} with the log, ${withFold.toFixed(1)} with its share`,
    );
    worstOf.writesWithLog = Math.max(worstOf.writesWithLog, withLog / before);
    worstOf.writesWithFold = Math.max(worstOf.writesWithFold, withFold / before);
  };
  const team = await createTeam(context, id, 'Writes');
  const numbers = Array.from({ length: CHANGES_PER_FOLD }, (_, number) => number);
  /** Each once, also of a list that is shorter. */
  const spread = <Item>(items: readonly Item[]): Item[] => [
    ...new Set(
      numbers.flatMap((number) => items[Math.floor((number * items.length) / CHANGES_PER_FOLD)] ?? []),
    ),
  ];
  const members = spread(await table.all<{ email: string }>(collections.members(id)));
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
}

await writeResults('lists', machine, [
  {
    name: 'Read units of any page of any list, by those of its first page, at most',
    value: worstOf.pages,
    unit: '×',
    target: { atMost: 1.5 },
  },
  {
    name: `Read units of any page of any list of ${largest}, at most`,
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
    name: `The same with a share of the fold of such changes, all over a list of ${largest}, at most`,
    value: worstOf.writesWithFold,
    unit: '×',
    target: { atMost: 2 },
    note: 'A move or a deletion in the middle of a long list rewrites the filter keys of one segment in the list of members and of one in that of models, by a transaction, which counts twice: 4 units. The removal of its entry from the log is another one. Changes of the newest entries, which are usual, share their segments.',
  },
]);
await services.stop();
await engine.stop();
