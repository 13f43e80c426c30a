import { addCredits } from '../../shared/domain/organization/add-credits.ts';
import { createOrganization } from '../../shared/domain/organization/create.ts';
import { changeSettings } from '../../shared/domain/organization/settings.ts';
import { userTokenWrite } from '../../shared/domain/user/session.ts';
import type { User } from '../../shared/domain/user/user.ts';
import { HOUR, MINUTE, SECOND } from '../../shared/platform/clock.ts';
import type { Chance } from './chance.ts';
import { MOODS, type Mood } from './receivers.ts';
import type { Activity } from './scheduler.ts';
import { type Answer, BEFORE, type World } from './world.ts';

/** A customer, with what its people know. */
export interface Tenant {
  readonly id: string;
  readonly apiKey: string;
  readonly user: User;
  owner: string;
  readonly host: string;
  readonly secrets: { readonly secret: string; readonly since: number }[];
  readonly modelIds: string[];
  readonly sessions: string[];
  /** Photos with the sessions that have seen them. */
  readonly photos: { readonly id: string; readonly session: string }[];
  readonly emails: string[];
  readonly teamIds: string[];
}

/** A person who has asked to be erased. */
export interface Erased {
  readonly organizationId: string;
  readonly memberId: string;
  readonly at: number;
}

/** What people have done, for the trace. */
export interface Done {
  readonly name: string;
  readonly at: number;
  readonly what: string;
}

const TRIES = 4;
/** Requests of an organization within a minute, as documented. */
export const RATE_LIMIT = 300;
const SESSION = '/api/member/session';
const SETTINGS = '/api/admin/organization';
const INVITES = '/api/v2/organization/invites';
/** A redelivery of what has ever failed. */
const EVERYTHING = { since: '2026-01-01T00:00:00.000Z' };

/** Everyone who uses the service, by its API, mails and forms. */
export class People {
  readonly tenants: Tenant[] = [];
  readonly erased: Erased[] = [];
  /** What has succeeded and must be refused. */
  readonly trespasses: string[] = [];
  readonly done: Done[] = [];
  readonly #world: World;
  #open = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** The organization of whoever holds a token. */
  holderOf(bearer = ''): Tenant | undefined {
    return this.tenants.find(
      ({ apiKey, owner, sessions }) => apiKey === bearer || owner === bearer || sessions.includes(bearer),
    );
  }

  /** The actions that go on. */
  get busy(): number {
    return this.#open;
  }

