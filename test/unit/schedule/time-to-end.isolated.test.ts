import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { Context } from 'aws-lambda';
import { beforeAll, expect, test } from 'vitest';
import { handler as auditCredits } from '../../../functions/schedule/audit-credits.ts';
import { handler as removeOrphans } from '../../../functions/schedule/remove-orphans.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { MINUTE } from '../../../shared/platform/clock.ts';
import { linesOf } from '../../support/log-lines.ts';
import { startLoneTable } from '../../support/lone-table.ts';
import { mockedClient } from '../../support/mocked-client.ts';
import { handlerContext } from '../../support/webhook-secret-key.ts';

const s3 = mockedClient(S3Client);
beforeAll(async () => {
  const { stop } = await startLoneTable();
  process.env.IMAGES_BUCKET = 'images';
  return stop;
});

/** The log line of an invocation that has some time left. */
async function lineOf(handler: typeof auditCredits, remaining: number) {
  const lambda = { getRemainingTimeInMillis: () => remaining } as Context;
  return (await linesOf(() => handler({}, lambda))).at(-1);
}

test('an audit of credits begins with no more organizations in its last minute, and the next one goes on', async () => {
  for (let count = 0; count < 20; count++) await createOrganization(handlerContext(), { name: 'Company' });
  expect(await lineOf(auditCredits, MINUTE - 1)).toMatchObject({ organizations: 8 });
  expect(await lineOf(auditCredits, 5 * MINUTE)).toMatchObject({ organizations: 12 });
});

test('a sweep of objects begins with no more of them in its last minute, and the next one goes on', async () => {
  s3.on(ListObjectsV2Command).resolves({ Contents: [{ Key: 'unknown' }] });
  expect(await lineOf(removeOrphans, MINUTE - 1)).toMatchObject({ checked: 1, done: false });
  expect(await lineOf(removeOrphans, 5 * MINUTE)).toMatchObject({ checked: 2, done: true });
});
