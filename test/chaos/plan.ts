import type { WebhookEvent } from '../../shared/contract/webhooks.ts';
import { Chance } from './chance.ts';

/** What happens to one attempt of a webhook. */
export type Mishap =
  /** The lease is written; the process dies and never posts. */
  | { kind: 'killed before the post' }
  /** The receiver has the webhook; the process dies before it is answered. */
  | { kind: 'killed after the post' }
  /** The receiver has answered 200; the process dies before it can record that. */
  | { kind: 'killed before the record' }
  /** The result is recorded; the process dies before it hears of that. */
  | { kind: 'killed after the record' }
  /** The receiver takes the webhook and breaks the connection off. */
  | { kind: 'answer lost' }
  /** The receiver takes the webhook and says nothing for 10 s. */
  | { kind: 'timed out' }
  /** The receiver has answered 200; the table takes no record of it until the process gives up. */
  | { kind: 'record refused' }
  | { kind: 'answered 5xx'; status: number; retryAfterSeconds?: number };

/** An organization's receiver answers 503 to everything, from one of its receipts on and for so many. */
export interface Outage {
  afterReceipts: number;
  receipts: number;
}

export interface PlannedOrganization {
  outage?: Outage;
  /** Its owner switches webhooks off for a part of the run. */
  switchedOff: boolean;
}

export interface PlannedModel {
  organization: number;
  whiteLabel: boolean;
  /** Its events in order; each lists the webhooks that tell of it. */
  events: WebhookEvent[][];
}

export interface Plan {
  seed: string;
  organizations: PlannedOrganization[];
  models: PlannedModel[];
  /** Model numbers in the order of the events: a model's n-th mention is its n-th event. */
  order: number[];
  /** Mishaps of the first attempts of a webhook, by {@link webhookName}; all further attempts go well. */
  mishaps: Map<string, Mishap[]>;
}

const MODELS_PER_ORGANIZATION = 40;
const WHITE_LABEL_SHARE = 0.1;
const FAVORITE_SHARE = 0.4;
const DELETED_SHARE = 0.3;
/** Some webhooks have more than their share of bad luck: so often does a mishap meet one that had one already. */
const UNLUCKY_SHARE = 0.2;
const UNAVAILABLE = [500, 502, 503, 504];

/** How often each mishap is planned for every 2,000 models. */
const PER_2000_MODELS = {
  'killed before the post': 100,
  'killed after the post': 80,
  'killed before the record': 60,
  'killed after the record': 30,
  'answer lost': 150,
  'timed out': 40,
  'record refused': 24,
  shortBursts: 100,
  longBursts: 12,
  outages: 4,
} as const;

export function webhookName(model: number, ordinal: number): string {
  return `${model}/${ordinal}`;
}

/** Everything that is decided before the run, from the seed alone. */
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
    // Not those of the outages, to see each on its own.
    switchedOff: position >= organizationCount - scaled(PER_2000_MODELS.outages),
  }));
  return {
    seed,
    organizations,
    models,
    order: chance.shuffled(models.flatMap(({ events }, model) => events.map(() => model))),
    mishaps: planMishaps(chance, models, scaled),
  };
}

/** What a model tells of in its life: five webhooks at least, two of them of one event. */
function lifeOf(chance: Chance): WebhookEvent[][] {
  const updated: WebhookEvent[] = ['model.status.updated'];
  const life: WebhookEvent[][] = [['model.created'], updated, updated, [...updated, 'model.photos_ready']];
  if (chance.happens(FAVORITE_SHARE)) life.push(['model.favorite_selected']);
  if (chance.happens(DELETED_SHARE)) life.push(['model.deleted']);
  return life;
}

function planMishaps(
  chance: Chance,
  models: readonly PlannedModel[],
  scaled: (per2000: number) => number,
): Map<string, Mishap[]> {
  const names = models.flatMap(({ events }, model) =>
    events.flat().map((_, ordinal) => webhookName(model, ordinal)),
  );
  const { shortBursts, longBursts, outages: _outages, ...single } = PER_2000_MODELS;
  const bursts: Mishap[][] = [
    ...Object.entries(single).flatMap(([kind, count]) =>
      Array.from({ length: scaled(count) }, () => [{ kind } as Mishap]),
    ),
    ...Array.from({ length: scaled(shortBursts) }, () => burst(chance, chance.between(1, 3))),
    // Longer than a webhook has attempts: these are parked.
    ...Array.from({ length: scaled(longBursts) }, () => burst(chance, chance.between(4, 6))),
  ];
  const mishaps = new Map<string, Mishap[]>();
  for (const planned of chance.shuffled(bursts)) {
    const known = [...mishaps.keys()];
    const name = known.length > 0 && chance.happens(UNLUCKY_SHARE) ? chance.pick(known) : chance.pick(names);
    mishaps.set(name, [...(mishaps.get(name) ?? []), ...planned]);
  }
  return mishaps;
}

function burst(chance: Chance, length: number): Mishap[] {
  return Array.from({ length }, () => ({
    kind: 'answered 5xx',
    status: chance.pick(UNAVAILABLE),
    ...(chance.happens(1 / 3) && { retryAfterSeconds: chance.between(1, 3) }),
  }));
}
