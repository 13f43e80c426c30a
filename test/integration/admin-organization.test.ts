import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ownedTenant } from '../support/owner.ts';
import { codeOf } from '../support/people.ts';
import { createModel, openMember } from '../support/tenant.ts';

const SETTINGS = '/api/admin/organization';

async function ancestors(url: string): Promise<string | undefined> {
  const policy = (await fetch(url)).headers.get('content-security-policy') ?? '';
  return /frame-ancestors ([^;]*)/.exec(policy)?.[1];
}

test('an owner reads and changes the settings, which pages, members and partners get, and no API key does', async () => {
  const [tenant, other] = await Promise.all([ownedTenant(), ownedTenant()]);
  const { owner, api } = tenant;
  const former = {
    ...{ name: 'Test Company', website: 'https://company.test', description: '', frameOrigins: null },
    ...{ uploadRetentionDays: 30, whiteLabelConsent: false, language: 'en', replyTo: null, photosBy: null },
    ...{ remindEveryDays: null, styles: null, branding: { accent: null, font: null, logo: null } },
  };
  expect(await owner.expect('GET', SETTINGS)).toEqual({ success: true, settings: former });
  const model = await createModel(tenant);
  expect(await ancestors(model.signedUrl)).toBe('*');

  const create = { width: 160, height: 40, channels: 3, background: { r: 11, g: 95, b: 255 } } as const;
  const image = await sharp({ create }).png().toBuffer();
  const branding = {
    ...{ accent: '#0b5fff', font: 'humanist' },
    logo: `data:image/png;base64,${image.toString('base64')}`,
  };
  const frameOrigins = ['https://app.partner.test'];
  const styles = { backdrops: ['office', 'slate'] };
  const changed = { name: 'Acme', website: '', frameOrigins, branding, styles };
  const settings = { ...former, ...changed };
  expect(await owner.expect('PUT', SETTINGS, { ...changed, name: ' Acme ' })).toEqual({
    success: true,
    settings,
  });
  const damaged = { name: 'Renamed', branding: { logo: 'data:image/png;base64,iVBORw0KGgo=' } };
  expect(await owner.call('PUT', SETTINGS, damaged)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('the image is damaged, or no PNG') },
  });
  expect(await owner.expect('GET', SETTINGS)).toEqual({ success: true, settings });
  for (const [method, body] of [['GET'], ['PUT', { name: 'X' }]] as const)
    expect(await codeOf(api.call(method, SETTINGS, body))).toEqual([401, 'UNAUTHORIZED']);
  expect(await other.owner.expect('GET', SETTINGS)).toMatchObject({ settings: former });

  expect(await api.expect('GET', '/api/v2/organization')).toMatchObject({
    organization: { name: 'Acme', website: '' },
  });
  expect(await ancestors(model.signedUrl)).toBe("'self' https://app.partner.test");
  // Which of two tokens the page would read is nothing to guess.
  expect(await ancestors(`${model.signedUrl}&token=x`)).toBe("'none'");
  const member = await openMember(model);
  expect(await member.expect('GET', '/api/member')).toMatchObject({
    organization: { name: 'Acme', branding, photosBy: null, frameOrigins },
    styles: { backdrops: [{ name: 'office', label: 'Office' }, { name: 'slate' }] },
    madeBy: 'retouched',
  });
  const choose = (backdrop: string) =>
    member.call('POST', '/api/member/onboarding', { trigger: 'person', styles: { backdrops: [backdrop] } });
  expect((await choose('sage')).body.error).toContain("not offer 'sage'; choose among office, slate");
  // Without photos, only the choice is judged.
  expect((await choose('slate')).body.error).toContain('are needed');
});

test('the style catalogue and the page of a member tell whether headshots are retouched or generated', async () => {
  const [usual, tenant] = await Promise.all([ownedTenant(), ownedTenant({ provider: 'http' })]);
  expect(await usual.owner.expect('GET', '/api/admin/styles')).toMatchObject({
    version: 1,
    backdrops: expect.arrayContaining([{ name: 'office', label: 'Office' }]),
    outfits: expect.arrayContaining([{ name: 'navy-suit', label: 'Navy suit' }]),
    framings: expect.arrayContaining([{ name: 'tight', label: 'Close' }]),
    madeBy: 'retouched',
  });
  expect(await tenant.owner.expect('GET', '/api/admin/styles')).toMatchObject({ madeBy: 'generated' });
  const member = await openMember(await createModel(tenant, { isDevelopment: false }));
  expect(await member.expect('GET', '/api/member')).toMatchObject({ madeBy: 'generated' });
  expect(await codeOf(tenant.api.call('GET', '/api/admin/styles'))).toEqual([401, 'UNAUTHORIZED']);
});
