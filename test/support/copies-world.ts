import { SQSClient } from '@aws-sdk/client-sqs';
import { auditOrganization } from '../../shared/audit/audit.ts';
import { type StoredEvent, storedEvent } from '../../shared/contract/events.ts';
import type { CleanupMessage, MailMessage } from '../../shared/contract/messages.ts';
import type { RunInput } from '../../shared/contract/run.ts';
import { type DomainContext, domainContext } from '../../shared/domain/context.ts';
import { removeCopies } from '../../shared/domain/copies/remove.ts';
import { sweepCopies } from '../../shared/domain/copies/sweep.ts';
import { eraseTraces } from '../../shared/domain/erasure/traces.ts';
import { planGeneration } from '../../shared/domain/flow/plan.ts';
import { advanceTraining } from '../../shared/domain/flow/training.ts';
import { removeEverything } from '../../shared/domain/model/cleanup.ts';
import { finishOnboarding } from '../../shared/domain/model/onboarding.ts';
import {
  beginGeneration,
  beginTraining,
  failModel,
  finishGeneration,
} from '../../shared/domain/model/progress.ts';
import { createWhiteLabelModel } from '../../shared/domain/model/white-label.ts';
import { createOrganization } from '../../shared/domain/organization/create.ts';
import { readOrganization } from '../../shared/domain/organization/organization.ts';
import { announceUploads, judgedUpload } from '../../shared/domain/upload/upload.ts';
import { publishEvent } from '../../shared/events/publish.ts';
import { LONGEST_DELAY_SECONDS, Queues } from '../../shared/events/queues.ts';
import { uploadKey } from '../../shared/images/keys.ts';
import { foldLists } from '../../shared/lists/fold-lists.ts';
import { MINUTE, SECOND } from '../../shared/platform/clock.ts';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import type { Providers } from '../../shared/providers/provider.ts';
import { keys } from '../../shared/table/keys.ts';
import { type Transaction, update, type Write } from '../../shared/table/transaction.ts';
import { HostedProvider } from './hosted-provider.ts';
import { MemoryImages } from './memory-images.ts';
import { MemoryTable } from './memory-table.ts';
import { webhookSecretKey } from './webhook-secret-key.ts';

const START = Date.parse('2026-05-04T12:00:00.000Z');
export const APP_URL = 'https://headshots.test';

/** The process was stopped before or after a write. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** A table whose process can be stopped at one of its writes. */
class StoppableTable extends MemoryTable {
  /** Writes until the process stops; undefined for never. It stops before an even one, and after an odd one. */
  stopAt: number | undefined;
  writes = 0;

  /** DynamoDB keeps no order of attributes. */
  override async get<Found>(key: Parameters<MemoryTable['get']>[0]): Promise<Found | undefined> {
    return reordered(await super.get<Found>(key));
  }

  override commit(transaction: Transaction): Promise<void> {
    return this.#guarded(() => super.commit(transaction));
  }

  override write<Found>(write: Write) {
    return this.#guarded(() => super.write<Found>(write));
  }

  override removeAll(found: Parameters<MemoryTable['removeAll']>[0]): Promise<void> {
    return this.#guarded(async () => {
      // The items of a batch are not removed in one transaction.
      const half = Math.ceil(found.length / 2);
      await super.removeAll(found.slice(0, half));
      await this.#guarded(() => super.removeAll(found.slice(half)));
    });
  }

  async #guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    const point = this.writes * 2;
    this.writes += 1;
    if (this.stopAt === point) throw new Crash('Stopped before a write.');
    const result = await work();
    if (this.stopAt === point + 1) throw new Crash('Stopped after a write.');
    return result;
  }
}

/** The same value, with the attributes of all objects in the opposite order. */
function reordered<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(reordered) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, reordered(inner)] as const);
  return Object.fromEntries(entries.reverse()) as Value;
}

interface Sent {
  message: CleanupMessage;
  at: number;
}

/**
 * Models of a hosted provider, the clean-up queue and the hourly sweep, in this process. The test makes the steps of
 * the flow and sets the clock.
 */
