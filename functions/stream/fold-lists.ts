import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { foldLists as contract } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { foldLists } from '../../shared/lists/fold-lists.ts';
import { log, logAbout } from '../../shared/platform/log.ts';
import { organizationPartitionOf } from '../../shared/table/keys.ts';

/**
 * Folds the log of each organization of a batch once. Lambda halves a batch that fails, until the records of an
 * organization whose log cannot be folded are given up without others.
 * @throws when a log was not folded, after the others were
 */
export async function handler(stream: DynamoDBStreamEvent): Promise<void> {
  let failed = 0;
  for (const partition of new Set(stream.Records.map(partitionOf))) {
    if (!(await fold(partition))) failed += 1;
  }
  if (failed > 0) throw new Error(`${failed} logs were not folded: their errors are in the log.`);
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
