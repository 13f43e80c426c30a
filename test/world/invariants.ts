import { auditOrganization } from '../../shared/audit/audit.ts';
import type { MailEvent, ModelEvent } from '../../shared/contract/events.ts';
import type { ModelStatus } from '../../shared/contract/schemas.ts';
import { publishEvents } from '../../shared/contract/tasks.ts';
import type { Invite } from '../../shared/domain/invite/invite.ts';
import type { Model } from '../../shared/domain/model/model.ts';
import { foldLists } from '../../shared/lists/fold-lists.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/platform/clock.ts';
import { isStandardWebhook } from '../../shared/platform/standard-webhooks.ts';
import { collections, keys } from '../../shared/table/keys.ts';
import type { Delivery, DeliveryAttempt } from '../../shared/webhook/delivery.ts';
import type { Item, ItemChange } from '../support/memory-items.ts';
import type { People, Tenant } from './people.ts';
import { type CountedRequest, rateLimitFault } from './rate-limit.ts';
import type { Received } from './receivers.ts';
import type { Activity } from './scheduler.ts';
import { type Answered, SKEW, type World } from './world.ts';

/** A rule that does not hold. */
export interface Violation {
  readonly rule: string;
  readonly sentence: string;
}

/** The errors that faults of the world cause in a step. */
const FAULTS_OF_STEPS: ReadonlySet<string> = new Set(['Lambda.Unknown', 'TimeoutError', 'States.Timeout']);

/** The changes of a model's status that are documented. */
const TRANSITIONS: Readonly<Record<ModelStatus, readonly ModelStatus[]>> = {
  onboarding: ['waiting', 'deleted'],
  waiting: ['pending', 'failed', 'deleted'],
  pending: ['generatingHeadshots', 'failed', 'deleted'],
  generatingHeadshots: ['active', 'failed', 'deleted'],
  failed: ['waiting', 'deleted'],
  active: ['deleted'],
  deleted: [],
};

/** The webhooks of a change to each status. */
const WEBHOOKS: Readonly<Record<ModelStatus, readonly string[]>> = {
  onboarding: ['model.created'],
  waiting: ['model.status.updated'],
  pending: ['model.status.updated'],
  generatingHeadshots: ['model.status.updated'],
  active: ['model.status.updated', 'model.photos_ready'],
  failed: ['model.status.updated'],
  deleted: ['model.deleted'],
};
/** A partner that creates a model has this long to store its id. */
const PARTNER_STORES = 5 * SECOND;
/** Reminders of an invite, and again after the sign-up. */
const REMINDERS = 2;
/** The record of an erasure, and what an audit needs. */
const MAY_NAME_ERASED = new Set(['ERASURE', 'TRAIL', 'EVENT', 'MODEL', 'INVITE']);

const ID = /\b(?:mdl|mem|inv|team|pho|upl|org)_[0-9A-Z]{26}\b/g;

/** Watches a world: each commit and answer when it happens, and the rest when nothing is left to happen. */
export class Invariants {
  readonly violations: Violation[] = [];
  /** The organization of each id. */
  readonly #owners = new Map<string, string>();
  /** The organization of whoever has made a request. */
  readonly #callers = new Map<string, string>();
  /** The requests of each organization that its rate limit counts. */
  readonly #counted = new Map<string, CountedRequest[]>();
  /** Models that have ever been active. */
  readonly #finished = new Set<string>();
  /** The addresses that each member has had. */
  readonly #addresses = new Map<string, Set<string>>();
  /** The providers of the models that work. */
  readonly #working = new Map<string, string>();
  /** Invites by their ids, and when their latest mail was requested. */
  readonly #invites = new Map<string, Invite>();
  readonly #mailed = new Map<string, number>();
  /** The days between reminders, by the organization. */
  readonly #everyDays = new Map<string, number>();
  /** Since when there are no reminders: of an invite, to a member or of an organization. */
  readonly #unreminded = new Map<string, number>();
  readonly #capacity: Readonly<Record<string, number>>;

