import type { Item } from '../support/memory-items.ts';
import { type People, Person, type Tenant } from './people.ts';
import type { World } from './world.ts';

const LIMIT = 3;

interface List {
  readonly path: string;
  readonly name: 'models' | 'members' | 'invites';
  readonly entity: string;
  /** A query, and the items that it asks for. */
  readonly filters: readonly { query: string; isListed: (item: Item) => boolean }[];
}

const EVERYTHING = { query: '', isListed: () => true };
const MODEL_STATUSES = ['onboarding', 'active', 'failed', 'deleted'];

const LISTS: readonly List[] = [
  {
    path: 'models',
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
    path: 'team',
    name: 'members',
    entity: 'MEMBER',
    filters: [EVERYTHING, { query: '&status=accepted', isListed: ({ modelId }) => modelId === undefined }],
  },
  {
    path: 'invites',
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
  for (const tenant of people.tenants) {
    for (const list of LISTS) {
      const items = itemsOf(world, tenant, list);
      for (const { query, isListed } of list.filters) {
        const expected = items.filter(isListed).map(({ id }) => String(id));
        const found = await pagesOf(world, people, tenant, list, query);
        const [was, is] = [expected.sort().reverse().join(), found.ids.join()];
        if (was !== is || found.total !== expected.length)
          differences.push(`${tenant.id} ${list.path}${query}: ${is} of ${found.total}, not ${was}.`);
      }
    }
  }
  return differences;
}

function itemsOf(world: World, { id }: Tenant, { entity }: List): Item[] {
  return [...world.cloud.items.all()].filter(
    (item) => item.entity === entity && (item.PK === `ORG#${id}` || item.PK.startsWith(`ORG#${id}#`)),
  );
}

async function pagesOf(world: World, people: People, tenant: Tenant, { path, name }: List, query: string) {
  const ids: string[] = [];
  let total = 0;
  await world.scheduler.start(`lists ${tenant.host} ${path}${query}`, async ({ chance }) => {
    const person = new Person(world, people, tenant, chance);
    for (let hasMore = true; hasMore; ) {
      const page = `?limit=${LIMIT}&offset=${ids.length}${query}`;
      const { body } = await person.get(`/api/v2/organization/${path}${page}`);
      ids.push(...((body[name] ?? []) as { id: string }[]).map((entry) => entry.id));
      total = body.pagination?.total;
      hasMore = body.pagination?.hasMore ?? false;
    }
  });
  return { ids, total };
}
