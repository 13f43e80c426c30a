import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ownedTenant } from '../support/owner.ts';
import { baseUrl, createModel, openMember } from '../support/tenant.ts';

const SETTINGS = '/api/admin/organization';
const NO_BRANDING = { accent: null, font: null, logo: null };

describe('the settings of an organization', () => {
  test('an owner reads and changes name, website, description, retention, consent and the origins that may frame its pages', async () => {
    const { owner, api } = await ownedTenant();
    const settings = {
      ...{ name: 'Test Company', website: 'https://company.test', description: '', frameOrigins: null },
      ...{
        uploadRetentionDays: 30,
        whiteLabelConsent: false,
        language: 'en',
        replyTo: null,
        photosBy: null,
        remindEveryDays: null,
        styles: null,
      },
      branding: NO_BRANDING,
    };
    expect(await owner.expect('GET', SETTINGS)).toEqual({ success: true, settings });
    const renamed = { name: ' Acme ', description: 'Two\nlines', website: '' };
    expect(await owner.expect('PUT', SETTINGS, renamed)).toEqual({
      success: true,
      settings: { ...settings, name: 'Acme', description: 'Two\nlines', website: '' },
    });
    expect(await api.expect('GET', '/api/v2/organization')).toMatchObject({
      organization: { name: 'Acme', website: '' },
    });
    const framed = {
      frameOrigins: ['https://App.Partner.test:8443', 'https://*.partner.test', 'http://localhost:3000'],
    };
    expect(await owner.expect('PUT', SETTINGS, framed)).toMatchObject({
      settings: {
        name: 'Acme',
        frameOrigins: ['https://app.partner.test:8443', 'https://*.partner.test', 'http://localhost:3000'],
      },
    });
    const privacy = { uploadRetentionDays: 7, whiteLabelConsent: true };
    expect(await owner.expect('PUT', SETTINGS, privacy)).toMatchObject({ settings: privacy });
    expect(await owner.expect('PUT', SETTINGS, { whiteLabelConsent: false })).toMatchObject({
      settings: { name: 'Acme', uploadRetentionDays: 7, whiteLabelConsent: false },
    });
    expect(await owner.expect('PUT', SETTINGS, { photosBy: '2126-02-28', remindEveryDays: 3 })).toMatchObject(
      {
        settings: { photosBy: '2126-02-28', remindEveryDays: 3, whiteLabelConsent: false },
      },
    );
    expect(await owner.expect('PUT', SETTINGS, { replyTo: ' People@Acme.test' })).toMatchObject({
      settings: { replyTo: 'people@acme.test', photosBy: '2126-02-28' },
    });
    const nothing = { frameOrigins: null, photosBy: null, replyTo: null };
    expect(await owner.expect('PUT', SETTINGS, nothing)).toMatchObject({ settings: nothing });
  });

  test('a change that is not valid is refused, and nothing changes', async () => {
    const { owner } = await ownedTenant();
    const before = await owner.expect('GET', SETTINGS);
    for (const [branding, message] of [
      [{ accent: 'blue' }, "'branding.accent'"],
      [{ logo: 'data:image/png;base64,iVBORw0KGgo=' }, 'the image is damaged, or no PNG'],
    ] as const) {
      const { status, body } = await owner.call('PUT', SETTINGS, { name: 'Renamed', branding });
      expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
      expect(body.error).toContain(message);
    }
    expect((await owner.call('PUT', SETTINGS, {})).body.error).toContain('At least one of the fields');
    expect(await owner.expect('GET', SETTINGS)).toEqual(before);
  });

  test('an owner narrows the style catalogue by the names that the catalogue lists, and takes all of it again', async () => {
    const { owner, api } = await ownedTenant();
    const { settings: before } = await owner.expect<{ settings: object }>('GET', SETTINGS);
    const catalogue = await owner.expect('GET', '/api/admin/styles');
    expect(catalogue).toMatchObject({
      version: 1,
      backdrops: expect.arrayContaining([{ name: 'office', label: 'Office' }]),
      outfits: expect.arrayContaining([{ name: 'navy-suit', label: 'Navy suit' }]),
      framings: expect.arrayContaining([{ name: 'tight', label: 'Close' }]),
    });
    const styles = { backdrops: ['office', 'slate'], outfits: ['knitwear'] };
    expect(
      await owner.expect('PUT', SETTINGS, {
        styles: { ...styles, backdrops: ['office', 'slate', 'office'] },
      }),
    ).toMatchObject({ settings: { styles } });
    expect(await owner.expect('GET', SETTINGS)).toMatchObject({ settings: { styles } });
    expect(await owner.expect('GET', '/api/admin/audit')).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ action: 'organization.updated' })]),
    });
    await owner.expect('PUT', SETTINGS, { styles: { outfits: ['knitwear'] } });
    const outfitsOnly = { ...before, styles: { outfits: ['knitwear'] } };
    expect(await owner.expect('GET', SETTINGS)).toEqual({ success: true, settings: outfitsOnly });
    expect(await owner.expect('PUT', SETTINGS, { styles: null })).toMatchObject({
      settings: { styles: null },
    });
    expect((await api.call('GET', '/api/admin/styles')).status).toBe(401);
  });

  test('the catalogue and the page of a member tell whether headshots are retouched or generated', async () => {
    for (const [provider, madeBy] of [
      ['studio', 'retouched'],
      ['http', 'generated'],
    ] as const) {
      const tenant = await ownedTenant({ provider });
      expect(await tenant.owner.expect('GET', '/api/admin/styles')).toMatchObject({ madeBy });
      const member = await openMember(await createModel(tenant, { isDevelopment: false }));
      expect(await member.expect('GET', '/api/member')).toMatchObject({ madeBy });
    }
  });

  test('a member chooses among the styles of the organization, and no others', async () => {
    const tenant = await ownedTenant();
    await tenant.owner.expect('PUT', SETTINGS, { styles: { backdrops: ['office', 'slate'] } });
    const member = await openMember(await createModel(tenant));
    expect(await member.expect('GET', '/api/member')).toMatchObject({
      styles: { backdrops: [{ name: 'office', label: 'Office' }, { name: 'slate' }] },
    });
    const choose = (backdrops: string[]) =>
      member.call('POST', '/api/member/onboarding', { trigger: 'person', styles: { backdrops } });
    expect(await choose(['sage'])).toMatchObject({
      status: 400,
      body: { error: "The organization does not offer 'sage'; choose among office, slate." },
    });
    // Without photos, only the choice is judged.
    expect((await choose(['slate'])).body.error).toContain('are needed');
    expect((await choose(['beach'])).body.error).toContain('styles.backdrops');
  });

  test('the page of a signedUrl may be framed by the origins in the settings, and by the admin area', async () => {
    const tenant = await ownedTenant();
    const { signedUrl } = await createModel(tenant);
    const ancestors = async (url: string) => {
      const policy = (await fetch(url)).headers.get('content-security-policy') ?? '';
      return /frame-ancestors ([^;]*)/.exec(policy)?.[1];
    };
    expect(await ancestors(signedUrl)).toBe('*');
    await tenant.owner.expect('PUT', SETTINGS, { frameOrigins: ['https://app.partner.test'] });
    expect(await ancestors(signedUrl)).toBe("'self' https://app.partner.test");
    // Which of two tokens the page would read is nothing to guess.
    expect(await ancestors(`${signedUrl}&token=x`)).toBe("'none'");
    expect(await ancestors(signedUrl.replace('token=', 'token=x&token='))).toBe("'none'");
    expect(await ancestors(signedUrl.replace(/org_\w+/, 'org_00000000000000000000000000'))).toBe("'self'");
    expect(await ancestors(signedUrl.replace(/org_\w+/, `org_${'0'.repeat(3000)}`))).toBe("'self'");
    expect(await ancestors(`${baseUrl}/auth/social`)).toBe('*');
    await tenant.owner.expect('PUT', SETTINGS, { frameOrigins: [] });
    expect(await ancestors(signedUrl)).toBe("'self'");
  });

  test('an owner sets accent, font and logo, each alone, which members get with the origins that may frame their pages', async () => {
    const [tenant, other] = [await ownedTenant(), await ownedTenant()];
    const member = await openMember(await createModel(tenant));
    const organizationOf = async (api: typeof member) =>
      (await api.expect<{ organization: object }>('GET', '/api/member')).organization;
    expect(await organizationOf(member)).toEqual({
      name: 'Test Company',
      branding: NO_BRANDING,
      photosBy: null,
      frameOrigins: null,
    });

    const background = { r: 11, g: 95, b: 255 };
    const image = await sharp({ create: { width: 160, height: 40, channels: 3, background } })
      .png()
      .toBuffer();
    const logo = `data:image/png;base64,${image.toString('base64')}`;
    const change = (branding: object | null, others: object = {}) =>
      tenant.owner.expect<{ settings: { branding: object } }>('PUT', SETTINGS, { branding, ...others });
    expect((await change({ accent: ' #0B5FFF ' })).settings.branding).toEqual({
      ...NO_BRANDING,
      accent: '#0b5fff',
    });
    const frameOrigins = ['https://app.partner.test'];
    await change({ font: 'humanist', logo }, { frameOrigins });
    const branding = { accent: '#0b5fff', font: 'humanist', logo };
    expect(await tenant.owner.expect('GET', SETTINGS)).toMatchObject({ settings: { branding } });
    expect(await organizationOf(member)).toEqual({
      name: 'Test Company',
      photosBy: null,
      branding,
      frameOrigins,
    });

    const tooLong = { branding: { logo: `data:image/png;base64,${'A'.repeat(44_000)}` } };
    expect(await tenant.owner.call('PUT', SETTINGS, tooLong)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST', error: expect.stringContaining('at most 43715 characters') },
    });
    await tenant.owner.expect('PUT', SETTINGS, { name: 'Renamed' });
    await change({ font: null });
    expect(await organizationOf(member)).toEqual({
      name: 'Renamed',
      photosBy: null,
      branding: { ...branding, font: null },
      frameOrigins,
    });
    expect((await change(null)).settings.branding).toEqual(NO_BRANDING);
    expect(await other.owner.expect('GET', SETTINGS)).toMatchObject({ settings: { branding: NO_BRANDING } });
    const { entries } = await tenant.owner.expect<{ entries: { action: string }[] }>(
      'GET',
      '/api/admin/audit',
    );
    expect(entries.filter(({ action }) => action === 'organization.updated')).toHaveLength(5);
  });

  test('changes of different fields at the same time are all kept', async () => {
    const tenant = await ownedTenant();
    const changes = [
      { name: 'Renamed' },
      { website: 'https://renamed.test' },
      { uploadRetentionDays: 7 },
      { whiteLabelConsent: true },
      { frameOrigins: ['https://app.partner.test'] },
      { branding: { accent: '#0b5fff' } },
      { branding: { font: 'serif' } },
    ];
    await Promise.all(changes.map((change) => tenant.owner.expect('PUT', SETTINGS, change)));
    expect(await tenant.owner.expect('GET', SETTINGS)).toMatchObject({
      settings: {
        ...{
          name: 'Renamed',
          website: 'https://renamed.test',
          uploadRetentionDays: 7,
          whiteLabelConsent: true,
        },
        frameOrigins: ['https://app.partner.test'],
        branding: { accent: '#0b5fff', font: 'serif', logo: null },
      },
    });
  });

  test('an API key and another owner do not reach the settings', async () => {
    const [ours, theirs] = [await ownedTenant(), await ownedTenant()];
    for (const method of ['GET', 'PUT']) {
      const answer = await ours.api.call(method, SETTINGS, method === 'PUT' ? { name: 'X' } : undefined);
      expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHORIZED']);
    }
    await ours.owner.expect('PUT', SETTINGS, { name: 'Ours' });
    expect(await theirs.owner.expect('GET', SETTINGS)).toMatchObject({ settings: { name: 'Test Company' } });
  });
});
