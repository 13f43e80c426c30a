import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { SFNClient, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Context } from 'aws-lambda';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { handler } from '../../../functions/queue/delete-images.ts';
import { copiesWrites } from '../../../shared/domain/copies/record.ts';
import { listErasures } from '../../../shared/domain/erasure/erasure.ts';
import { eraseAddress, eraseMember } from '../../../shared/domain/erasure/person.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { createWhiteLabelModel } from '../../../shared/domain/model/white-label.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { subjectsPrefix } from '../../../shared/images/keys.ts';
import { keys } from '../../../shared/table/keys.ts';
import { bareUpdate } from '../../support/bare-writes.ts';
import { startLoneTable } from '../../support/lone-table.ts';
import { mockedClient } from '../../support/mocked-client.ts';
import { sqsRecord } from '../../support/sqs-record.ts';
import { handlerContext } from '../../support/webhook-secret-key.ts';

const [s3, sfn, sqs] = [mockedClient(S3Client), mockedClient(SFNClient), mockedClient(SQSClient)];
const MACHINE = 'arn:aws:states:us-east-1:123456789012:stateMachine:models';
beforeAll(async () => {
  const { stop } = await startLoneTable();
  Object.assign(process.env, {
    IMAGES_BUCKET: 'images',
    CLEANUP_QUEUE_URL: 'cleanup',
    STATE_MACHINE_ARN: MACHINE,
  });
  return stop;
});
beforeEach(() => {
  s3.reset().onAnyCommand().resolves({});
  sfn.reset().onAnyCommand().resolves({});
  sqs.reset().onAnyCommand().resolves({});
});

const newOrganization = async () => {
  const input = { name: 'Deleting', credits: 5, webhookUrl: 'https://hook.test' };
  return (await createOrganization(handlerContext(), input)).organizationId;
};

async function erased() {
  const organizationId = await newOrganization();
  await sendInvite(handlerContext(), organizationId, { email: 'ada@people.test' });
  await eraseAddress(handlerContext(), organizationId, 'ada@people.test', 'organization');
  const [erasure] = await listErasures(handlerContext(), organizationId);
  return { kind: 'person', organizationId, erasureId: erasure?.id };
}

async function begun() {
  const organizationId = await newOrganization();
  const organization = await readOrganization(handlerContext(), organizationId);
  const input = { email: 'ada@people.test', isDevelopment: true };
  const { model } = await createWhiteLabelModel(handlerContext(), organization, '', input);
  return { memberId: model.memberId, run: { organizationId, modelId: model.id, run: 1 } };
}

async function deleted() {
  const { run } = await begun();
  await deleteModel(handlerContext(), run.organizationId, run.modelId);
  return { kind: 'model', ...run };
}

/** Has a message handled. @returns the messages that were sent since the start of the test */
async function handle(message: object) {
  const Records = [sqsRecord({ body: JSON.stringify(message) })];
  expect(await handler({ Records }, {} as Context)).toEqual({ batchItemFailures: [] });
  return sqs.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input);
}

test.each([
  ['an erased person', erased],
  ['a deleted model', deleted],
])('what %s leaves is deleted at once, and once more after a quarter of an hour', async (_, begin) => {
  const message = await begin();
  const again = { MessageBody: JSON.stringify({ ...message, pass: 2 }), DelaySeconds: 900 };
  expect(await handle({ ...message, pass: 1 })).toMatchObject([again]);
  expect(await handle({ ...message, pass: 2 })).toHaveLength(1);
});

test('what a provider keeps of an erased person is deleted, too', async () => {
  const { memberId, run } = await begun();
  const context = handlerContext();
  await context.table.commit(copiesWrites(context, 'astria', run));
  const job = { provider: 'astria', request: { ...run, key: 'training' } };
  await context.table.write(bareUpdate(keys.trainingJob(run.organizationId, run.modelId, 1), { set: job }));
  await eraseMember(context, run.organizationId, memberId, 'member');
  const [erasure] = await listErasures(context, run.organizationId);
  const message = { kind: 'person', organizationId: run.organizationId, erasureId: erasure?.id, pass: 2 };
  const sent = await handle(message);
  expect(sent.map(({ MessageBody }) => JSON.parse(MessageBody ?? ''))).toEqual([{ kind: 'copies', ...run }]);
});

test('the run of a deleted model is stopped, and the cut-outs of a finished one are removed', async () => {
  const { organizationId, modelId, run } = await deleted();
  await handle({ kind: 'model', organizationId, modelId, run, pass: 1 });
  const executionArn = `${MACHINE.replace(':stateMachine:', ':execution:')}:${modelId}-${run}`;
  expect(sfn.commandCalls(StopExecutionCommand, { executionArn })).toHaveLength(1);
  const { table } = handlerContext();
  await table.write(bareUpdate(keys.model(organizationId, modelId), { set: { status: 'active' } }));
  s3.resetHistory();
  await handle({ kind: 'subjects', organizationId, modelId });
  const Prefix = subjectsPrefix({ organizationId, modelId });
  expect(s3.commandCalls(ListObjectsV2Command, { Prefix })).toHaveLength(1);
});
