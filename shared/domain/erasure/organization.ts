import type { ImageStore } from '../../images/store.ts';
import { isoTime } from '../../platform/clock.ts';
import { absent, exists } from '../../table/condition.ts';
import { type Collection, collections, erasable, type Key, keys, scopes } from '../../table/keys.ts';
import { onlyIf, put, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { endCopies } from '../copies/remove.ts';
import type { Job } from '../flow/jobs.ts';
import type { ApiKeyRecord } from '../organization/api-key.ts';
import { readOrganization } from '../organization/organization.ts';
import { type Erasure, WHOLE_ORGANIZATION } from './erasure.ts';
import { memberCollections } from './traces.ts';

/**
 * Erases an organization with everything in it, without webhooks: first what lets callers in, then images, then items. The
 * records of the erasure and of copies at providers stay: the hourly sweep has those copies deleted. A call that was
 * interrupted is resumed by the next one.
 * @param report called with a sentence after each part
 * @throws NOT_FOUND when there is no such organization and none was erased.
 */
export async function eraseOrganization(
  context: DomainContext,
  store: ImageStore,
  organizationId: string,
  report: (sentence: string) => void,
): Promise<Erasure> {
  const erasure = await beginErasure(context, organizationId);
  if (erasure.doneAt !== undefined) return erasure;
  await refuseCallers(context, organizationId);
  report('API keys, users and webhooks are off.');
  const objects = await store.removeAllOf({ organizationId });
  report(`${objects} images are deleted.`);
  const items = await removeItems(context, organizationId);
  report(`${items} items are deleted.`);
  // A step of the flow or a form may have stored an object meanwhile.
  await store.removeAllOf({ organizationId });
  const done = { ...erasure, doneAt: isoTime(context.clock.now()) };
  await context.table.write(put({ ...keys.erasure(organizationId, WHOLE_ORGANIZATION), ...done }));
  return done;
}

async function beginErasure(context: DomainContext, organizationId: string): Promise<Erasure> {
  const key = keys.erasure(organizationId, WHOLE_ORGANIZATION);
  const begun = await context.table.get<Erasure>(key);
  if (begun) return begun;
  await readOrganization(context, organizationId);
  const erasure: Erasure = {
    id: WHOLE_ORGANIZATION,
    organizationId,
    requestedBy: 'operator',
    requestedAt: isoTime(context.clock.now()),
  };
  await context.table.write(put({ ...key, ...erasure }, onlyIf(absent)));
  return erasure;
}

/** Ends every credential of the organization, and its webhooks. */
async function refuseCallers(context: DomainContext, organizationId: string): Promise<void> {
  const apiKeys = await context.table.all<ApiKeyRecord>(collections.apiKeys(organizationId));
  await context.table.removeAll(apiKeys.map(({ hash }) => keys.apiKeyHash(hash)));
  await context.table.write(
    update(
      keys.organization(organizationId),
      { set: { webhooksOff: true }, remove: ['webhookUrl'] },
      onlyIf(exists),
    ),
  );
  for (const collection of erasable.rest(organizationId)) await removeCollection(context, collection);
  for (const member of await idsIn(context, collections.members(organizationId))) {
    await removeCollection(context, collections.memberTokens(organizationId, member));
  }
}

/** @returns the number of items. */
async function removeItems(context: DomainContext, organizationId: string): Promise<number> {
  let items = 0;
  const removeIn = async (collection: Collection) => {
    items += await removeCollection(context, collection);
  };
  for (const model of await idsIn(context, collections.models(organizationId))) {
    const jobs = await context.table.all<Job>(collections.jobs(organizationId, model));
    await endCopies(context, jobs, 'organization-erased');
    await removeIn(erasable.model(organizationId, model));
  }
  const erasures = await context.table.all<Erasure>(erasable.erasures(organizationId));
  const erased = erasures.flatMap(({ memberId }) => memberId ?? []);
  for (const member of [...(await idsIn(context, collections.members(organizationId))), ...erased]) {
    for (const collection of memberCollections(organizationId, member)) await removeIn(collection);
  }
  const invites = await idsIn(context, collections.invites(organizationId));
  for (const invite of invites) {
    await removeIn(collections.inviteEvents(organizationId, invite));
    await removeIn(collections.rateCounter(scopes.invite(organizationId, invite)));
  }
  await context.table.removeAll(erasures.map(({ id }) => keys.erasureEvent(organizationId, id)));
  for (const collection of erasable.rest(organizationId)) await removeIn(collection);
  await closeErasures(context, erasures);
  // The items by which all others are found go last, so that the erasure can be resumed.
  await removeIn(collections.models(organizationId));
  const own = await context.table.all<Key>(erasable.organization(organizationId));
  const found = own.filter(({ entity }) => entity !== 'ERASURE' && entity !== 'ORGANIZATION');
  await context.table.removeAll([...found, keys.organization(organizationId)]);
  return items + found.length + 1;
}

/** The erasures of people are done with that of the organization, and hold no hashes any more. */
async function closeErasures(context: DomainContext, erasures: readonly Erasure[]): Promise<void> {
  const at = isoTime(context.clock.now());
  for (const { id, organizationId, doneAt = at, checkedAt = at } of erasures) {
    if (id === WHOLE_ORGANIZATION) continue;
    await context.table.write(
      update(keys.erasure(organizationId, id), {
        set: { doneAt, checkedAt },
        remove: ['subjects', 'GSI1PK', 'GSI1SK'],
      }),
    );
  }
}

async function removeCollection(context: DomainContext, collection: Collection): Promise<number> {
  const found = await context.table.all<Key>(collection);
  await context.table.removeAll(found);
  return found.length;
}

async function idsIn(context: DomainContext, collection: Collection): Promise<string[]> {
  return (await context.table.all<{ id: string }>(collection)).map(({ id }) => id);
}
