import { describe, expect, test } from 'vitest';
import { openSignedUrl } from '../../local/partner/member.ts';
import { CONSENT_VERSION } from '../../shared/contract/consent-text.ts';
import { sendInvite, signUpOnly } from '../support/invites.ts';
import { ownedTenant } from '../support/owner.ts';
import { codeOf, MEMBERS } from '../support/people.ts';
import { createModel, freshTenant, someEmail } from '../support/tenant.ts';

const CONSENT = '/api/member/consent';
const FILES = { files: [{ name: 'a.jpg', type: 'image/jpeg', size: 1000 }] };

interface Shown {
  consent: { version: string; language: string; text: string; agreedAt: string | null; required: boolean };
}

describe('the consent of a member', () => {
  test('an invited member uploads only after agreeing to the current version, and the owner sees it', async () => {
    const tenant = await freshTenant({ uploadRetentionDays: 12 });
    const sent = await sendInvite(tenant, someEmail());
    const member = await signUpOnly(sent);
    const { consent } = await member.expect<Shown>('GET', CONSENT);
    expect(consent).toMatchObject({
      ...{ version: CONSENT_VERSION, language: 'en', agreedAt: null, required: true },
    });
    for (const topic of ['Purpose', 'Provider', '12 days after', 'Withdrawal', 'Test Company']) {
      expect(consent.text).toContain(topic);
    }
    expect((await member.expect<Shown>('GET', `${CONSENT}?language=de`)).consent.text).toContain('Widerruf');
    expect(await member.expect('GET', '/api/member')).toMatchObject({ consentRequired: true });
    const refused = await member.call('POST', '/api/member/uploads', FILES);
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(refused.body.error).toContain('POST /api/member/consent');
    expect(await codeOf(member.call('POST', CONSENT, { version: 'older' }))).toEqual([
      400,
      'INVALID_REQUEST',
    ]);

    const agreed = await member.expect<Shown>('POST', CONSENT, { version: CONSENT_VERSION, language: 'de' });
    expect(agreed.consent).toMatchObject({ language: 'de', agreedAt: expect.stringMatching(/Z$/) });
    const again = await member.expect<Shown>('POST', CONSENT, { version: CONSENT_VERSION });
    expect(again.consent).toEqual(agreed.consent);
    const { agreedAt } = agreed.consent;
    const { members } = await tenant.api.expect<{ members: object[] }>('GET', MEMBERS);
    expect(members).toMatchObject([{ consent: { version: CONSENT_VERSION, language: 'de', agreedAt } }]);
    await member.expect('POST', '/api/member/uploads', FILES);
  });

  test('a white-label member is asked only when the organization says so', async () => {
    const tenant = await ownedTenant();
    const member = await openSignedUrl(tenant.api.baseUrl, (await createModel(tenant)).signedUrl);
    expect((await member.expect<Shown>('GET', CONSENT)).consent.required).toBe(false);
    await member.expect('POST', '/api/member/uploads', FILES);
    await tenant.owner.expect('PUT', '/api/admin/organization', { whiteLabelConsent: true });
    expect(await codeOf(member.call('POST', '/api/member/uploads', FILES))).toEqual([400, 'INVALID_REQUEST']);
    await member.expect('POST', CONSENT, { version: CONSENT_VERSION });
    await member.expect('POST', '/api/member/uploads', FILES);
  });
});
