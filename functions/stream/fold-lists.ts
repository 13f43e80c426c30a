import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { foldLists as contract } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { log, logAbout } from '../../shared/platform/log.ts';
import { organizationPartitionOf } from '../../shared/table/keys.ts';
import { foldLists } from '../../shared/table/list-index/fold-log.ts';

/** Folds the log of each organization of a batch once. */
export async function handler(stream: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const byPartition = Map.groupBy(stream.Records, partitionOf);
  for (const [partition, [first]] of byPartition) {
    if (await fold(partition)) continue;
    return { batchItemFailures: [{ itemIdentifier: first?.dynamodb?.SequenceNumber ?? '' }] };
  }
  return { batchItemFailures: [] };
}

function partitionOf({ dynamodb }: DynamoDBRecord): string {
  const image = (dynamodb?.NewImage ?? {}) as Record<string, AttributeValue>;
  return organizationPartitionOf(contract.input.parse(unmarshall(image)).PK);
}

/** @returns whether the log is folded, or was short enough. */
function fold(partition: string): Promise<boolean> {
  return logAbout({ partition }, async () => {
    try {
      const entries = await foldLists(deployedContext().table, partition);
      if (entries > 0) log.info('lists folded', { entries });
      return true;
    } catch (error) {
      log.error('lists not folded', error);
      return false;
    }
  });
}
