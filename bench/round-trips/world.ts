import { type DomainContext, domainContext } from '../../shared/domain/context.ts';
import { sendInvite } from '../../shared/domain/invite/send.ts';
import { signUp } from '../../shared/domain/invite/sign-up.ts';
import { openSession } from '../../shared/domain/member/open-session.ts';
import { beginModel } from '../../shared/domain/model/create.ts';
import type { Model } from '../../shared/domain/model/model.ts';
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
import { deletePhoto, type Photo, ratePhoto } from '../../shared/domain/photo/photo.ts';
import { createTeam } from '../../shared/domain/team/change.ts';
import { announceUploads, judgedUpload } from '../../shared/domain/upload/upload.ts';
import type { User } from '../../shared/domain/user/user.ts';
import { foldLists } from '../../shared/lists/fold-lists.ts';
import { isoTime, systemClock } from '../../shared/platform/clock.ts';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import { collections, keys, scopes } from '../../shared/table/keys.ts';
import { put } from '../../shared/table/transaction.ts';
import type { BareTable } from '../../test/support/bare-table.ts';
import { firstUserOf, signedInUser, userToken } from '../../test/support/users.ts';
import { webhookSecretKey } from '../../test/support/webhook-secret-key.ts';
import { storePeopleAndInvites } from '../lists/bulk.ts';

const APP_URL = 'https://headshots.test';
const OWNER = 'owner@bench.test';
const FILE = { name: 'photo.jpg', type: 'image/jpeg', size: 100_000 } as const;
const MIN_PHOTOS = 4;
/** Larger organizations are stored without the rules, which would take an hour for 100,000 people. */
const BY_RULES_MAX = 1000;
/** A model has 40 photos. */
const PHOTOS_MAX = 1000;

/** An organization with so many members, models, invites and teams, and a model with so many photos. */
export class World {
  readonly context: DomainContext;
  readonly #client: BareTable['client'];
  readonly #size: number;
  #names = 0;
  #active: ReturnType<World['makeActive']> | undefined;
  #sameMember: ReturnType<World['memberInOnboarding']> | undefined;
  organizationId = '';
  apiKey = '';
  owner = '';
  #user: User | undefined;

  constructor({ table, client }: Pick<BareTable, 'table' | 'client'>, size: number) {
    this.#client = client;
    this.context = domainContext(table, systemClock, systemRandomness, webhookSecretKey);
    this.#size = size;
  }

