import { portraitSet } from '../../demo/portraits.ts';
import { type Api, connectApi } from '../../local/partner/api.ts';
import { agreeToConsent, openSignedUrl, uploadPhoto } from '../../local/partner/member.ts';
import { type LocalService, startLocalService } from '../../local/service.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { type DomainContext, domainContext } from '../../shared/domain/context.ts';
import { eraseMember } from '../../shared/domain/erasure/person.ts';
import { sendInvite } from '../../shared/domain/invite/send.ts';
import { signUp } from '../../shared/domain/invite/sign-up.ts';
import { createOrganization } from '../../shared/domain/organization/create.ts';
import { createTeam } from '../../shared/domain/team/change.ts';
import { firstUserOf, signedInUser, userToken } from '../../test/support/users.ts';
import { makePast } from './past.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const OWNER = 'owner@garden.example';
const CREDITS = 50;
const PERSON = 11;
const PHOTOS = 6;
const POLL_MS = 500;
const PARAMETERS = { DevelopmentPaceSeconds: '0' };

const MODELS = '/api/v2/organization/models';
const WHITE_LABEL = '/api/v2/organization/whitelabel/model/create';

export interface PhotoToPick {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** An organization on a local cloud of its own, with invites and models in every state that a page can show. */
export interface World {
  baseUrl: string;
  /** A session of the owner, which the field for API keys takes as well. */
  userSession: string;
  viewerSession: string;
  /** Photos that a browser can pick. */
  photos: PhotoToPick[];
  /** Links of one invite per state. */
  invites: Record<'open' | 'used' | 'expired' | 'revoked', string>;
  signedUrls: {
    /** Nothing uploaded yet. */
    fresh: string;
    /** Enough photos to go on. */
    uploaded: string;
    active: string;
  };
  /** Creates an invite that can be used, as screens after the sign-up need one each. */
  invite(): Promise<string>;
  /** Creates a model that photos can be uploaded to, as screens that upload need one each. */
  signedUrl(): Promise<string>;
  stop(): Promise<void>;
}

/** @param say called with a sentence for each step */
export async function startWorld(say: (step: string) => void): Promise<World> {
  say('Starting a local cloud');
  const cloud = await startLocalService({ parameters: PARAMETERS, logLevel: 'silent' });
  try {
    return await fill(cloud, say);
  } catch (error) {
    await cloud.stop();
    throw error;
  }
}

async function fill(cloud: LocalService, say: (step: string) => void): Promise<World> {
  const { baseUrl } = cloud;
  Object.assign(process.env, cloud.environment, {
    TABLE_NAME: cloud.tableName,
    IMAGES_BUCKET: cloud.bucketName,
    WEBHOOK_SECRET_KEY: cloud.outputs['headshots-local-data.WebhookSecretKeyArn'],
  });
  const operator = deployedContext();
  const { organizationId, apiKey, firstUser } = await createOrganization(operator, {
    name: 'Garden Tools',
    website: 'https://garden.example',
    credits: CREDITS,
    whiteLabel: true,
    tier: 'enterprise',
    webhookUrl: `${baseUrl}/_local/webhooks`,
    ownerEmail: OWNER,
  });
  const userSession = await userToken(operator, firstUserOf({ firstUser }));
  await signedInUser(operator, organizationId, 'manager', 'marie.manager@garden.example');
  const viewer = await signedInUser(operator, organizationId, 'viewer', 'viktor.viewer@garden.example');
  const partner = connectApi(baseUrl, apiKey);

  say('Sending invites');
  let people = 0;
  const someEmail = () => `person${++people}@people.example`;
  const invite = async (email = someEmail()) =>
    (await partner.expect<{ link: string }>('POST', '/api/v2/organization/invites', { email })).link;
  const revokedEmail = someEmail();
  const invites = {
    open: await invite('anna.berger@garden.example'),
    used: await usedInvite(baseUrl, await invite()),
    revoked: await invite(revokedEmail),
    expired: '',
  };
  await partner.expect('POST', '/api/v2/organization/invites/revoke', { email: revokedEmail });
  await invite('bounce@simulator.amazonses.com');
  const longAgo = { now: () => operator.clock.now() - 31 * DAY_MS };
  const former = domainContext(operator.table, longAgo, operator.randomness, operator.webhookSecretKey);
  const { id } = await sendInvite(former, organizationId, { email: someEmail() });
  invites.expired = `${baseUrl}/auth/signup?invite=${id}`;

  say('Signing people up');
  await signUpPeople(operator, organizationId);
  await makePast(operator, organizationId);

  say('Making headshots');
  const photos = (await portraitSet(PERSON, PHOTOS)).map((bytes, index) => ({
    name: `photo-${index + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(bytes),
  }));
  const create = (isDevelopment: boolean) =>
    partner.expect<{ modelId: string; signedUrl: string }>('POST', WHITE_LABEL, {
      email: someEmail(),
      isDevelopment,
    });
  const signedUrl = async () => (await create(false)).signedUrl;
  const uploaded = await signedUrl();
  await upload(baseUrl, uploaded, photos);
  const active = await create(true);
  const member = await upload(baseUrl, active.signedUrl, photos);
  await member.expect('POST', '/api/member/onboarding', { trigger: 'female', name: 'Anna Berger' });
  await untilActive(partner, active.modelId);
  const list = await member.expect<{ photos: { id: string }[] }>('GET', '/api/member/photos');
  await member.expect('PUT', `/api/member/photos/${list.photos[1]?.id}`, { favorite: true });

  return {
    baseUrl,
    userSession,
    viewerSession: viewer.session,
    photos,
    invites,
    signedUrls: { fresh: await signedUrl(), uploaded, active: active.signedUrl },
    invite: () => invite(),
    signedUrl,
    stop: () => cloud.stop(),
  };
}

const TEAMS = ['Workshop', 'Nursery', 'Delivery'];
const FIRST_NAMES = ['Änne', 'Bruno', 'Clara', 'Deniz', 'Emil', 'Farah', 'Greta', 'Hugo'];
const LAST_NAMES = ['Ahrens', 'Becker', 'Große-Holtforth'];

/** People of several teams who have signed up, of whom the first one was erased. */
async function signUpPeople(context: DomainContext, organizationId: string): Promise<void> {
  const teams = await Promise.all(TEAMS.map((name) => createTeam(context, organizationId, name)));
  const names = LAST_NAMES.flatMap((last) => FIRST_NAMES.map((first) => `${first} ${last}`));
  for (const [place, name] of names.entries()) {
    const email = `person.${place}@garden.example`;
    const teamId = teams[place % (TEAMS.length + 1)]?.id;
    const { id } = await sendInvite(context, organizationId, { email, teamId });
    const { member } = await signUp(context, id, { name });
    if (place === 0) await eraseMember(context, organizationId, member.id, 'organization');
  }
}

async function usedInvite(baseUrl: string, link: string): Promise<string> {
  const invite = new URL(link).searchParams.get('invite');
  await connectApi(baseUrl).expect('POST', '/api/member/session', { invite });
  return link;
}

async function upload(baseUrl: string, signedUrl: string, photos: PhotoToPick[]): Promise<Api> {
  const member = await openSignedUrl(baseUrl, signedUrl);
  const { consentRequired } = await member.expect<{ consentRequired: boolean }>('GET', '/api/member');
  if (consentRequired) await agreeToConsent(member);
  for (const { name, mimeType, buffer } of photos)
    await uploadPhoto(member, { name, type: mimeType, bytes: buffer });
  return member;
}

async function untilActive(partner: Api, modelId: string): Promise<void> {
  for (;;) {
    const { model } = await partner.expect<{ model: { status: string } }>('GET', `${MODELS}/${modelId}`);
    if (model.status === 'active') return;
    if (model.status === 'failed') throw new Error(`The model ${modelId} failed: see the log of the cloud.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
