import type { DomainContext } from '../../shared/domain/context.ts';
import { listedMembers } from '../../shared/domain/listed.ts';
import type { Member } from '../../shared/domain/member/member.ts';
import { creationWrites, newModel } from '../../shared/domain/model/create.ts';
import { type Model, projectionOf } from '../../shared/domain/model/model.ts';
import { transitionWrites } from '../../shared/domain/model/transition.ts';
import { createOrganization } from '../../shared/domain/organization/create.ts';
import { readOrganization } from '../../shared/domain/organization/organization.ts';
import { isoTime } from '../../shared/platform/clock.ts';
import type { IdKind } from '../../shared/platform/id.ts';
import type { Transaction } from '../../shared/table/transaction.ts';

/** A committed state change and its webhook. */
export interface Change {
  organizationId: string;
  modelId: string;
  sequence: number;
  webhookId: string;
  /** The time of the transaction's response, in milliseconds since the epoch. */
  committedAt: number;
}

/** A model whose changes are committed one after another, as required by the condition on its sequence. */
export class ChangingModel {
  readonly created: Change;
  readonly #context: DomainContext;
  #model: Model;
  #last: Promise<unknown> = Promise.resolve();

  constructor(context: DomainContext, model: Model, created: Change) {
    this.#context = context;
    this.#model = model;
    this.created = created;
  }

  /** Changes the status after all earlier changes are committed. Each change has one webhook. */
  change(): Promise<Change> {
    const change = this.#last.then(async () => {
      const { webhookIds, context } = recordingIds(this.#context);
      const { next, writes } = transitionWrites(context, this.#model, {
        change: { status: this.#model.status === 'pending' ? 'waiting' : 'pending' },
        webhooks: ['model.status.updated'],
      });
      const committed = await commit(context, next, writes, webhookIds);
      this.#model = next;
      return committed;
    });
    this.#last = change;
    return change;
  }
}

export interface BenchOrganization {
  id: string;
  /** The path of its receiver below the receivers' common origin. */
  path: string;
  models: readonly ChangingModel[];
}

let organizations = 0;

/**
 * Creates an organization with models. Each model's creation has a webhook, which is delivered
 * asynchronously.
 */
export async function makeOrganization(
  context: DomainContext,
  receiversUrl: string,
  modelCount: number,
): Promise<BenchOrganization> {
  const path = `/${organizations++}`;
  const { organizationId } = await createOrganization(context, {
    name: `Bench ${path}`,
    credits: modelCount,
    webhookUrl: receiversUrl + path,
  });
  const organization = await readOrganization(context, organizationId);
  const models: ChangingModel[] = [];
  for (let number = 0; number < modelCount; number++) {
    const { webhookIds, context: recording } = recordingIds(context);
    const member: Member = {
      id: context.newId('member'),
      email: `person${number}@people.example`,
      anonymous: false,
      joinedAt: isoTime(context.clock.now()),
    };
    const model = newModel(context, organization, member, { isDevelopment: false });
    const withModel: Member = { ...member, modelId: model.id, model: projectionOf(model) };
    const writes = creationWrites(recording, model, listedMembers.add(organizationId, withModel));
    models.push(new ChangingModel(context, model, await commit(context, model, writes, webhookIds)));
  }
  return { id: organizationId, path, models };
}

/** The first model of each organization, then the second of each, and so on. */
export function alternating(organizations: readonly BenchOrganization[], each: number): ChangingModel[] {
  return Array.from({ length: each }).flatMap((_, number) =>
    organizations.flatMap(({ models }) => models.slice(number, number + 1)),
  );
}

/** A context that records the ids of webhooks, which are chosen when an event is created. */
function recordingIds(context: DomainContext): { context: DomainContext; webhookIds: string[] } {
  const webhookIds: string[] = [];
  const newId = (kind: IdKind) => {
    const id = context.newId(kind);
    // An event has one id, and its webhooks are numbered.
    if (kind === 'webhook') webhookIds.push(`${id}_1`);
    return id;
  };
  return { context: { ...context, newId }, webhookIds };
}

async function commit(
  context: DomainContext,
  { organizationId, id, sequence }: Model,
  writes: Transaction,
  [webhookId]: readonly string[],
): Promise<Change> {
  await context.table.commit(writes);
  if (webhookId === undefined) throw new Error(`A change of ${id} has no webhook.`);
  return { organizationId, modelId: id, sequence, webhookId, committedAt: context.clock.now() };
}