  /** Creates the organizations, as an operator does, and begins the actions in their time. */
  async begin(): Promise<void> {
    const { plan, scheduler } = this.#world;
    await scheduler.start('operator', async ({ chance }) => {
      for (let count = chance.between(1, 3); count > 0; count--) await this.#createTenant(count, chance);
    });
    for (const tenant of this.tenants)
      scheduler.start(`campaign ${tenant.host}`, (activity) => void this.#invite(tenant, activity));
    await scheduler.run(() => false, scheduler.now() + BEFORE);
    for (const tenant of this.tenants) tenant.owner = await this.#signIn(tenant.user);
    for (let number = 0; number < plan.actions; number++) {
      const name = `action ${number}`;
      scheduler.start(name, (activity) => {
        const at = activity.chance.below(plan.span);
        if (plan.without.has(name)) return;
        this.#open += 1;
        scheduler.wake(at, () => {
          void this.#act(activity).finally(() => {
            this.#open -= 1;
          });
        });
      });
    }
  }

  async #createTenant(count: number, chance: Chance): Promise<void> {
    const { context, receivers } = this.#world;
    const host = `hook${count}.test`;
    const created = await createOrganization(context, {
      name: `Customer ${count}`,
      credits: chance.between(1, 6),
      whiteLabel: true,
      webhookUrl: `https://${host}/`,
      ownerEmail: `owner@customer${count}.test`,
      whiteLabelConsent: chance.happens(0.3),
    });
    if (!created.firstUser) throw new Error('The organization has no owner.');
    const user = created.firstUser;
    const remindEveryDays = chance.between(1, 2);
    await changeSettings(context, created.organizationId, { remindEveryDays });
    receivers.moods.set(host, 'well');
    const known = {
      owner: 'not signed in yet',
      modelIds: [],
      sessions: [],
      emails: [],
      teamIds: [],
      photos: [],
    };
    const { organizationId: id, apiKey, webhookSecret } = created;
    const secrets = [{ secret: webhookSecret, since: 0 }];
    this.tenants.push({ id, apiKey, user, host, secrets, ...known });
  }

  /** Invites people who have not sent their photos when the actions begin; half of them have signed up. */
  async #invite(tenant: Tenant, { chance }: Activity): Promise<void> {
    const manager = new Person(this.#world, this, tenant, chance);
    for (let count = 4; count > 0; count--) {
      const { body } = await manager.post(INVITES, { email: manager.newEmail() });
      if (chance.happens(0.5)) await manager.as(undefined).post(SESSION, { invite: body.id });
    }
  }

  async #act(activity: Activity): Promise<void> {
    const { chance, name } = activity;
    const tenant = chance.pick(this.tenants);
    const kind = chance.pick(WEIGHTED);
    this.done.push({ name, at: this.#world.scheduler.now(), what: `${kind} at ${tenant.host}` });
    const person = new Person(this.#world, this, tenant, chance);
    await ACTIONS[kind](person);
  }

  /** Ends what receivers do wrong, as their operators do. */
  heal(): void {
    for (const { host } of this.tenants) this.#world.receivers.moods.set(host, 'well');
  }

  /** Has everything delivered that is parked: owners sign in for it. */
  async redeliver(): Promise<void> {
    const { scheduler } = this.#world;
    for (const tenant of this.tenants) {
      await scheduler.start(`redelivery ${tenant.host}`, async ({ chance }) => {
        const owner = new Person(this.#world, this, tenant, chance).as(await this.#signIn(tenant.user));
        // The request that switches them on again may have failed.
        await owner.put('/api/admin/webhooks', { enabled: true });
        await owner.post('/api/admin/deliveries/redeliver', EVERYTHING);
      });
    }
  }

  async #signIn(user: User): Promise<string> {
    const { token, write } = userTokenWrite(this.#world.context, 'session', user);
    await this.#world.context.table.commit([write]);
    return token;
  }
}

/** Someone who acts: with the key of an organization, unless told otherwise. */
export class Person {
  readonly world: World;
  readonly people: People;
  readonly tenant: Tenant;
  readonly chance: Chance;
  #bearer: string | undefined;

  constructor(world: World, people: People, tenant: Tenant, chance: Chance) {
    this.world = world;
    this.people = people;
    this.tenant = tenant;
    this.chance = chance;
    this.#bearer = tenant.apiKey;
  }

  as(bearer: string | undefined): Person {
    const other = new Person(this.world, this.people, this.tenant, this.chance);
    other.#bearer = bearer;
    return other;
  }

  get(path: string): Promise<Answer> {
    return this.#send('GET', path, undefined);
  }

  post(path: string, body: unknown): Promise<Answer> {
    return this.#send('POST', path, body);
  }

  put(path: string, body: unknown): Promise<Answer> {
    return this.#send('PUT', path, body);
  }

  delete(path: string): Promise<Answer> {
    return this.#send('DELETE', path, undefined);
  }

  /** Makes a request, and once more when its answer is lost or asks for it. Half of the people name their requests. */
  async #send(method: string, path: string, body: unknown): Promise<Answer> {
    const { scheduler } = this.world;
    const key = this.chance.happens(0.5) && method === 'POST' ? scheduler.activity?.next('key') : undefined;
    const call = {
      ...(this.#bearer !== undefined && { bearer: this.#bearer }),
      body,
      ...(key !== undefined && { key: key.replaceAll(/[^\w-]/g, '-') }),
    };
    for (let tries = 1; ; tries++) {
      const answer = await this.world.request(method, path, call);
      if ((answer.status < 500 && answer.status !== 429) || tries === TRIES) return answer;
      await this.pause(30 * SECOND);
    }
  }

  pause(longest: number): Promise<void> {
    return this.world.scheduler.sleep(this.chance.below(longest));
  }

  /** One of the values that the tenant's people know. */
  one(known: readonly string[]): string {
    return known.length === 0 ? 'unknown' : this.chance.pick(known);
  }

  /** A value of another organization, which must be of no use. */
  foreign(known: 'modelIds' | 'teamIds'): string {
    return this.one(
      this.people.tenants.filter(({ id }) => id !== this.tenant.id).flatMap((each) => each[known]),
    );
  }

  erased(memberId: string): void {
    const at = this.world.scheduler.now();
    this.people.erased.push({ organizationId: this.tenant.id, memberId, at });
  }

  /** Tries what must be refused. */
  async mustFail(what: string, tried: Promise<Answer>): Promise<void> {
    const { status } = await tried;
    if (status < 400) this.people.trespasses.push(`${this.tenant.host} ${what}: ${status}`);
  }

  newEmail(): string {
    const email = `person-${this.world.scheduler.activity?.next('person').replaceAll(/\W+/g, '-')}@people.test`;
    this.tenant.emails.push(email);
    return email;
  }

  /** An address that is known mostly, or a new one. */
  someEmail(): string {
    return this.chance.happens(0.5) ? this.newEmail() : this.one(this.tenant.emails.slice(-6));
  }
}

const CONSENT = '/api/member/consent';

/** A member uploads photos and ends the onboarding, unless something more interesting comes up. */
async function upload(member: Person): Promise<void> {
  const { chance, world } = member;
  const { body } = await member.get(CONSENT);
  if (body.consent)
    await member.post(CONSENT, { version: body.consent.version, language: body.consent.language });
  const count = chance.between(3, 6);
  const files = Array.from({ length: count }, (_, place) => ({
    name: `${place}.jpg`,
    type: 'image/jpeg',
    size: place === 0 && chance.happens(0.2) ? 5 : 6,
  }));
  const announced = await member.post('/api/member/uploads', { files });
  for (const [place, form] of ((announced.body.uploads ?? []) as UploadForm[]).entries()) {
    await member.pause(5 * SECOND);
    if (chance.happens(0.03)) continue;
    postFile(world, form, files[place]?.size === 5 ? 'trash' : 'photo!');
    await member.post(`/api/member/uploads/${form.id}/complete`, {});
    if (chance.happens(0.05)) await member.delete(`/api/member/uploads/${form.id}`);
  }
  if (chance.happens(0.05)) return;
  await member.pause(MINUTE);
  await member.post('/api/member/onboarding', {
    trigger: chance.pick(['person', 'male', 'female']),
    ...(chance.happens(0.2) && { styles: { backdrops: ['office'] } }),
  });
}

interface UploadForm {
  id: string;
  fields: Record<string, string>;
}

/** Posts a file to S3, which takes it until the form expires. */
function postFile(world: World, { fields }: UploadForm, text: string): void {
  const { Policy = '', key = '' } = fields;
  const { expiration } = JSON.parse(Buffer.from(Policy, 'base64').toString()) as { expiration: string };
  if (Date.parse(expiration) > world.scheduler.now()) world.objects.put(key, Buffer.from(text));
}

/** The organization and the member whom a session names. */
function memberOf(session: string): string {
  return session.split('.').slice(0, 3).join('.');
}

async function membersOf(manager: Person): Promise<{ id: string; email: string }[]> {
  const { body } = await manager.get('/api/v2/organization/team?limit=20&offset=0');
  return body.members ?? [];
}

/** A member opens a link, with no key, and is known from then on. */
async function open(person: Person, body: object): Promise<Person | undefined> {
  const answer = await person.as(undefined).post('/api/member/session', body);
  if (answer.status !== 200) return undefined;
  person.tenant.sessions.push(answer.body.session);
  return person.as(answer.body.session);
}

const ACTIONS = {
  async createModel(partner: Person) {
    const { tenant, chance } = partner;
    const body = {
      email: partner.someEmail(),
      isDevelopment: chance.happens(0.15),
      ...(chance.happens(0.3) && { teamId: partner.one(tenant.teamIds) }),
    };
    const created = await partner.post('/api/v2/organization/whitelabel/model/create', body);
    if (created.status !== 200) return;
    tenant.modelIds.push(created.body.modelId);
    await partner.pause(MINUTE);
    const token = new URL(created.body.signedUrl).searchParams.get('token');
    const member = await open(partner, { token });
    if (member) await upload(member);
  },
  async invite(manager: Person) {
    const { tenant, chance } = manager;
    const team = chance.happens(0.3) && { teamId: manager.one(tenant.teamIds) };
    const answer = await manager.post(INVITES, {
      email: manager.someEmail(),
      ...team,
    });
    if (answer.status !== 200 || chance.happens(0.2)) return;
    await manager.pause(10 * MINUTE);
    const member = await open(manager, { invite: answer.body.id, name: 'A person' });
    if (member) await upload(member);
  },
  async inviteMany(manager: Person) {
    await manager.post(`${INVITES}/bulk`, {
      emails: [manager.newEmail(), manager.someEmail()],
    });
  },
  async revoke(manager: Person) {
    const path = manager.chance.pick(['revoke', 'resend']);
    await manager.post(`${INVITES}/${path}`, { email: manager.one(manager.tenant.emails) });
  },
  /** A person follows the link of a mail: to end reminders, or to go on. */
  async mail(anyone: Person) {
    const { tenant, chance, world } = anyone;
    const mails = world.mails.filter(({ to }) => to.some((each) => tenant.emails.includes(each)));
    const { text } = mails.length > 0 ? chance.pick(mails) : { text: '' };
    const [end] = /\/auth\/signup\?invite=\w+&reminders=stop/.exec(text) ?? [];
    if (end && chance.happens(0.5)) await anyone.as(undefined).post(end, undefined);
    else {
      const [, kind = 'token', value] = /(invite|token)=([\w.-]+)/.exec(text) ?? [];
      const member = await open(anyone, { [kind]: value });
      if (member && chance.happens(0.7)) await upload(member);
    }
  },
  /** An owner ends the reminders of the organization, or has them sent again. */
  async reminders(someone: Person) {
    const owner = someone.as(someone.tenant.owner);
    await owner.put(SETTINGS, { remindEveryDays: null });
    await owner.pause(2 * HOUR);
    if (owner.chance.happens(0.5)) await owner.put(SETTINGS, { remindEveryDays: 1 });
  },
  async team(manager: Person) {
    const { tenant, chance } = manager;
    const created = await manager.post('/api/v2/organization/teams', { name: `Team ${chance.below(4)}` });
    if (created.status === 200) tenant.teamIds.push(created.body.team.id);
    const path = `/api/v2/organization/teams/${manager.one(tenant.teamIds)}`;
    const moved = (await membersOf(manager)).filter(() => chance.happens(0.5));
    await manager.post(`${path}/members`, { emails: moved.map(({ email }) => email) });
    if (chance.happens(0.5)) await manager.put(path, { name: `Team ${chance.below(4)}` });
    if (chance.happens(0.2)) await manager.delete(path);
  },
  async deleteModel(manager: Person) {
    const { chance, tenant } = manager;
    if (chance.happens(0.5)) await manager.pause(HOUR);
    const path = chance.pick(['models/', 'whitelabel/model/delete/']);
    await manager.delete(`/api/v2/organization/${path}${manager.one(tenant.modelIds)}`);
  },
  async deleteOwnModel(anyone: Person) {
    await anyone.as(anyone.one(anyone.tenant.sessions)).delete('/api/member/model');
  },
  async photos(anyone: Person) {
    const session = anyone.one(anyone.tenant.sessions);
    const member = anyone.as(session);
    const { body } = await member.get('/api/member/photos?limit=50&offset=0');
    const ids = ((body.photos ?? []) as { id: string }[]).map(({ id }) => id);
    anyone.tenant.photos.push(...ids.map((id) => ({ id, session })));
    for (let count = member.chance.between(1, 5); count > 0; count--) {
      const path = `/api/member/photos/${member.one(ids)}`;
      const kind = member.chance.below(5);
      if (kind === 0) await member.put(path, { favorite: true });
      if (kind === 1) await member.put(path, { likedStatus: 'liked' });
      if (kind === 2) await member.delete(path);
      if (kind === 3) await member.post(`${path}/restore`, {});
      if (kind === 4) await member.post(`${path}/erase`, {});
    }
  },
  async eraseSelf(anyone: Person) {
    const { status, body } = await anyone.as(anyone.one(anyone.tenant.sessions)).delete('/api/member');
    if (status === 200) anyone.erased(body.memberId);
  },
  async eraseMember(manager: Person) {
    const memberId = manager.one((await membersOf(manager)).map(({ id }) => id));
    const { status } = await manager.delete(`/api/v2/organization/team/${memberId}`);
    if (status === 200) manager.erased(memberId);
  },
  async read(anyone: Person) {
    const { chance, tenant } = anyone;
    const model = anyone.one(tenant.modelIds);
    const offset = chance.below(4);
    const paths = [
      'organization/models?limit=5&offset=',
      'organization/team?limit=5&offset=',
      'organization/invites?limit=5&offset=',
      `organization/models/${model}/events?limit=5&offset=`,
      `organization/models/${model}/photos?limit=5&offset=`,
      'organization/photos/favorites?limit=5&offset=',
    ];
    await anyone.get(`/api/v2/${chance.pick(paths)}${offset}`);
  },
  async intrude(stranger: Person) {
    const [model, team] = [stranger.foreign('modelIds'), stranger.foreign('teamIds')];
    const models = `/api/v2/organization/models/${model}`;
    const teams = `/api/v2/organization/teams/${team}`;
    await stranger.mustFail('reads a model', stranger.get(models));
    await stranger.mustFail('reads photos', stranger.get(`${models}/photos?limit=5&offset=0`));
    await stranger.mustFail('deletes a model', stranger.delete(models));
    await stranger.mustFail(
      'adds to a team',
      stranger.post(`${teams}/members`, { emails: [stranger.someEmail()] }),
    );
    await stranger.mustFail('renames a team', stranger.put(teams, { name: 'Mine' }));
    await stranger.mustFail('deletes a team', stranger.delete(teams));
  },
  /** A member tries what only other members, partners or users may do, and a partner what only a member may. */
  async trespass(partner: Person) {
    const { tenant } = partner;
    const session = partner.one(tenant.sessions);
    const member = partner.as(session);
    const isOwn = (other: string) => memberOf(other) === memberOf(session);
    const others = tenant.photos.filter((photo) => !isOwn(photo.session)).map(({ id }) => id);
    const photo = `/api/member/photos/${partner.one(others)}`;
    const list = '/api/v2/organization/models?limit=5&offset=0';
    await member.mustFail('likes the photo of another member', member.put(photo, { favorite: true }));
    await member.mustFail('erases the photo of another member', member.post(`${photo}/erase`, {}));
    await member.mustFail('lists models as a member', member.get(list));
    await member.mustFail('reads settings as a member', member.get('/api/admin/organization'));
    await partner.mustFail('reads photos as a partner', partner.get('/api/member/photos?limit=5&offset=0'));
    await partner.mustFail('lists models with a wrong key', partner.as(`${tenant.apiKey}x`).get(list));
  },
  /** More requests at once than the organization may make in a minute. */
  async burst({ world, tenant, chance }: Person) {
    const path = '/api/v2/organization/credits';
    const requests = chance.happens(0.3) ? RATE_LIMIT + 20 : 10;
    await Promise.all(
      Array.from({ length: requests }, () => world.request('GET', path, { bearer: tenant.apiKey })),
    );
  },
  async receiver({ world, tenant, chance }: Person) {
    world.receivers.moods.set(tenant.host, chance.pick<Mood>(MOODS));
    await world.scheduler.sleep(chance.below(2 * HOUR));
    world.receivers.moods.set(tenant.host, 'well');
  },
  async webhooks(someone: Person) {
    const owner = someone.as(someone.tenant.owner);
    if (someone.chance.happens(0.4)) {
      await owner.put('/api/admin/webhooks', { enabled: false });
      await owner.pause(30 * MINUTE);
      await owner.put('/api/admin/webhooks', { enabled: true });
    } else if (someone.chance.happens(0.5)) {
      const { status, body } = await owner.post('/api/admin/webhooks/secret', {});
      const since = someone.world.scheduler.now();
      if (status === 200) someone.tenant.secrets.push({ secret: body.secret, since });
    } else await owner.post('/api/admin/deliveries/redeliver', EVERYTHING);
  },
  async credits({ world, tenant, chance }: Person) {
    await addCredits(world.context, tenant.id, chance.between(1, 3));
  },
} satisfies Record<string, (person: Person) => Promise<void>>;
type ActionKind = keyof typeof ACTIONS;

const WEIGHTS: Record<ActionKind, number> = {
  createModel: 8,
  invite: 6,
  inviteMany: 1,
  revoke: 2,
  mail: 4,
  reminders: 1,
  team: 3,
  deleteModel: 2,
  deleteOwnModel: 1,
  photos: 4,
  eraseSelf: 1,
  eraseMember: 1,
  read: 2,
  intrude: 2,
  trespass: 1,
  burst: 1,
  receiver: 2,
  webhooks: 1,
  credits: 1,
};
const WEIGHTED = (Object.keys(WEIGHTS) as ActionKind[]).flatMap((kind) =>
  Array<ActionKind>(WEIGHTS[kind]).fill(kind),
);
