import { afterEach, expect, test, vi } from 'vitest';
import { auditCredits } from '../../../shared/audit/credits.ts';
import { domainContext } from '../../../shared/domain/context.ts';
import { newModel } from '../../../shared/domain/model/create.ts';
import { projectionOf } from '../../../shared/domain/model/model.ts';
import { finishOnboarding } from '../../../shared/domain/model/onboarding.ts';
import { addCredits } from '../../../shared/domain/organization/add-credits.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { balanceWrite, readBalance } from '../../../shared/domain/organization/credits.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { reportUsage, usagePeriod } from '../../../shared/domain/usage/report.ts';
import { Throttled } from '../../../shared/platform/throttling.ts';
import { keys } from '../../../shared/table/keys.ts';
import { Table } from '../../../shared/table/table.ts';
import { barePut } from '../../support/bare-writes.ts';
import { cancelled, documentsOf, MemoryItems } from '../../support/memory-items.ts';
import { webhookSecretKey } from '../../support/webhook-secret-key.ts';
import { Chance } from '../../world/chance.ts';

/** A thousand people of one organization who finish onboarding in the same moment. */
const CONTENDERS = 1000;
/** The time that a transaction holds its items: DynamoDB takes about a hundred a second on one item. */
const TRANSACTION_MS = 10;
const RETRY_AFTER_MS = 5000;

afterEach(() => {
  vi.useRealTimers();
});

/** Items in memory on which a transaction is cancelled that meets another one, as DynamoDB does. */
class ContendedItems {
  readonly documents = documentsOf(new MemoryItems());
  conflicts = 0;
  readonly #held = new Set<string>();

  constructor() {
    const send = this.documents.send.bind(this.documents);
    Object.assign(this.documents, {
      send: (command: Parameters<typeof send>[0]) => this.#alone(command, () => send(command)),
    });
  }

  async #alone({ input }: { input: object }, send: () => Promise<unknown>): Promise<unknown> {
    if (!('TransactItems' in input)) return send();
    const wanted = keysOf(input.TransactItems as TransactItem[]);
    if (wanted.some((key) => this.#held.has(key))) {
      this.conflicts += 1;
      throw cancelled(wanted.map((key) => ({ Code: this.#held.has(key) ? 'TransactionConflict' : 'None' })));
    }
    for (const key of wanted) this.#held.add(key);
    await new Promise((resolve) => setTimeout(resolve, TRANSACTION_MS));
    for (const key of wanted) this.#held.delete(key);
    return send();
  }
}

interface TransactItem {
  Put?: { Item: object };
  Update?: { Key: object };
  Delete?: { Key: object };
  ConditionCheck?: { Key: object };
}

function keysOf(items: TransactItem[]): string[] {
  return items.map(({ Put, Update, Delete, ConditionCheck }) => {
    const { PK, SK } = { PK: '', SK: '', ...(Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key) };
    return `${PK} ${SK}`;
  });
}

test('a thousand onboardings of one organization that end in the same moment all succeed, and take a credit each', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-05-04T12:00:00.000Z') });
  const chance = new Chance('contenders', '');
  const items = new ContendedItems();
  const table = new Table(items.documents, 'memory', chance);
  const context = domainContext(table, { now: () => Date.now() }, chance, webhookSecretKey);
  const soon = async <Result>(work: Promise<Result>): Promise<Result> => {
    let isOver = false;
    const ends = () => {
      isOver = true;
    };
    work.then(ends, ends);
    while (!isOver) await vi.advanceTimersByTimeAsync(TRANSACTION_MS);
    return work;
  };

  const { organizationId } = await soon(createOrganization(context, { name: 'Busy', credits: 0 }));
  await soon(addCredits(context, organizationId, CONTENDERS));
  const organization = await readOrganization(context, organizationId);
  const modelIds: string[] = [];
  while (modelIds.length < CONTENDERS) {
    const member = {
      id: context.newId('member'),
      email: `person${modelIds.length}@contenders.test`,
      anonymous: false,
      joinedAt: new Date().toISOString(),
    };
    const model = {
      ...newModel(context, organization, member, { isDevelopment: false }),
      acceptedUploads: 4,
    };
    await table.write(barePut({ ...keys.model(organizationId, model.id), ...model }));
    const withModel = { ...member, modelId: model.id, model: projectionOf(model) };
    await table.write(barePut({ ...keys.member(organizationId, member.id), ...withModel }));
    modelIds.push(model.id);
  }
  await soon(table.commit([balanceWrite(organizationId, { pendingInvites: CONTENDERS })]));
  items.conflicts = 0;

  let refused = 0;
  const finish = async (modelId: string): Promise<void> => {
    try {
      const model = await finishOnboarding(context, organizationId, modelId, { trigger: 'person' });
      expect(model.status).toBe('waiting');
    } catch (error) {
      if (!(error instanceof Throttled)) throw error;
      // The answer is a 429 with Retry-After, which a client waits for.
      refused += 1;
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
      return finish(modelId);
    }
  };
  await soon(Promise.all(modelIds.map(finish)));
  expect(items.conflicts).toBeGreaterThan(CONTENDERS);
  expect(refused).toBeLessThan(CONTENDERS / 50);
  expect(await readBalance(context, organizationId)).toMatchObject({
    credits: 0,
    pendingInvites: CONTENDERS,
    slots: -CONTENDERS,
  });
  const { total } = await reportUsage(context, organizationId, usagePeriod(context, {}));
  expect(total.credits).toBe(CONTENDERS);
  expect(await auditCredits(context, organizationId)).toEqual([]);
});
