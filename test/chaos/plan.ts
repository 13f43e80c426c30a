import type { WebhookEvent } from '../../shared/contract/webhooks.ts';
import { Chance } from '../world/chance.ts';

/** A fault of one attempt of a webhook. */
export type PlannedFault =
  /** The process dies after it has written the lease and before it posts. */
  | { kind: 'killed before the post' }
  /** The process dies after the receiver has the webhook and before the receiver answers. */
  | { kind: 'killed after the post' }
  /** The process dies after the receiver has answered 200 and before it records the result. */
  | { kind: 'killed before the record' }
  /** The process dies after its result is recorded and before it gets the response of the table. */
  | { kind: 'killed after the record' }
  /** The receiver processes the webhook and closes the connection without an answer. */
  | { kind: 'answer lost' }
  /** The receiver processes the webhook and does not answer for 10 s. */
  | { kind: 'timed out' }
  /** The receiver answers 200, but the table rejects the result until the process gives up. */
  | { kind: 'record rejected' }
  | { kind: 'answered 5xx'; status: number; retryAfterSeconds?: number };

/** An outage of an organization's receiver, during which it answers 503. */
export interface Outage {
  /** The number of receipts before the outage. */
  afterReceipts: number;
  /** The number of receipts during the outage. */
  receipts: number;
}

export interface PlannedOrganization {
  outage?: Outage;
  /** True when the owner switches webhooks off for a part of the run. */
  switchedOff: boolean;
}

export interface PlannedModel {
  organization: number;
  whiteLabel: boolean;
  /** The webhooks of each event, in order. */
  events: WebhookEvent[][];
}

export interface Plan {
  seed: string;
  organizations: PlannedOrganization[];
  models: PlannedModel[];
  /** The order of all events, as model numbers: the n-th occurrence of a model is its n-th event. */
  order: number[];
  /** Mishaps of the first attempts of a webhook, by {@link webhookName}. Further attempts have none. */
  plannedFaults: Map<string, PlannedFault[]>;
}

const MODELS_PER_ORGANIZATION = 40;
const WHITE_LABEL_SHARE = 0.1;
const FAVORITE_SHARE = 0.4;
const DELETED_SHARE = 0.3;
/** The share of faults that are planned for a webhook that has a fault already. */
const UNLUCKY_SHARE = 0.2;
const UNAVAILABLE = [500, 502, 503, 504];

/** The number of planned faults of each kind for every 2,000 models. */
const PER_2000_MODELS = {
  'killed before the post': 100,
  'killed after the post': 80,
  'killed before the record': 60,
  'killed after the record': 30,
  'answer lost': 150,
  'timed out': 40,
  'record rejected': 24,
  shortBursts: 100,
  longBursts: 12,
  outages: 4,
} as const;

export function webhookName(model: number, ordinal: number): string {
  return `${model}/${ordinal}`;
}

/** Plans a run. The plan depends on the seed and the number of models only. */
export function makePlan(seed: string, modelCount: number): Plan {
  const chance = new Chance(seed, 'plan');
  const scaled = (per2000: number) => Math.ceil((per2000 * modelCount) / 2000);
  const organizationCount = Math.max(4, Math.ceil(modelCount / MODELS_PER_ORGANIZATION));
  const models = Array.from({ length: modelCount }, (_, model) => ({
    organization: model % organizationCount,
    whiteLabel: chance.happens(WHITE_LABEL_SHARE),
    events: lifeOf(chance),
  }));
  const organizations: PlannedOrganization[] = Array.from({ length: organizationCount }, (_, position) => ({
    ...(position < scaled(PER_2000_MODELS.outages) && {
      outage: { afterReceipts: chance.between(20, 60), receipts: chance.between(30, 60) },
    }),
    // Organizations with outages are excluded, so that the two faults do not mix.
    switchedOff: position >= organizationCount - scaled(PER_2000_MODELS.outages),
  }));
  return {
    seed,
    organizations,
    models,
    order: chance.shuffled(models.flatMap(({ events }, model) => events.map(() => model))),
    plannedFaults: planFaults(chance, models, scaled),
  };
}

/** The events of a model. They have at least five webhooks, and one event has two. */
function lifeOf(chance: Chance): WebhookEvent[][] {
  const updated: WebhookEvent[] = ['model.status.updated'];
  const life: WebhookEvent[][] = [['model.created'], updated, updated, [...updated, 'model.photos_ready']];
  if (chance.happens(FAVORITE_SHARE)) life.push(['model.favorite_selected']);
  if (chance.happens(DELETED_SHARE)) life.push(['model.deleted']);
  return life;
}

function planFaults(
  chance: Chance,
  models: readonly PlannedModel[],
  scaled: (per2000: number) => number,
): Map<string, PlannedFault[]> {
  const names = models.flatMap(({ events }, model) =>
    events.flat().map((_, ordinal) => webhookName(model, ordinal)),
  );
  const { shortBursts, longBursts, outages: _outages, ...single } = PER_2000_MODELS;
  const bursts: PlannedFault[][] = [
    ...Object.entries(single).flatMap(([kind, count]) =>
      Array.from({ length: scaled(count) }, () => [{ kind } as PlannedFault]),
    ),
    ...Array.from({ length: scaled(shortBursts) }, () => burst(chance, chance.between(1, 3))),
    // These bursts exceed the attempts of a webhook, so it is parked.
    ...Array.from({ length: scaled(longBursts) }, () => burst(chance, chance.between(4, 6))),
  ];
  const plannedFaults = new Map<string, PlannedFault[]>();
  for (const planned of chance.shuffled(bursts)) {
    const known = [...plannedFaults.keys()];
    const name = known.length > 0 && chance.happens(UNLUCKY_SHARE) ? chance.pick(known) : chance.pick(names);
    plannedFaults.set(name, [...(plannedFaults.get(name) ?? []), ...planned]);
  }
  return plannedFaults;
}

function burst(chance: Chance, length: number): PlannedFault[] {
  return Array.from({ length }, () => ({
    kind: 'answered 5xx',
    status: chance.pick(UNAVAILABLE),
    ...(chance.happens(1 / 3) && { retryAfterSeconds: chance.between(1, 3) }),
  }));
}