  async fill(): Promise<void> {
    const created = await createOrganization(this.context, {
      name: 'Bench',
      credits: 10 * this.#size + 1000,
      tier: 'enterprise',
      whiteLabel: true,
      webhookUrl: 'https://receiver.bench.test/',
      ownerEmail: OWNER,
    });
    Object.assign(this, { organizationId: created.organizationId, apiKey: created.apiKey });
    this.#user = firstUserOf(created);
    this.owner = await userToken(this.context, this.#user);
    const few = Math.min(this.#size, BY_RULES_MAX);
    for (let count = 0; count < few; count++) {
      await this.invite();
      await this.whiteLabel();
    }
    const organization = await readOrganization(this.context, this.organizationId);
    await storePeopleAndInvites(this.context, this.#client, organization, this.#size - few);
    await foldLists(this.context.table, collections.models(this.organizationId).PK, { from: 1 });
    for (let count = 0; count < Math.min(this.#size, 50); count++) await this.team();
  }

  /** The user whose session `owner` is. */
  get user(): User {
    return firstUserOf({ firstUser: this.#user });
  }

  /** Another user of the organization. */
  otherUser(): ReturnType<typeof signedInUser> {
    return signedInUser(this.context, this.organizationId, 'viewer', this.address());
  }

  /** Empties the counter of the rate limit. */
  async forgetRequests(): Promise<void> {
    const { table } = this.context;
    await table.removeAll(await table.all(collections.rateCounter(scopes.organization(this.organizationId))));
  }

  address(): string {
    this.#names += 1;
    return `person${this.#names}@bench.test`;
  }

  invite() {
    const email = this.address();
    return sendInvite(this.context, this.organizationId, { email });
  }

  team() {
    this.#names += 1;
    return createTeam(this.context, this.organizationId, `Team ${this.#names}`);
  }

  /** A white-label model in onboarding, and the session of its member. */
  async whiteLabel() {
    const organization = await readOrganization(this.context, this.organizationId);
    const input = { email: this.address(), isDevelopment: false };
    const { model, signedUrl } = await createWhiteLabelModel(this.context, organization, APP_URL, input);
    return { model, token: new URL(signedUrl).searchParams.get('token') ?? '' };
  }

  async whiteLabelMember() {
    const { model, token } = await this.whiteLabel();
    const { session } = await openSession(this.context, token);
    return { model, session };
  }

  /** A member who has used an invite, without a model. */
  async member() {
    const { id } = await this.invite();
    const { session, member } = await signUp(this.context, id, {});
    return { session, id: member.id };
  }

  /** A member with a model in onboarding. */
  async memberInOnboarding() {
    const member = await this.member();
    const organization = await readOrganization(this.context, this.organizationId);
    return { ...member, model: await beginModel(this.context, organization, member.id) };
  }

  /** A member in onboarding, whom all calls of this share. */
  sameMember() {
    this.#sameMember ??= this.memberInOnboarding();
    return this.#sameMember;
  }

  async uploads(model: Model, count = MIN_PHOTOS, accepted = true) {
    const announced = await announceUploads(
      this.context,
      async () => model,
      Array.from({ length: count }, () => FILE),
    );
    if (accepted) {
      for (const upload of announced.uploads)
        await judgedUpload(this.context, model, upload, { accepted: true });
    }
    return announced.uploads;
  }

  /** An active model with photos, the first of which is the favorite. All requests for photos share it. */
  activeModel() {
    this.#active ??= this.makeActive(Math.min(this.#size, PHOTOS_MAX));
    return this.#active;
  }

  /** Puts a photo of the active model away. */
  async putAway(photoId: string): Promise<void> {
    const { model } = await this.activeModel();
    await deletePhoto(this.context, this.organizationId, model.id, photoId);
  }

  /** A model that has failed for good. */
  async failedModel(): Promise<Model> {
    const { model } = await this.whiteLabelMember();
    await this.uploads(model);
    await finishOnboarding(this.context, this.organizationId, model.id, { trigger: 'person' });
    const input = { organizationId: this.organizationId, modelId: model.id, run: 1 };
    await failModel(this.context, input, 1, { isFinal: true });
    return model;
  }

  async makeActive(photos: number) {
    const { model, session } = await this.whiteLabelMember();
    await this.uploads(model);
    await finishOnboarding(this.context, this.organizationId, model.id, { trigger: 'person' });
    const input = { organizationId: this.organizationId, modelId: model.id, run: 1 };
    await beginTraining(this.context, input);
    await beginGeneration(this.context, input, () => []);
    const photoIds: string[] = [];
    for (let count = 0; count < photos; count++) photoIds.push(await this.#photo(model));
    await finishGeneration(this.context, input, photos);
    const [favorite = ''] = photoIds;
    await ratePhoto(this.context, this.organizationId, model.id, favorite, { favorite: true });
    return { model, session, photoIds };
  }

  async #photo(model: Model): Promise<string> {
    const id = this.context.newId('photo');
    const photo: Photo = {
      id,
      modelId: model.id,
      organizationId: this.organizationId,
      status: 'active',
      likedStatus: 'none',
      run: 1,
      madeBy: 'generated',
      createdAt: isoTime(systemClock.now()),
    };
    await this.context.table.commit([put({ ...keys.photo(this.organizationId, model.id, id), ...photo })]);
    return id;
  }
}
