import type { Item } from '../support/memory-items.ts';
import { type People, Person, type Tenant } from './people.ts';
import type { World } from './world.ts';

const LIMIT = 3;

interface List {
  readonly name: 'models' | 'members' | 'invites';
  readonly entity: string;
  /** A query, and the items that it asks for. */
  readonly filters: readonly { query: string; isListed: (item: Item) => boolean }[];
}

const EVERYTHING = { query: '', isListed: () => true };
const MODEL_STATUSES = ['onboarding', 'active', 'failed', 'deleted'];

const LISTS: readonly List[] = [
  {
    name: 'models',
    entity: 'MODEL',
    filters: [
      EVERYTHING,
      ...MODEL_STATUSES.map((status) => ({
        query: `&status=${status}`,
        isListed: (item: Item) => item.status === status,
      })),
    ],
  },
  {
    name: 'members',
    entity: 'MEMBER',
    filters: [EVERYTHING, { query: '&status=accepted', isListed: ({ modelId }) => modelId === undefined }],
  },
  {
    name: 'invites',
    entity: 'INVITE',
    filters: [
      EVERYTHING,
      {
        query: '&status=revoked',
        // The invite of an erased person is shown as deleted.
        isListed: ({ status, erasedAt }) => status === 'revoked' && erasedAt === undefined,
      },
    ],
  },
];

/** Reads each list of each organization page by page, and compares it with the items. @returns what differs */
export async function listsThatDiffer(world: World, people: People): Promise<string[]> {
  const differences: string[] = [];
  // A team of another organization is as good as none.
  const anyTeams = people.tenants.flatMap(({ teamIds }) => teamIds);
  for (const tenant of people.tenants) {
    const compare = async (path: string, expected: readonly string[]) => {
      const { entries, total } = await pagesOf(world, people, tenant, path);
      if (expected.join() !== entries.join() || total !== expected.length)
        differences.push(`${tenant.id} ${path}: ${entries} of ${total}, not ${expected}.`);
    };
    const teams = new Map(itemsOf(world, tenant, 'TEAM').map(({ id, name }) => [id, name]));
    await compare('teams?', [...teams].map(([id, name]) => `${id} ${name}`).sort());
    const members = new Map(itemsOf(world, tenant, 'MEMBER').map((item) => [item.id, item]));
    const byTeam = anyTeams.map((team) => ({
      query: `&teamId=${team}`,
      isListed: ({ teamId }: Item) => teamId === team && teams.has(team),
    }));
    for (const { name, entity, filters } of LISTS) {
      // The team of a used invite is that of its member.
      const teamOf = (item: Item) => ((name === 'invites' && members.get(item.memberId)) || item).teamId;
      for (const { query, isListed } of name === 'invites' ? filters : [...filters, ...byTeam]) {
        const items = itemsOf(world, tenant, entity).filter(isListed);
        const expected = items.map((item) => `${item.id} ${teams.get(teamOf(item)) ?? null}`);
        await compare(`${name}?limit=${LIMIT}${query}`, expected.sort().reverse());
      }
    }
  }
  return differences;
}

function itemsOf(world: World, { id }: Tenant, entity: string): Item[] {
  return [...world.cloud.items.all()].filter(
    (item) => item.entity === entity && (item.PK === `ORG#${id}` || item.PK.startsWith(`ORG#${id}#`)),
  );
}

/** The entries of a list: their ids, and the names of their teams, or of the teams themselves. */
async function pagesOf(world: World, people: People, tenant: Tenant, path: string) {
  const [name = ''] = path.split('?');
  const area = name === 'members' ? 'admin' : 'v2/organization';
  const entries: string[] = [];
  let total = 0;
  await world.scheduler.start(`lists ${tenant.host} ${path}`, async ({ chance }) => {
    const person = new Person(world, people, tenant, chance);
    for (let hasMore = true; hasMore; ) {
      const { body } = await person.get(`/api/${area}/${path}&offset=${entries.length}`);
      const page = (body[name] ?? []) as { id: string; name?: string; teamName?: string | null }[];
      entries.push(
        ...page.map((entry) => `${entry.id} ${entry.teamName === undefined ? entry.name : entry.teamName}`),
      );
      total = body.pagination?.total ?? entries.length;
      hasMore = body.pagination?.hasMore ?? false;
    }
  });
  return { entries, total };
}