  /** @param capacity how many models may work at each provider */
  constructor(capacity: Readonly<Record<string, number>>) {
    this.#capacity = capacity;
  }

  #broken(rule: string, sentence: string): void {
    this.violations.push({ rule, sentence });
  }

  /** What a write or a transaction has changed. */
  commit(changes: readonly ItemChange[], activity: Activity | undefined, now: number): void {
    const caller = this.#callers.get(activity?.name ?? '');
    for (const change of changes) {
      const { after } = change;
      const [, written] = /^ORG#(org_\w+)/.exec((after ?? change.before)?.PK ?? '') ?? [];
      if (caller !== undefined && written !== undefined && written !== caller)
        this.#broken('isolation', `${activity?.name} of ${caller} writes to ${written}.`);
      if (after) this.#learn(after);
      if (after?.entity === 'EVENT' && change.before && change.before.createdAt !== after.createdAt)
        this.#broken('event has change', `${after.PK} ${after.SK} was overwritten.`);
      if (after?.entity === 'MODEL') this.#model(change.before, after, changes, activity);
      if (after?.entity === 'MEMBER') this.#member(after);
      this.#endReminders(change, now);
      if (after?.entity === 'BALANCE') this.#balance(change.before, after, changes);
    }
    for (const { before, after } of changes) {
      if (after?.entity !== 'EVENT' || before) continue;
      const event = publishEvents.input.parse(after);
      if (event.kind === 'mail') this.#mailOfInvite(event, now);
    }
  }

  /** Remembers what an organization, a person or the end of onboarding has decided on reminders. */
  #endReminders({ before, after }: ItemChange, now: number): void {
    const end = (subject: unknown) => this.#unreminded.set(String(subject), now);
    const isOver = (invite: Item | undefined) =>
      invite?.wantsNoReminders || invite?.status === 'revoked' || invite?.status === 'expired';
    if (after?.entity === 'ORGANIZATION') {
      const { id, remindEveryDays } = after;
      this.#everyDays.set(String(id), Number(remindEveryDays));
      if (remindEveryDays === undefined) end(id);
      else this.#unreminded.delete(String(id));
    } else if (after?.entity === 'INVITE') {
      this.#invites.set(String(after.id), after as unknown as Invite);
      if (isOver(after) && !isOver(before)) end(after.id);
    } else if (after?.entity === 'MODEL') {
      if (before?.status === 'onboarding' && after.status !== 'onboarding') end(after.memberId);
    } else if (before?.entity === 'MEMBER' && !after) end(before.id);
  }

  /** The time at which the reminders of an invite ended; infinite while they go on. */
  #remindedUntil({ id, organizationId, memberId = '', signedUp }: Invite): number {
    const since = (subject: string) => this.#unreminded.get(subject) ?? Number.POSITIVE_INFINITY;
    // A member who uses a later invite is reminded by that one.
    const ofMember =
      since(memberId) > Date.parse(signedUp?.at ?? '') ? since(memberId) : Number.POSITIVE_INFINITY;
    return Math.min(since(id), since(organizationId), ofMember);
  }

  /** Another mail of an invite is requested: by hand, or as a reminder, which has its time and its number. */
  #mailOfInvite({ message }: MailEvent, now: number): void {
    if (message.template !== 'invite') return;
    const { inviteId, organizationId, mail, isReminder } = message;
    const invite = this.#invites.get(inviteId);
    if (invite && isReminder) {
      const { createdAt, signedUp = { at: createdAt, mails: 1 } } = invite;
      const last = Math.max(this.#mailed.get(inviteId) ?? 0, Date.parse(signedUp.at));
      const wait = (this.#everyDays.get(organizationId) ?? 0) * DAY - 2 * SKEW;
      const time = new Date(now);
      const where = `mail ${mail} of ${inviteId} at ${time.toISOString()}`;
      if (mail > signedUp.mails + REMINDERS || now - last < wait)
        this.#broken('reminders keep their pace', `${where} after ${new Date(last).toISOString()}.`);
      if (time.getUTCHours() !== 15 || time.getUTCDay() % 6 === 0)
        this.#broken('reminders come on working days', where);
      // The run of the hour has read who is to be reminded.
      if (this.#remindedUntil(invite) < now - (now % HOUR)) this.#broken('reminders end', where);
    }
    this.#mailed.set(inviteId, now);
  }

  #member({ id, email }: Item): void {
    const known = this.#addresses.get(String(id)) ?? new Set();
    this.#addresses.set(String(id), known.add(String(email)));
  }

  #learn({ PK, id }: Item): void {
    const [, organizationId] = /^ORG#(org_\w+)/.exec(PK) ?? [];
    if (organizationId !== undefined && typeof id === 'string') this.#owners.set(id, organizationId);
  }

  #model(
    before: Item | undefined,
    after: Item,
    changes: readonly ItemChange[],
    activity: Activity | undefined,
  ): void {
    const [from, to] = [before?.status as ModelStatus | undefined, after.status as ModelStatus];
    const where = `${after.id} from ${from} to ${to} by ${activity?.name}`;
    if (from !== undefined && from !== to && !TRANSITIONS[from].includes(to))
      this.#broken('transitions', where);
    if (from === undefined && to !== 'onboarding') this.#broken('transitions', where);
    const events = changes.flatMap(({ before: former, after: event }) =>
      event?.entity === 'EVENT' && !former && event.kind === 'model' && event.modelId === after.id
        ? [event]
        : [],
    );
    this.#work(after);
    if (to === 'active') this.#finished.add(String(after.id));
    if (from !== to && events[0]) this.#told(after, events[0]);
    const isNext = after.sequence === Number(before?.sequence ?? 0) + 1;
    if (from !== to && !isNext)
      this.#broken('change has event', `${where}: the sequence stays ${after.sequence}.`);
    if (isNext && events[0]?.sequence !== after.sequence)
      this.#broken('change has event', `${where}: no event.`);
    if (!isNext && events.length > 0)
      this.#broken('event has change', `${where}: an event without a change.`);
  }

  /** A change of a model's status is told by its webhook, whose body is of that status. */
  #told({ id, organizationId, status }: Item, event: Item): void {
    const { webhooks } = event as unknown as ModelEvent;
    const names = webhooks.map((webhook) => webhook.event);
    const expected = WEBHOOKS[status as ModelStatus];
    if (names.join() !== expected.join())
      this.#broken('change is told', `${id} becomes ${status} with the webhooks [${names}].`);
    for (const { body } of webhooks) {
      const { object } = JSON.parse(body);
      if (object._id !== id || object.status !== status || object.organization !== organizationId)
        this.#broken('change is told', `${id} of ${organizationId} becomes ${status} with ${body}.`);
    }
  }

  /** No more models work at a provider than its capacity. */
  #work({ id, status, permit }: Item): void {
    const { provider = '' } = (permit ?? {}) as { provider?: string };
    if (status === 'pending' || status === 'generatingHeadshots') this.#working.set(String(id), provider);
    else this.#working.delete(String(id));
    const working = [...this.#working.values()].filter((each) => each === provider).length;
    if (working > (this.#capacity[provider] ?? 0))
      this.#broken('capacity', `${working} models work at ${provider}.`);
  }

  #balance(before: Item | undefined, after: Item, changes: readonly ItemChange[]): void {
    const entries = changes.flatMap(({ before: former, after: entry }) =>
      entry?.entity === 'LEDGER' && !former && entry.PK.startsWith(after.PK) ? [Number(entry.amount)] : [],
    );
    const change = Number(after.credits) - Number(before?.credits ?? 0);
    const entered = entries.reduce((sum, amount) => sum + amount, 0);
    const where = `${after.PK}: the balance changes by ${change}, the ledger by ${entered}`;
    if (change !== entered) this.#broken('ledger equals balance', where);
    if (Number(after.credits) < 0) this.#broken('balance is not negative', `${where} to ${after.credits}.`);
    // Models may exceed the cap; a new invite may not.
    const isNew = changes.some(
      ({ before: former, after: created }) => !former && created?.entity === 'INVITE',
    );
    if (isNew && Number(after.slots) < 0)
      this.#broken('cap of pending invites', `${after.PK} has ${after.slots} slots.`);
  }

  /** A request begins, in the name of an organization whose data alone it may change. */
  request(name: string, sentAt: number, tenant: Tenant | undefined, bearer: string | undefined): void {
    if (!tenant) return;
    this.#callers.set(name, tenant.id);
    if (bearer !== tenant.apiKey && bearer !== tenant.owner) return;
    const counted = this.#counted.get(tenant.id) ?? [];
    this.#counted.set(tenant.id, counted);
    counted.push({ name, sentAt, answeredAt: Number.POSITIVE_INFINITY, status: 0 });
  }

  /** An answer of the API to the holder of a token, which names its organization. */
  answer(world: World, people: People, { name, status, text, bearer }: Answered): void {
    const tenant = people.holderOf(bearer);
    for (const [id] of tenant === undefined ? [] : text.matchAll(ID)) {
      const owner = this.#owners.get(id);
      if (owner !== undefined && owner !== tenant?.id)
        this.#broken('isolation', `${name} shows ${id} of ${owner}.`);
    }
    const hasFault = world.faults.happened.some((fault) => fault.name.startsWith(`${name}/`));
    const counted = this.#counted.get(tenant?.id ?? '')?.findLast((each) => each.name === name);
    // Throttled by a service, it was perhaps not counted, and a request of nobody was not: both say nothing of the limit.
    const judged = status === 401 || (hasFault && status === 429) ? 0 : status;
    if (counted) Object.assign(counted, { answeredAt: world.scheduler.now(), status: judged });
    if (status >= 500 && !hasFault)
      this.#broken('no failure without a fault', `${name} answers ${status}: ${text}`);
  }

  /** Lists as they are read over HTTP. */
  lists(differences: readonly string[]): void {
    for (const sentence of differences) this.#broken('lists equal a recount', sentence);
  }

  /** Everything that holds once nothing is left to happen. */
  async end(world: World, people: People, isSettled: boolean): Promise<void> {
    if (!isSettled) this.#broken('everything ends', world.busy.join(', '));
    for (const { declaration, deadLetters } of world.queues.values()) {
      for (const { body } of deadLetters) this.#broken('no dead letters', `${declaration.name}: ${body}`);
    }
    for (const { name, error, failedIn } of world.flows.executions.values()) {
      // After seven faults in a row of the step that handles failures, operators restart the model: docs/runbook.md.
      if (failedIn === 'FailureHandlingFailed' && FAULTS_OF_STEPS.has(error ?? '')) continue;
      if (error !== undefined && error !== 'ModelFailedForGood')
        this.#broken('every run ends', `${name}: ${error}`);
    }
    if (world.stream.givenUp.length > 0) this.#broken('each event is published', 'Records were given up.');
    for (const { id } of people.tenants) {
      await foldLists(world.context.table, keys.organization(id).PK);
      const { violations } = await auditOrganization(world.context, world.store, id);
      for (const sentence of violations) this.#broken('audit', sentence);
      const models = await world.context.table.all<Model>(collections.models(id));
      for (const model of models) await this.#webhooks(world, model);
      await this.#deliveryLog(world, id);
      this.#credits(world, models);
      const fault = rateLimitFault(this.#counted.get(id) ?? []);
      if (fault !== undefined) this.#broken('rate limit', `${id}: ${fault}`);
    }
    for (const sentence of people.trespasses) this.#broken('access', sentence);
    this.#provider(world);
    this.#mails(world, people);
    this.#signatures(world, people);
    this.#objects(world);
    this.#erasures(world, people);
  }

  /** The first time that a receiver gets each webhook of a model is in the order of its events, and none is missing. */
  async #webhooks(world: World, { organizationId, id, status }: Model): Promise<void> {
    const events = await world.context.table.all<ModelEvent>(collections.events(organizationId, id));
    const sent = events.flatMap(({ webhooks }) => webhooks.map((webhook) => webhook.id));
    const accepted = world.receivers.received.filter((each) => each.isAccepted && sent.includes(each.id));
    const firsts = [...new Set(accepted.map((each) => each.id))];
    if (world.faults.happened.length === 0 && firsts.length < accepted.length)
      this.#broken('webhooks come once', `${id}: ${accepted.length} for ${firsts.length} webhooks.`);
    for (const event of events) this.#posts(world, event, status === 'deleted');
    const missing = sent.filter((webhook) => !firsts.includes(webhook));
    if (missing.length > 0)
      this.#broken('webhooks are complete', `${id}: ${missing.length} of ${sent.length} are missing.`);
    const expected = sent.filter((webhook) => firsts.includes(webhook));
    if (firsts.join() !== expected.join())
      this.#broken('webhooks are in order', `${id}: ${firsts} not ${expected}`);
  }

  /** What is posted is what the event has stored, not before a partner can have stored the model's id. */
  #posts(world: World, { webhooks, whiteLabel, createdAt }: ModelEvent, isScrubbed: boolean): void {
    const earliest = Date.parse(createdAt) + (whiteLabel ? PARTNER_STORES : 0) - 2 * SKEW;
    for (const { id, body } of webhooks) {
      for (const post of world.receivers.received.filter((each) => each.id === id)) {
        if (post.body !== body && !isScrubbed) this.#broken('webhooks are exact', `${id} was changed.`);
        if (post.at < earliest) this.#broken('webhooks wait', `${id} came before its time.`);
      }
    }
  }

  /** Each attempt of a webhook is logged, and none follows its success. */
  async #deliveryLog({ context, receivers }: World, organizationId: string): Promise<void> {
    const { PK } = collections.deliveries(organizationId);
    const attempts = await context.table.all<DeliveryAttempt>({ PK, prefix: 'ATTEMPT#' });
    const byWebhook = Map.groupBy(attempts, ({ webhookId }) => webhookId);
    for (const delivery of await context.table.all<Delivery>(collections.deliveries(organizationId))) {
      const { webhookId, status } = delivery;
      const logged = byWebhook.get(webhookId) ?? [];
      const posts = receivers.received.filter(({ id }) => id === webhookId).length;
      const successes = logged.filter(({ responseStatus }) => responseStatus === 200);
      const isWhole = logged.every(({ attempt }, place) => attempt === place + 1);
      if (!isWhole || delivery.attempts !== logged.length || posts > logged.length)
        this.#broken('attempts are logged', `${webhookId}: ${posts} posts, ${JSON.stringify(logged)}`);
      if (status !== 'delivered' || successes.length !== 1 || successes[0] !== logged.at(-1))
        this.#broken('a success is the last attempt', `${webhookId} (${status}): ${JSON.stringify(logged)}`);
    }
  }

  /** A model that was finished costs one credit, and one that has failed or has not begun costs none. */
  #credits(world: World, models: readonly Model[]): void {
    const spent = new Map<string, number>();
    for (const { entity, modelId, amount } of world.cloud.items.all()) {
      if (entity !== 'LEDGER' || typeof modelId !== 'string') continue;
      spent.set(modelId, (spent.get(modelId) ?? 0) - Number(amount));
    }
    for (const { id, status, isDevelopment } of models) {
      const isFree = isDevelopment || status === 'onboarding' || status === 'failed';
      const expected = isFree ? 0 : this.#finished.has(id) ? 1 : undefined;
      const credits = spent.get(id) ?? 0;
      if (expected !== undefined && credits !== expected)
        this.#broken('one credit a finished model', `${id} (${status}) has cost ${credits}.`);
    }
  }

  /** Each job is paid for once, and nothing is left but what the photos of active models were made by. */
  #provider({ provider, cloud }: World): void {
    for (const [job, times] of provider.billed) {
      if (times > 1) this.#broken('each job is billed once', `${job}: ${times} times.`);
    }
    // The development provider keeps nothing, so nothing is removed there.
    const mayStay = [...cloud.items.all()].flatMap(({ entity, status, isDevelopment, id, run }) =>
      entity !== 'MODEL' ? [] : isDevelopment ? [`${id}-`] : status === 'active' ? [`${id}-${run}-`] : [],
    );
    const left = provider.kept().filter((job) => !mayStay.some((prefix) => job.startsWith(prefix)));
    if (left.length > 0) this.#broken('nothing is left at the provider', left.join());
  }

  /** Mails tell of the recipient's own organization, and no reminder goes to people who want none or have sent photos. */
  #mails({ mails }: World, { tenants }: People): void {
    for (const { to, text, at } of mails) {
      const [, inviteId = ''] = /invite=(\w+)&reminders=stop/.exec(text) ?? [];
      const invite = this.#invites.get(inviteId);
      if (invite && this.#remindedUntil(invite) < at - MINUTE)
        this.#broken('reminders end', `${to} gets a mail of ${inviteId} at ${new Date(at).toISOString()}.`);
      const own = tenants.find(({ emails, user }) =>
        to.some((each) => each === user.email || emails.includes(each)),
      );
      for (const [id] of text.matchAll(ID)) {
        const owner = this.#owners.get(id);
        if (owner !== undefined && owner !== own?.id)
          this.#broken('isolation', `${to} gets a mail about ${id} of ${owner}.`);
      }
    }
  }

  #signatures(world: World, people: People): void {
    // A secret is not known here when the answer to its request was lost.
    const isKnown = world.faults.happened.every(({ name }) => !name.includes('rotate-secret'));
    for (const received of world.receivers.received) {
      const { host, body, id, at } = received;
      const tenant = people.tenants.find((each) => each.host === host);
      const { secrets = [] } = tenant ?? {};
      const isValid = (place: number) =>
        (secrets[place]?.since ?? 0) < at - MINUTE && (secrets[place + 1]?.since ?? at) > at - DAY + MINUTE;
      const known = isKnown ? secrets.filter((_, place) => isValid(place)).slice(-2) : [];
      const isSigned =
        secrets.some(({ secret }) => isSignedBy(received, secret)) &&
        known.every(({ secret }) => isSignedBy(received, secret));
      if (!isSigned) this.#broken('webhooks are signed', `${host} got ${id} without a signature.`);
      for (const [found] of body.matchAll(ID)) {
        const owner = this.#owners.get(found);
        if (owner !== undefined && owner !== tenant?.id)
          this.#broken('isolation', `${host} got ${found} of ${owner}.`);
      }
    }
  }

  #objects(world: World): void {
    const known = new Set(
      [...world.cloud.items.all()].flatMap(({ id }) => (typeof id === 'string' ? [id] : [])),
    );
    for (const key of world.objects.keys()) {
      const [, , , name = ''] = key.split('/');
      if (!known.has(name)) this.#broken('no object without a record', key);
    }
  }

  #erasures(world: World, { erased }: People): void {
    for (const { organizationId, memberId, at } of erased) {
      const items = [...world.cloud.items.all()].filter(({ PK }) => PK.startsWith(`ORG#${organizationId}`));
      const isAgain = (email: string) =>
        items.some(
          (item) =>
            item.email === email &&
            (item.entity === 'MEMBER' ||
              (item.entity === 'INVITE' && Date.parse(String(item.createdAt)) > at - MINUTE)),
        );
      const gone = [...(this.#addresses.get(memberId) ?? [])].filter((email) => !isAgain(email));
      for (const item of items) {
        const text = JSON.stringify(item);
        const isNamed = !MAY_NAME_ERASED.has(String(item.entity)) && text.includes(memberId);
        if (isNamed || gone.some((email) => text.includes(email)))
          this.#broken('nothing is left after an erasure', `${item.entity} ${item.PK} ${item.SK}`);
      }
    }
  }
}

function isSignedBy({ headers, body, at }: Received, secret: string): boolean {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return isStandardWebhook({ headers: Object.fromEntries(entries), body: Buffer.from(body) }, secret, at);
}