export async function copiesWorld(hosted = new HostedProvider()) {
  let now = START;
  let permits = 0;
  const clock = { now: () => now };
  const sent: Sent[] = [];
  const pending: StoredEvent[] = [];
  const table = new StoppableTable((item) => {
    if (item.entity === 'EVENT') pending.push(storedEvent.parse(item));
  });
  const context: DomainContext = domainContext(table, clock, systemRandomness, webhookSecretKey);
  const store = new MemoryImages();
  const providers: Providers = { of: () => hosted, named: () => hosted };
  const mails: MailMessage[] = [];
  const queues = queuesInto(sent, mails, clock);

  /** Continues from the first event that was not published, as the stream does. */
  async function publish(): Promise<void> {
    for (let [event] = pending; event; [event] = pending) {
      await publishEvent(queues, context, event);
      pending.shift();
    }
  }

  /** Handles a message as `functions/queue/delete-images.ts` does. */
  async function handle(message: CleanupMessage): Promise<void> {
    if (message.kind === 'copies') {
      const nextAt = await removeCopies(context, providers, message);
      const seconds = nextAt === undefined ? Number.NaN : Math.max(0, (Date.parse(nextAt) - now) / SECOND);
      if (seconds <= LONGEST_DELAY_SECONDS) await queues.cleanUp(message, Math.ceil(seconds));
      return;
    }
    if (message.kind !== 'model' && message.kind !== 'person') return;
    const runs =
      message.kind === 'model'
        ? await removeEverything(context, store, message)
        : await eraseTraces(context, store, message);
    for (const run of runs) await queues.cleanUp({ kind: 'copies', ...run });
    if (message.pass === 1) await queues.cleanUp({ ...message, pass: 2 }, LONGEST_DELAY_SECONDS);
  }

  /** Publishes events and handles the messages whose time has come. One whose handling fails stays in the queue. */
  async function handleMessages(): Promise<void> {
    await publish();
    for (;;) {
      const next = sent.find(({ at }) => at <= now);
      if (!next) return;
      await handle(next.message);
      sent.splice(sent.indexOf(next), 1);
      await publish();
    }
  }

  const sweep = () => sweepCopies(context, (run) => queues.cleanUp({ kind: 'copies', ...run }));

  /** waiting → pending, with a permit of the provider. */
  async function begin(input: RunInput): Promise<void> {
    const permit = { provider: hosted.name, number: permits };
    permits += 1;
    await context.table.commit([
      update(keys.model(input.organizationId, input.modelId), { set: { permit } }),
      update(keys.permit(hosted.name, permit.number), { set: { ...permit, holder: input } }),
    ]);
    await beginTraining(context, input);
  }

  async function violations(organizationId: string): Promise<string[]> {
    await foldLists(table, keys.organization(organizationId).PK);
    const report = await auditOrganization(context, store, organizationId);
    // No webhook is delivered here.
    return report.violations.filter((violation) => !violation.includes('its delivery queue'));
  }

  return {
    /** The violations that the audit of an organization finds. */
    violations,
    /** The mails whose messages were sent. */
    mails,
    context,
    store,
    hosted,
    providers,
    table,
    sent,
    now: () => now,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    publish,
    handleMessages,
    sweep,
    newOrganization: async (): Promise<string> => {
      const input = {
        ...{ name: 'Hosted', credits: 10, whiteLabel: true, webhookUrl: 'https://hook.test' },
        ownerEmail: 'owner@hosted.test',
      };
      return (await createOrganization(context, input)).organizationId;
    },
    /** Creates a model whose run has the provider's permit, and whose training is about to be planned. */
    async pendingRun(organizationId: string): Promise<RunInput> {
      const organization = await readOrganization(context, organizationId);
      const person = { email: `ada+${permits}@people.test`, isDevelopment: false };
      const { model } = await createWhiteLabelModel(context, organization, APP_URL, person);
      const file = { name: 'a.jpg', type: 'image/jpeg', size: 1000 };
      const { uploads } = await announceUploads(context, async () => model, Array(4).fill(file));
      for (const upload of uploads) {
        await store.write(uploadKey({ organizationId, modelId: model.id }, upload.id), new Uint8Array(1));
        await judgedUpload(context, model, upload, { accepted: true });
      }
      await finishOnboarding(context, organizationId, model.id, { trigger: 'female' });
      const input = { organizationId, modelId: model.id, run: 1 };
      await begin(input);
      return input;
    },
    begin,
    train: (input: RunInput) => advanceTraining(context, store, providers, APP_URL, input),
    plan: (input: RunInput) => planGeneration(context, APP_URL, input),
    fail: (input: RunInput) => failModel(context, input, 1),
    async finish(input: RunInput): Promise<void> {
      await beginGeneration(context, input, () => []);
      await finishGeneration(context, input, 0);
    },
    remove: (input: RunInput) => removeCopies(context, providers, input),
    /** The stream loses the events that are not published yet. */
    loseEvents: () => pending.splice(0),
    /** Two days with messages and the hourly sweep. */
    async settle(): Promise<void> {
      for (let hour = 0; hour < 48; hour++) {
        await sweep();
        await handleMessages();
        now += 15 * MINUTE;
        await handleMessages();
        now += 45 * MINUTE;
      }
    },
  };
}
export type CopiesWorld = Awaited<ReturnType<typeof copiesWorld>>;

/** Queues that keep the messages of the clean-up queue and of the mail queue in lists, and drop all others. */
function queuesInto(sent: Sent[], mails: MailMessage[], clock: { now(): number }): Queues {
  const client = new SQSClient({ region: 'us-east-1' });
  Object.assign(client, {
    send: async ({ input }: { input: { QueueUrl: string; MessageBody: string; DelaySeconds?: number } }) => {
      if (input.QueueUrl === 'mail') mails.push(JSON.parse(input.MessageBody) as MailMessage);
      if (input.QueueUrl !== 'cleanup') return;
      const message = JSON.parse(input.MessageBody) as CleanupMessage;
      sent.push({ message, at: clock.now() + (input.DelaySeconds ?? 0) * SECOND });
    },
  });
  return new Queues(client, (queue) => queue, clock);
}
