import { trailEvent } from '../../shared/contract/events.ts';
import type { DomainContext } from '../../shared/domain/context.ts';
import { appendToTrail } from '../../shared/events/trail-event.ts';
import { collections } from '../../shared/table/keys.ts';

/** Adds the entries of all events of an organization to its audit trail, as the stream does. */
export async function appendEvents({ table }: DomainContext, organizationId: string): Promise<void> {
  for (const event of await table.all(collections.trailEvents(organizationId))) {
    await appendToTrail(table, trailEvent.parse(event));
  }
}
