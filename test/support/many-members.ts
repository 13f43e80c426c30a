import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type DomainContext, domainContext } from '../../shared/domain/context.ts';
import type { Member } from '../../shared/domain/member/member.ts';
import { storedWords } from '../../shared/domain/member/search-words.ts';
import { awsClientSettings } from '../../shared/platform/aws-client.ts';
import { isoTime } from '../../shared/platform/clock.ts';
import { keys } from '../../shared/table/keys.ts';
import type { StoredItem } from '../../shared/table/transaction.ts';
import { indexStoredItems } from './list-index.ts';

const FIRST = ['Anna', 'Berta', 'Carla', 'Dario', 'Emil', 'Farah', 'Gesa', 'Hugo', 'Ines', 'Jonas'];
const LAST = ['Ahrens', 'Becker', 'Conrad', 'Dietz', 'Engel', 'Fuchs', 'Graf', 'Huber', 'Jansen'];
const BATCH = 25;
const BATCHES_AT_ONCE = 8;

/** The name of the member with a number. */
export function nameOf(number: number): string {
  const [first = '', last = ''] = [FIRST[number % FIRST.length], LAST[number % LAST.length]];
  return `${first} ${last}`;
}

/** The address of the member with a number. */
export function addressOf(number: number): string {
  return `person${number}@crew`;
}

/** Stores members who have signed up, the first one first, with what lists and searches read of them. */
export async function storeMembers(
  context: DomainContext,
  organizationId: string,
  count: number,
): Promise<void> {
  let now = context.clock.now() - count;
  const { table, randomness, webhookSecretKey } = context;
  const past = domainContext(table, { now: () => now }, randomness, webhookSecretKey);
  const items = Array.from({ length: count }, (_, number) => {
    now += 1;
    return itemsOf(past, organizationId, number);
  }).flat();
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(awsClientSettings()));
  let next = 0;
  const storeSome = async () => {
    while (next < items.length) {
      const requests = items.slice(next, next + BATCH).map((Item) => ({ PutRequest: { Item } }));
      next += BATCH;
      await documents.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests } }));
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, storeSome));
  await indexStoredItems(context, organizationId);
}

function itemsOf(context: DomainContext, organizationId: string, number: number): StoredItem[] {
  const member: Member = {
    id: context.newId('member'),
    email: addressOf(number),
    name: nameOf(number),
    anonymous: false,
    joinedAt: isoTime(context.clock.now()),
  };
  const words = storedWords(member);
  return [
    { ...keys.member(organizationId, member.id), ...member },
    ...words.map((word) => ({
      ...keys.searchWord(organizationId, word, member.id),
      ...{ memberId: member.id, word, words },
    })),
  ];
}
