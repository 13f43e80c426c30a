import { SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Context } from 'aws-lambda';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as deliverWebhooks } from '../../../functions/queue/deliver-webhooks.ts';
import { handler as fireTimers } from '../../../functions/queue/fire-timers.ts';
import { handler as sendMail } from '../../../functions/queue/send-mail.ts';
import { handler as startFlow } from '../../../functions/queue/start-flow.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { DAY, isoTime, MINUTE, SECOND } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import { put } from '../../../shared/table/transaction.ts';
import { barePut } from '../../support/bare-writes.ts';
import { linesOf } from '../../support/log-lines.ts';
import { startLoneTable } from '../../support/lone-table.ts';
import { mockedClient } from '../../support/mocked-client.ts';
import { sqsRecord } from '../../support/sqs-record.ts';
import { handlerContext } from '../../support/webhook-secret-key.ts';

const [ses, sqs, sfn] = [mockedClient(SESv2Client), mockedClient(SQSClient), mockedClient(SFNClient)];
beforeAll(async () => {
  const { stop } = await startLoneTable();
  Object.assign(process.env, {
    DELIVERIES_QUEUE_URL: 'deliveries',
    TIMERS_QUEUE_URL: 'timers',
    MAIL_QUEUE_URL: 'mail',
    MAIL_FROM: 'Headshots <invites@headshots.example>',
    MAIL_CONFIGURATION_SET: 'test',
    STATE_MACHINE_ARN: 'arn:aws:states:us-east-1:123456789012:stateMachine:models',
  });
  return stop;
});
beforeEach(() => {
  ses.reset().onAnyCommand().resolves({});
  sqs.reset().onAnyCommand().resolves({});
});

/** Has a message handled. @returns its queue and the seconds until it is received again, unless it is done */
async function handle(handler: typeof sendMail, message: object, receives = 1, remaining = 0) {
  const Records = [sqsRecord({ body: JSON.stringify(message), receives })];
  sqs.resetHistory();
  const lambda = { getRemainingTimeInMillis: () => remaining } as Context;
  const { batchItemFailures } = await handler({ Records }, lambda);
  const [change] = sqs.commandCalls(ChangeMessageVisibilityCommand).map(({ args: [{ input }] }) => input);
  expect(batchItemFailures).toHaveLength(change ? 1 : 0);
  return [change?.QueueUrl, change?.VisibilityTimeout];
}

test.each([
  ['deliveries', deliverWebhooks, [1, 8, 60]],
  ['mail', sendMail, [60, 480, 3600]],
] as const)(
  'a message of the queue %s that fails is tried again ever later, up to a limit',
  async (queue, handler, pauses) => {
    const counts = [1, 4, 99];
    for (const [place, pause] of pauses.entries())
      expect(await handle(handler, {}, counts[place])).toEqual([queue, pause]);
  },
);

test('a timer of the next day waits for as long as SQS hides a message, twelve hours', async () => {
  const notBefore = isoTime(Date.now() + DAY);
  const timer = { kind: 'poll', organizationId: 'org_1', modelId: 'mdl_1', notBefore };
  expect(await handle(fireTimers, timer)).toEqual(['timers', 12 * 60 * 60]);
});

test('the start of a run is tried again until Step Functions has taken it, and is done if it had before', async () => {
  const message = { kind: 'start', organizationId: 'org_1', modelId: 'mdl_1', run: 1 };
  const failures = async (answer: Error) => {
    sfn.on(StartExecutionCommand).rejects(answer);
    const Records = [sqsRecord({ body: JSON.stringify(message) })];
    return (await startFlow({ Records }, {} as Context)).batchItemFailures.length;
  };
  expect(await failures(new Error('Rate exceeded'))).toBe(1);
  expect(await failures(new ExecutionAlreadyExists({ message: 'It exists.', $metadata: {} }))).toBe(0);
});

test('a redelivery goes on after a second until it has reached every model', async () => {
  const { table } = handlerContext();
  const until = isoTime(Date.now());
  const parked = { modelId: 'mdl_1', since: until };
  await table.write(barePut({ ...keys.waitingModel('org_1', 'failed', '1'), ...parked }));
  const request = { kind: 'redelivery', organizationId: 'org_1', until };
  expect(await handle(fireTimers, request, 1, 5 * SECOND)).toEqual(['timers', 1]);
  expect(await handle(fireTimers, request, 2, MINUTE)).toEqual([undefined, undefined]);
});

test('a mail waits for the quota of SES, and an address that refuses mail gets none', async () => {
  const context = handlerContext();
  const { organizationId } = await createOrganization(context, { name: 'Mailing', credits: 5 });
  const { id: inviteId } = await sendInvite(context, organizationId, { email: 'ada@people.test' });
  const message = { template: 'invite', organizationId, inviteId };
  const fault = { name: 'TooManyRequestsException', $fault: 'client', $metadata: {} } as const;
  ses
    .on(SendEmailCommand)
    .rejects(new SESv2ServiceException({ ...fault, message: 'Daily message quota exceeded.' }));
  const lines = await linesOf(async () => expect(await handle(sendMail, message)).toEqual(['mail', 1200]));
  expect(lines).toContainEqual(expect.objectContaining({ MailHeldBack: 1 }));
  const refused = { reason: 'complained', at: '2026-01-01T00:00:00.000Z' };
  await context.table.write(
    put({ ...keys.suppressedAddress(organizationId, 'ada@people.test'), ...refused }),
  );
  expect(await handle(sendMail, message)).toEqual([undefined, undefined]);
  expect(ses.commandCalls(SendEmailCommand)).toHaveLength(1);
});
