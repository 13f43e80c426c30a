import { createStore, del, get, set } from 'idb-keyval';
import type { SendingList } from './list.ts';

/** A list that was begun longer ago is dropped: it holds addresses of people. */
const KEPT_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;

/** Lists of this page. A browser may deny storage: a list then lives as long as the page. */
const lists = new Map<string, SendingList>();

/** The database of this browser with the lists on their way, one for each organization. */
const database = () => createStore('headshots.invites', 'lists');

export async function storedList(organizationId: string): Promise<SendingList | undefined> {
  const list = await get<SendingList>(organizationId, database()).catch(() => lists.get(organizationId));
  if (list === undefined || Date.now() - list.startedAt < KEPT_MILLISECONDS) return list;
  await dropList(organizationId);
  return undefined;
}

export async function keepList(organizationId: string, list: SendingList): Promise<void> {
  lists.set(organizationId, list);
  await set(organizationId, list, database()).catch(() => undefined);
}

export async function dropList(organizationId: string): Promise<void> {
  lists.delete(organizationId);
  await del(organizationId, database()).catch(() => undefined);
}

/** Drops the list of an organization as soon as no tab sends it any more. */
export function forgetList(organizationId: string): Promise<void> {
  return navigator.locks.request(lockOf(organizationId), () => dropList(organizationId));
}

/**
 * Does work with the list of an organization while no other tab does.
 * @param signal ends the wait for another tab, and rejects then
 * @param waiting called when another tab has the list
 */
export async function withList(
  organizationId: string,
  { signal, waiting }: { signal: AbortSignal; waiting(): void },
  work: () => Promise<void>,
): Promise<void> {
  const name = lockOf(organizationId);
  const { held = [] } = await navigator.locks.query();
  if (held.some((lock) => lock.name === name)) waiting();
  await navigator.locks.request(name, { signal }, work);
}

function lockOf(organizationId: string): string {
  return `headshots.invites.${organizationId}`;
}
