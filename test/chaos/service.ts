import type { ModelEvent } from '../../shared/contract/events.ts';
import type { ModelStatus } from '../../shared/contract/schemas.ts';
import type { DomainContext } from '../../shared/domain/context.ts';
import type { Model } from '../../shared/domain/model/model.ts';
import { createOrganization } from '../../shared/domain/organization/create.ts';
import { modelEventWrite } from '../../shared/events/model-event.ts';
import { isoTime } from '../../shared/platform/clock.ts';
import type { Write } from '../../shared/table/transaction.ts';
import { redeliveryWrite } from '../../shared/webhook/redeliver.ts';
import { changeWebhooks, type WebhookChange } from '../../shared/webhook/settings.ts';
import type { Journal } from './journal.ts';
import { type Plan, webhookName } from './plan.ts';

/** The statuses of a model at its first events, in order. */
const STATUSES: readonly ModelStatus[] = ['waiting', 'pending', 'generatingHeadshots', 'active'];

/** The documented delay of white-label webhooks, in which partners can store the id of the new model. */
const WHITE_LABEL_MILLISECONDS = 5000;

/** The source of events: it changes models as planned and acts as their owners. */
export class Service {
  readonly #context: DomainContext;
  readonly #plan: Plan;
  readonly #journal: Journal;
  readonly #organizationIds: string[] = [];
  readonly #models: Model[] = [];
  readonly secrets: string[] = [];

  constructor(context: DomainContext, plan: Plan, journal: Journal) {
    this.#context = context;
    this.#plan = plan;
    this.#journal = journal;
  }

  get organizationIds(): readonly string[] {
    return this.#organizationIds;
  }

  get models(): readonly Model[] {
    return this.#models;
  }

  async createOrganizations(): Promise<void> {
    for (const position of this.#plan.organizations.keys()) {
      const { organizationId, webhookSecret } = await createOrganization(this.#context, {
        name: `Organization ${position}`,
        ownerEmail: `owner-${position}@chaos.test`,
      });
      this.#organizationIds.push(organizationId);
      this.secrets.push(webhookSecret);
    }
  }

  /** @param url Returns the URL of an organization's receiver. */
  async connect(url: (organization: number) => string): Promise<void> {
    for (const position of this.#plan.organizations.keys()) {
      await this.#change(position, { url: url(position) });
    }
  }

  /** Stores the next event of each of these models, in one transaction. */
  async advance(models: readonly number[]): Promise<void> {
    await this.#context.table.commit(models.map((model) => this.#nextEvent(model)));
  }

  /** Switches webhooks off for the planned organizations. */
  async switchOff(): Promise<void> {
    await this.#ofOwners(async (position) => {
      this.#journal.inject('webhooks switched off');
      await this.#change(position, { enabled: false });
    });
  }

  /** Switches webhooks on again, which redelivers parked webhooks. */
  async switchOn(): Promise<void> {
    await this.#ofOwners((position) => this.#change(position, { enabled: true }));
  }

  /** Requests a redelivery of parked webhooks for every organization. */
  async redeliver(): Promise<void> {
    for (const organizationId of this.#organizationIds) {
      await this.#context.table.commit([redeliveryWrite(this.#context, organizationId)]);
    }
  }

  #nextEvent(number: number): Write {
    const former = this.#models[number] ?? this.#newModel(number);
    const { whiteLabel, organization, events } = this.#plan.models[number] ?? notPlanned(number);
    const names = events[former.sequence] ?? notPlanned(number);
    const isDeleted = names.includes('model.deleted');
    const model: Model = {
      ...former,
      sequence: former.sequence + 1,
      whiteLabel,
      status: isDeleted ? 'deleted' : (STATUSES[former.sequence] ?? 'active'),
      ...(names.includes('model.photos_ready') && { photoCount: 40 }),
      ...(names.includes('model.favorite_selected') && { favoritePhotoId: `pho_${number}` }),
      ...(isDeleted && { deletedAt: isoTime(this.#context.clock.now()) }),
    };
    this.#models[number] = model;
    const write = modelEventWrite(this.#context, model, { webhooks: names });
    const event = write.item as unknown as ModelEvent;
    for (const { id, body } of event.webhooks) {
      const ordinal = this.#journal.byModel[number]?.length ?? 0;
      this.#journal.track({
        id,
        organization,
        model: number,
        ordinal,
        body,
        notBefore: Date.parse(event.createdAt) + (whiteLabel ? WHITE_LABEL_MILLISECONDS : 0),
        plannedFaults: [...(this.#plan.plannedFaults.get(webhookName(number, ordinal)) ?? [])],
        receipts: 0,
        taken: 0,
        answered: false,
        ambiguous: 0,
      });
    }
    return write;
  }

  #newModel(number: number): Model {
    const createdAt = isoTime(this.#context.clock.now());
    const { organization } = this.#plan.models[number] ?? notPlanned(number);
    return {
      id: this.#context.newId('model'),
      organizationId: this.#id(organization),
      memberId: this.#context.newId('member'),
      uid: `user-${number}`,
      email: `user-${number}@chaos.test`,
      title: `Model ${number}`,
      trigger: 'person',
      status: 'onboarding',
      isDevelopment: false,
      whiteLabel: false,
      scenario: 'succeeds',
      run: 1,
      tries: 1,
      creditTaken: true,
      uploadCount: 10,
      acceptedUploads: 10,
      photoCount: 0,
      availableCount: 0,
      createdAt,
      finishedAt: null,
      deletedAt: null,
      inviteExpiresAt: createdAt,
      sequence: 0,
    };
  }

  async #ofOwners(act: (position: number) => Promise<void>): Promise<void> {
    for (const [position, { switchedOff }] of this.#plan.organizations.entries()) {
      if (switchedOff) await act(position);
    }
  }

  async #change(position: number, change: WebhookChange): Promise<void> {
    await changeWebhooks(this.#context, this.#id(position), change, { policy: { loopbackAllowed: true } });
  }

  #id(position: number): string {
    return this.#organizationIds[position] ?? notPlanned(position);
  }
}

function notPlanned(number: number): never {
  throw new Error(`The plan has no further entry for number ${number}.`);
}
