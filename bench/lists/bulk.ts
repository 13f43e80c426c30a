import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { DomainContext } from '../../shared/domain/context.ts';
import { newInvite } from '../../shared/domain/invite/invite.ts';
import { keyOfStatus } from '../../shared/domain/invite/list-key.ts';
import type { Organization } from '../../shared/domain/organization/organization.ts';
import { listChange } from '../../shared/lists/change.ts';
import { foldLists } from '../../shared/lists/fold-lists.ts';
import { ENTRY_CHANGES_MAX } from '../../shared/lists/writes.ts';
import { collections, keys } from '../../shared/table/keys.ts';
import type { StoredItem } from '../../shared/table/transaction.ts';
import type { BareTable } from '../../test/support/bare-table.ts';
import { type Person, person } from './people.ts';

const ITEMS_PER_BATCH = 25;
const BATCHES_AT_ONCE = 8;
const ENTRIES_PER_FOLD = 200;
/** Of a person: one in the list of models and one in that of members. */
const CHANGES_PER_PERSON = 2;

/** Stores many items of an organization without transactions, and what they change in lists. */
export class BulkWriter {
  readonly #context: DomainContext;
  readonly #documents: DynamoDBDocumentClient;

  constructor(context: DomainContext, client: BareTable['client']) {
    this.#context = context;
    this.#documents = DynamoDBDocumentClient.from(client, {
      marshallOptions: { removeUndefinedValues: true },
    });
  }

  /** Stores `count` of something that changes lists, and folds the lists after each part. */
  async storeMany(organizationId: string, count: number, make: (number: number) => Person): Promise<void> {
    const { PK } = collections.models(organizationId);
    const atOnce = (ENTRIES_PER_FOLD * ENTRY_CHANGES_MAX) / CHANGES_PER_PERSON;
    for (let first = 0; first < count; first += atOnce) {
      const made = Array.from({ length: Math.min(atOnce, count - first) }, (_, place) => make(first + place));
      const changes = made.flatMap((each) => each.changes);
      await this.#store(made.flatMap(({ items }) => items));
      await this.#store(
        partsOf(changes, ENTRY_CHANGES_MAX).map((part) => ({
          ...keys.listLogEntry(PK, this.#context.newId('request')),
          changes: part,
        })),
      );
      await foldLists(this.#context.table, PK, { from: 1 });
    }
  }

  async #store(items: readonly StoredItem[]): Promise<void> {
    const batches = partsOf(items, ITEMS_PER_BATCH).map((batch) => ({
      [this.#context.table.name]: batch.map((Item) => ({ PutRequest: { Item } })),
    }));
    for (const atOnce of partsOf(batches, BATCHES_AT_ONCE))
      await Promise.all(
        atOnce.map((RequestItems) => this.#documents.send(new BatchWriteCommand({ RequestItems }))),
      );
  }
}

function partsOf<Item>(items: readonly Item[], length: number): Item[][] {
  const parts = Math.ceil(items.length / length);
  return Array.from({ length: parts }, (_, part) => items.slice(part * length, (part + 1) * length));
}

/** Members with models, and pending invites, as many of each. */
export async function storePeopleAndInvites(
  context: DomainContext,
  client: BareTable['client'],
  organization: Organization,
  count: number,
): Promise<void> {
  const bulk = new BulkWriter(context, client);
  await bulk.storeMany(organization.id, count, (number) => person(context, organization, number, []));
  await bulk.storeMany(organization.id, count, (number) => {
    const email = `invited-${number}@people.example`;
    const invite = newInvite(context, organization.id, { email });
    return {
      items: [
        { ...keys.invite(organization.id, invite.id), ...invite },
        { ...keys.invitee(organization.id, email), inviteId: invite.id },
      ],
      changes: listChange('invite', invite.id, undefined, keyOfStatus('pending')),
    };
  });
}
