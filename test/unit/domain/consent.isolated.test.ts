import { beforeAll, expect, test, vi } from 'vitest';
import { handler as getConsent } from '../../../functions/member/consent/get-consent.ts';
import { handler as giveConsent } from '../../../functions/member/consent/give-consent.ts';
import { handler as deleteOwnModel } from '../../../functions/member/session/delete-own-model.ts';
import { handler as eraseMyself } from '../../../functions/member/session/erase-member.ts';
import { handler as finishOnboarding } from '../../../functions/member/session/finish-onboarding.ts';
import { handler as getOverview } from '../../../functions/member/session/get-overview.ts';
import { handler as createUploads } from '../../../functions/member/uploads/create-uploads.ts';
import { handler as eraseMember } from '../../../functions/v2/members/erase-member.ts';
import { handler as listMembers } from '../../../functions/v2/members/list-members.ts';
import { CONSENT_VERSION, consentText } from '../../../shared/contract/consent-text.ts';
import { LANGUAGES } from '../../../shared/contract/languages.ts';
import { PROVIDER_NAMES } from '../../../shared/contract/providers.ts';
import { listErasures } from '../../../shared/domain/erasure/erasure.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { signUp } from '../../../shared/domain/invite/sign-up.ts';
import { openSession } from '../../../shared/domain/member/open-session.ts';
import type { Model } from '../../../shared/domain/model/model.ts';
import { createWhiteLabelModel } from '../../../shared/domain/model/white-label.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { changeSettings } from '../../../shared/domain/organization/settings.ts';
import { collections, keys } from '../../../shared/table/keys.ts';
import { update } from '../../../shared/table/transaction.ts';
import { invoke, setFunctionEnvironment } from '../../support/invoke.ts';
import { startLoneTable } from '../../support/lone-table.ts';
import { handlerContext } from '../../support/webhook-secret-key.ts';

const FILES = { files: [{ name: 'a.jpg', type: 'image/jpeg', size: 1000 }] };

const context = handlerContext();
beforeAll(async () => {
  const { stop } = await startLoneTable();
  setFunctionEnvironment(300);
  process.env.IMAGES_BUCKET = 'images';
  return stop;
});

async function company() {
  const input = { name: 'Company', credits: 5, whiteLabel: true, webhookUrl: 'https://company.test/' };
  return createOrganization(context, input);
}

async function invited(organizationId: string, email = 'ada@people.test') {
  const { id } = await sendInvite(context, organizationId, { email });
  return signUp(context, id, {});
}

/** The session of a white-label member. */
async function whiteLabel(organizationId: string): Promise<string> {
  const organization = await readOrganization(context, organizationId);
  const input = { email: 'anonymous@people.test', isDevelopment: true };
  const { signedUrl } = await createWhiteLabelModel(context, organization, 'https://app.test', input);
  return (await openSession(context, new URL(signedUrl).searchParams.get('token') ?? '')).session;
}

const upload = (bearer: string) => invoke(createUploads, { method: 'POST', bearer, body: FILES });
/** Whether the consent and the overview of a member say that it is required, and that it is lacking. */
const asked = async (bearer: string) => {
  const [shown, overview] = [await invoke(getConsent, { bearer }), await invoke(getOverview, { bearer })];
  const { required } = shown.body.consent as { required: boolean };
  return { required, lacking: overview.body.consentRequired };
};
const agree = (bearer: string, body: object) => invoke(giveConsent, { method: 'POST', bearer, body });

test('an invited member uploads only after agreeing to the current version, which the owner sees', async () => {
  const { organizationId, apiKey } = await company();
  const { session } = await invited(organizationId);
  const { body: shown } = await invoke(getConsent, { bearer: session });
  expect(shown.consent).toMatchObject({ version: CONSENT_VERSION, agreedAt: null, required: true });
  expect(await asked(session)).toEqual({ required: true, lacking: true });
  const refused = await upload(session);
  expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_REQUEST']);
  expect(refused.body.error).toContain('POST /api/member/consent');
  expect((await agree(session, { version: 'older' })).body).toMatchObject({ code: 'INVALID_REQUEST' });
  expect((await upload(session)).status).toBe(400);

  const agreed = await agree(session, { version: CONSENT_VERSION, language: 'de' });
  const { agreedAt } = agreed.body.consent as { agreedAt: string };
  const again = await agree(session, { version: CONSENT_VERSION, language: 'en' });
  expect(again.body.consent).toMatchObject({ agreedAt, language: 'de' });
  expect(await asked(session)).toEqual({ required: true, lacking: false });
  expect((await upload(session)).status).toBe(200);
  expect((await invoke(listMembers, { bearer: apiKey })).body.members).toMatchObject([
    { consent: { version: CONSENT_VERSION, language: 'de', agreedAt } },
  ]);
});

test('a white-label member is asked only when the organization says so', async () => {
  const { organizationId } = await company();
  const session = await whiteLabel(organizationId);
  expect(await asked(session)).toEqual({ required: false, lacking: false });
  expect((await upload(session)).status).toBe(200);
  await changeSettings(context, organizationId, { whiteLabelConsent: true });
  expect(await asked(session)).toEqual({ required: true, lacking: true });
  expect((await upload(session)).status).toBe(400);
  await agree(session, { version: CONSENT_VERSION });
  expect((await upload(session)).status).toBe(200);
});

