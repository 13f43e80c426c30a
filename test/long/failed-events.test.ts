import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, inject, test } from 'vitest';
import { COMMANDS } from '../../ops/commands.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { DAY, epochSeconds, isoTime } from '../../shared/platform/clock.ts';
import { put, update } from '../../shared/table/transaction.ts';
import { ownedTenant } from '../support/owner.ts';
import { operator, someEmail, until } from '../support/tenant.ts';

const republish = () =>
  COMMANDS['events republish']?.run({ context: operator, images: deployedImageStore() }, []);

test('an event that cannot be published does not hold up others, and is published by operators later', async () => {
  const ownerEmail = someEmail('owner');
  const { organizationId } = await ownedTenant({ ownerEmail });
  const before = await signInMailsTo(ownerEmail);
  const event = (name: string, template: string, email: string) => ({
    PK: `ORG#${organizationId}`,
    SK: `EVENT#${name}`,
    entity: 'EVENT' as const,
    kind: 'mail',
    message: { template, email },
    createdAt: isoTime(Date.now()),
    expiresAtSeconds: epochSeconds(Date.now() + DAY),
  });
  await operator.table.commit([put(event('BROKEN', 'unknown', ownerEmail))]);
  const other = someEmail('owner');
  const { organizationId: second } = await ownedTenant({ ownerEmail: other });
  const beforeOther = await signInMailsTo(other);
  await operator.table.commit([put({ ...event('WHOLE', 'sign-in', other), PK: `ORG#${second}` })]);

  await until(async () => (await signInMailsTo(other)) > beforeOther, 'the other mail');
  await until(async () => (await failedEvents()) > 0, 'the failed event');
  expect(await signInMailsTo(ownerEmail)).toBe(before);

  // The cause is still there: the message and its alarm stay.
  expect(await republish()).toMatchObject({ failed: true, output: { messages: 1 } });
  expect(await failedEvents()).toBe(1);

  const { message, ...key } = event('BROKEN', 'sign-in', ownerEmail);
  await operator.table.commit([update(key, { set: { message } })]);
  expect(await republish()).toMatchObject({ failed: false, output: { messages: 1, failed: [] } });
  expect(await failedEvents()).toBe(0);
  await until(async () => (await signInMailsTo(ownerEmail)) > before, 'the mail of the failed event');
});

/** Owners also get notices, of a new key or a sign-in. */
async function signInMailsTo(email: string): Promise<number> {
  const response = await fetch(inject('mailUrl'), { headers: { accept: 'application/json' } });
  const mails = (await response.json()) as { to: string[]; subject: string }[];
  return mails.filter(({ to, subject }) => to.includes(email) && subject.startsWith('Sign in to ')).length;
}

async function failedEvents(): Promise<number> {
  const { Attributes } = await new SQSClient({}).send(
    new GetQueueAttributesCommand({
      QueueUrl: process.env.FAILED_EVENTS_QUEUE_URL,
      AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
    }),
  );
  return Object.values(Attributes ?? {}).reduce((sum, count) => sum + Number(count), 0);
}
