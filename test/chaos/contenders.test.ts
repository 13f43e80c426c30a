import { setTimeout as pause } from 'node:timers/promises';
import {
  type DynamoDBClient,
  TransactionCanceledException,
  type TransactWriteItemsCommandInput,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditCredits } from '../../shared/audit/credits.ts';
import { type DomainContext, domainContext } from '../../shared/domain/context.ts';
import { newModel } from '../../shared/domain/model/create.ts';
import { type Model, projectionOf } from '../../shared/domain/model/model.ts';
import { finishOnboarding } from '../../shared/domain/model/onboarding.ts';
import { addCredits } from '../../shared/domain/organization/add-credits.ts';
import { createOrganization } from '../../shared/domain/organization/create.ts';
import { balanceWrite, readBalance } from '../../shared/domain/organization/credits.ts';
import { readOrganization } from '../../shared/domain/organization/organization.ts';
import { reportUsage, usagePeriod } from '../../shared/domain/usage/report.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import { Throttled } from '../../shared/platform/throttling.ts';
import { keys } from '../../shared/table/keys.ts';
import { bareTable } from '../support/bare-table.ts';
import { barePut } from '../support/bare-writes.ts';
import { webhookSecretKey } from '../support/webhook-secret-key.ts';

/** A thousand people of one organization who finish onboarding in the same moment. */
const CONTENDERS = 1000;
/** The time that a transaction holds its items: DynamoDB takes about a hundred a second on one item. */
const TRANSACTION_MS = 10;
const RETRY_AFTER_MS = 5000;

let context: DomainContext;
let stop: () => Promise<void>;
let conflicts = 0;

beforeAll(async () => {
  const bare = await bareTable(systemRandomness);
  ({ stop } = bare);
  conflictLikeDynamoDB(bare.client);
  context = domainContext(bare.table, systemClock, systemRandomness, webhookSecretKey);
});
afterAll(() => stop());

/** The local engines make transactions wait for each other. DynamoDB cancels one that meets another. */
function conflictLikeDynamoDB(client: DynamoDBClient): void {
  const held = new Set<string>();
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'TransactWriteItemsCommand') return next(args);
        const wanted = keysOf(args.input as TransactWriteItemsCommandInput);
        if (wanted.some((key) => held.has(key))) {
          conflicts += 1;
          throw new TransactionCanceledException({
            $metadata: {},
            message: 'Transaction cancelled',
            CancellationReasons: wanted.map((key) => ({
              Code: held.has(key) ? 'TransactionConflict' : 'None',
            })),
          });
        }
        for (const key of wanted) held.add(key);
        // The engine takes longer than DynamoDB, by as much as this machine is busy.
        const release = pause(TRANSACTION_MS).then(() => {
          for (const key of wanted) held.delete(key);
        });
        const [result] = await Promise.all([next(args), release]);
        return result;
      },
    { step: 'serialize', name: 'conflicts' },
  );
}

function keysOf({ TransactItems = [] }: TransactWriteItemsCommandInput): string[] {
  return TransactItems.map(({ Put, Update, Delete, ConditionCheck }) =>
    JSON.stringify(
      Put ? [Put.Item?.PK, Put.Item?.SK] : Object.values((Update ?? Delete ?? ConditionCheck)?.Key ?? {}),
    ),
  );
}

async function modelInOnboarding(organizationId: string, number: number): Promise<Model> {
  const organization = await readOrganization(context, organizationId);
  const member = {
    id: context.newId('member'),
    email: `person${number}@contenders.test`,
    anonymous: false,
    joinedAt: new Date().toISOString(),
  };
  const model = { ...newModel(context, organization, member, { isDevelopment: false }), acceptedUploads: 4 };
  await context.table.write(barePut({ ...keys.model(organizationId, model.id), ...model }));
  const withModel = { ...member, modelId: model.id, model: projectionOf(model) };
  await context.table.write(barePut({ ...keys.member(organizationId, member.id), ...withModel }));
  return model;
}

test('a thousand onboardings of one organization that end in the same moment all succeed, and take a credit each', async () => {
  const { organizationId } = await createOrganization(context, { name: 'Busy', credits: 0 });
  await addCredits(context, organizationId, CONTENDERS);
  const models: Model[] = [];
  while (models.length < CONTENDERS) models.push(await modelInOnboarding(organizationId, models.length));
  await context.table.commit([balanceWrite(organizationId, { pendingInvites: CONTENDERS })]);
  conflicts = 0;

  let refused = 0;
  const finish = async (modelId: string): Promise<void> => {
    try {
      const model = await finishOnboarding(context, organizationId, modelId, { trigger: 'person' });
      expect(model.status).toBe('waiting');
    } catch (error) {
      if (!(error instanceof Throttled)) throw error;
      // The answer is a 429 with Retry-After, which a client waits for. On a busy machine it happens.
      refused += 1;
      await pause(RETRY_AFTER_MS);
      return finish(modelId);
    }
  };
  await Promise.all(models.map(({ id }) => finish(id)));
  expect(conflicts).toBeGreaterThan(CONTENDERS);
  // Their number grows with other work of the machine, so this test runs alone.
  expect(refused).toBeLessThan(CONTENDERS / 5);
  expect(await readBalance(context, organizationId)).toMatchObject({
    credits: 0,
    pendingInvites: CONTENDERS,
    slots: -CONTENDERS,
  });
  const { total } = await reportUsage(context, organizationId, usagePeriod(context, {}));
  expect(total.credits).toBe(CONTENDERS);
  expect(await auditCredits(context, organizationId)).toEqual([]);
});
