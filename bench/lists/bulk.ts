import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { DomainContext } from '../../shared/domain/context.ts';
import { newInvite } from '../../shared/domain/invite/invite.ts';
import { keyOfStatus } from '../../shared/domain/invite/list-key.ts';
import type { Organization } from '../../shared/domain/organization/organization.ts';
import { type ListChange, listChange } from '../../shared/lists/change.ts';
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

/** Stores many items without transactions, and what they change in lists. */
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
  async storeMany(partition: string, count: number, make: (number: number) => Person): Promise<void> {
    const atOnce = (ENTRIES_PER_FOLD * ENTRY_CHANGES_MAX) / CHANGES_PER_PERSON;
    for (let first = 0; first < count; first += atOnce) {
      const made = Array.from({ length: Math.min(atOnce, count - first) }, (_, place) => make(first + place));
      await this.store(made.flatMap(({ items }) => items));
      await this.note(
        partition,
        made.flatMap(({ changes }) => changes),
      );
      await foldLists(this.#context.table, partition, { from: 1 });
    }
  }

  /** Stores items in batches. */
  async store(items: readonly StoredItem[]): Promise<void> {
    const TableName = this.#context.table.name;
    const batches = Array.from({ length: Math.ceil(items.length / ITEMS_PER_BATCH) }, (_, batch) =>
      items.slice(batch * ITEMS_PER_BATCH, (batch + 1) * ITEMS_PER_BATCH),
    );
    for (let first = 0; first < batches.length; first += BATCHES_AT_ONCE) {
      await Promise.all(
        batches.slice(first, first + BATCHES_AT_ONCE).map((batch) => {
          const requests = batch.map((Item) => ({ PutRequest: { Item } }));
          return this.#documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
        }),
      );
    }
  }

  /** Stores changes of lists in the log, as transactions would. */
  async note(partition: string, changes: readonly ListChange[]): Promise<void> {
    const entries = Array.from({ length: Math.ceil(changes.length / ENTRY_CHANGES_MAX) }, (_, entry) => ({
      ...keys.listLogEntry(partition, this.#context.newId('request')),
      changes: changes.slice(entry * ENTRY_CHANGES_MAX, (entry + 1) * ENTRY_CHANGES_MAX),
    }));
    await this.store(entries);
  }
}

/** Members with models, and pending invites, as many of each. */
export async function storePeopleAndInvites(
  context: DomainContext,
  client: BareTable['client'],
  organization: Organization,
  count: number,
): Promise<void> {
  const bulk = new BulkWriter(context, client);
  const { PK } = collections.models(organization.id);
  await bulk.storeMany(PK, count, (number) => person(context, organization, number, []));
  await bulk.storeMany(PK, count, (number) => {
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