test('a member erases the own data, and an organization only its own members', async () => {
  const [mine, other] = [await company(), await company()];
  const ada = await invited(mine.organizationId);
  const ida = await invited(mine.organizationId, 'ida@people.test');
  const erase = (bearer: string, memberId: string) =>
    invoke(eraseMember, { method: 'DELETE', bearer, params: { memberId } });
  const foreign = await erase(other.apiKey, ada.member.id);
  const unknown = await erase(other.apiKey, 'mem_00000000000000000000000000');
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  expect((await erase(mine.apiKey, ada.member.id)).body).toMatchObject({ memberId: ada.member.id });
  expect((await erase(mine.apiKey, ada.member.id)).body).toEqual(unknown.body);

  expect((await invoke(eraseMyself, { method: 'DELETE', bearer: ida.session })).status).toBe(200);
  expect((await agree(ida.session, { version: CONSENT_VERSION })).status).toBe(401);
  expect((await invoke(listMembers, { bearer: mine.apiKey })).body.members).toEqual([]);
  const anonymous = await whiteLabel(mine.organizationId);
  expect((await invoke(deleteOwnModel, { method: 'DELETE', bearer: anonymous })).status).toBe(200);
  const erasures = await listErasures(context, mine.organizationId);
  const requesters = erasures.map(({ requestedBy }) => requestedBy);
  expect(requesters.toSorted()).toEqual(['member', 'member', 'organization']);
});

test('the overview of a member tells until when there is access, the favorite, who makes the photos and by when', async () => {
  const { organizationId } = await company();
  const bearer = await whiteLabel(organizationId);
  const [model] = await context.table.all<Model>(collections.models(organizationId));
  const favoritePhotoId = 'pho_1';
  await context.table.commit([
    update(keys.model(organizationId, model?.id ?? ''), { set: { favoritePhotoId, provider: 'http' } }),
    update(keys.organization(organizationId), { set: { photosBy: '2026-01-01' } }),
  ]);
  const { body } = await invoke(getOverview, { bearer });
  expect(body).toMatchObject({ accessEndsAt: model?.inviteExpiresAt, favoritePhotoId, madeBy: 'generated' });
  // The day is over.
  expect(body.organization).toMatchObject({ photosBy: null });
});

test('the consent names the hosted provider of the organization, and is asked for anew when that changes', async () => {
  const hosted = await createOrganization(context, { name: 'Hosted', credits: 5, provider: 'astria' });
  const { session } = await invited(hosted.organizationId);
  const shown = (await invoke(getConsent, { bearer: session })).body.consent as Record<string, string>;
  expect(shown.text).toContain('Astria (astria.ai)');
  expect(shown.version).toBe(`${CONSENT_VERSION}-astria`);
  expect((await agree(session, { version: CONSENT_VERSION })).status).toBe(400);
  expect((await agree(session, { version: shown.version })).status).toBe(200);
  expect((await upload(session)).status).toBe(200);

  const own = await company();
  const ada = await invited(own.organizationId);
  await agree(ada.session, { version: CONSENT_VERSION });
  await context.table.commit([update(keys.organization(own.organizationId), { set: { provider: 'http' } })]);
  expect((await upload(ada.session)).status).toBe(400);
});

test('photos that were sent for one provider are given to no other before their person agrees', async () => {
  const { organizationId } = await company();
  const { session } = await invited(organizationId);
  await agree(session, { version: CONSENT_VERSION });
  expect((await upload(session)).status).toBe(200);
  const finish = async () => {
    const body = { trigger: 'person' };
    return (await invoke(finishOnboarding, { method: 'POST', bearer: session, body })).body.error;
  };
  expect(await finish()).toContain('0 photos were accepted');
  vi.stubEnv('PROVIDER', 'replicate');
  expect(await finish()).toContain('POST /api/member/consent');
  vi.unstubAllEnvs();
});

test('an organization without a provider has that of the stage in its consent', async () => {
  const { organizationId } = await company();
  const { session } = await invited(organizationId);
  const textBy = async (provider: string) => {
    vi.stubEnv('PROVIDER', provider);
    const { body } = await invoke(getConsent, { bearer: session, headers: {} });
    vi.unstubAllEnvs();
    return (body.consent as { text: string }).text;
  };
  expect(await textBy('studio')).toContain('by this service itself');
  expect(await textBy('replicate')).toContain('Replicate (replicate.com)');
});

test.each(LANGUAGES.flatMap((language) => PROVIDER_NAMES.map((provider) => [language, provider] as const)))(
  'the consent in %s for %s has a paragraph for purpose, provider, retention and withdrawal',
  (language, provider) => {
    const terms = { organizationName: 'Acme', uploadRetentionDays: 17, provider };
    const paragraphs = consentText(language, terms).split('\n\n');
    const topics = {
      en: ['Purpose', 'Provider', 'Retention', 'Withdrawal'],
      de: ['Zweck', 'Anbieter', 'Speicherdauer', 'Widerruf'],
    };
    expect(paragraphs.map((paragraph) => paragraph.split(':')[0])).toEqual(topics[language]);
    expect(paragraphs[0]).toContain('Acme');
    expect(paragraphs[2]).toContain('17');
  },
);
