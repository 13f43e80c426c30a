import { beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { updateSettings } from '../../../shared/contract/admin/organization.ts';
import { readBranding } from '../../../shared/domain/organization/branding.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { changeSettings, describeSettings } from '../../../shared/domain/organization/settings.ts';
import { createTeam } from '../../../shared/domain/team/change.ts';
import { describeTrail, listTrail } from '../../../shared/domain/trail/read.ts';
import { DAY, isoTime } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import { changeWebhooks } from '../../../shared/webhook/settings.ts';
import { SETTINGS } from '../../support/delivery-settings.ts';
import { interrupted } from '../../support/interrupted.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';

type Body = z.input<typeof updateSettings.body>;

const LOGO = 'data:image/png;base64,iVBORw0KGgo=';
const NO_BRANDING = { accent: null, font: null, logo: null };
const DEFAULTS = {
  ...{ name: 'Inviting', website: '', description: '', frameOrigins: null, uploadRetentionDays: 30 },
  ...{ whiteLabelConsent: false, language: 'en', replyTo: null, photosBy: null, remindEveryDays: null },
  ...{ styles: null, branding: NO_BRANDING },
};
const ALL: Body = {
  ...{ name: 'Acme', website: 'https://acme.test', description: 'Old', frameOrigins: ['https://a.test'] },
  ...{ uploadRetentionDays: 9, whiteLabelConsent: true, language: 'de', replyTo: 'a@acme.test' },
  ...{ photosBy: '2126-01-01', remindEveryDays: 2, styles: { backdrops: ['sage'], outfits: ['roll-neck'] } },
  branding: { accent: '#000000', font: 'serif', logo: LOGO },
};

let world: InviteWorld;
let organizationId: string;
beforeEach(async () => {
  world = inviteWorld();
  organizationId = await world.newOrganization(1);
  // Entries of the trail sort by their times.
  world.pass(1);
});

const change = (body: Body) => changeSettings(world.context, organizationId, updateSettings.body.parse(body));
const read = async (id = organizationId) =>
  describeSettings(await readOrganization(world.context, id), await readBranding(world.context, id));

/** Each field alone, with what it becomes where that is not what was sent. */
const CHANGES: [Body, object?][] = [
  [{ name: ' Acme & Co ' }, { name: 'Acme & Co' }],
  [{ website: '' }],
  [{ description: 'Two\nlines' }],
  [
    { frameOrigins: ['https://App.B.test:8443', 'https://*.b.test', 'https://*.b.test'] },
    { frameOrigins: ['https://app.b.test:8443', 'https://*.b.test'] },
  ],
  [{ frameOrigins: [] }],
  [{ frameOrigins: null }],
  [{ uploadRetentionDays: 7 }],
  [{ whiteLabelConsent: false }],
  [{ language: 'en' }],
  [{ replyTo: ' People@Acme.test' }, { replyTo: 'people@acme.test' }],
  [{ replyTo: null }],
  [{ photosBy: '2126-02-28' }],
  [{ photosBy: null }],
  [{ remindEveryDays: 3 }],
  [{ remindEveryDays: null }],
  [{ styles: { backdrops: ['office', 'slate', 'office'] } }, { styles: { backdrops: ['office', 'slate'] } }],
  [{ styles: null }],
  [{ branding: { accent: ' #0B5FFF ' } }, { branding: { accent: '#0b5fff', font: 'serif', logo: LOGO } }],
  [{ branding: { font: null } }, { branding: { accent: '#000000', font: null, logo: LOGO } }],
  [{ branding: { logo: null } }, { branding: { accent: '#000000', font: 'serif', logo: null } }],
  [{ branding: null }, { branding: NO_BRANDING }],
];

describe('the settings of an organization', () => {
  test('have defaults, and are those of one organization', async () => {
    expect(await read()).toEqual(DEFAULTS);
    const other = await world.newOrganization(1);
    expect(await change(ALL)).toEqual(ALL);
    expect(await read(other)).toEqual(DEFAULTS);
    const { entries } = await listTrail(world.context, organizationId, { limit: 1 });
    expect(entries).toMatchObject([{ action: 'organization.updated' }]);
  });

  test('that have changed are named in the audit trail, without their values', async () => {
    const fields = async () => {
      world.pass(1);
      const { entries } = await listTrail(world.context, organizationId, { limit: 1 });
      return (await describeTrail(world.context, organizationId, entries))[0]?.fields;
    };
    const { branding, ...others } = ALL;
    await change(ALL);
    expect((await fields())?.toSorted()).toEqual(
      [...Object.keys(others), ...Object.keys(branding ?? {})].sort(),
    );
    await change({ ...ALL, name: 'Renamed', branding: { accent: '#ffffff' } });
    expect(await fields()).toEqual(['name', 'accent']);
    await change({ name: 'Renamed' });
    expect(await fields()).toEqual([]);
    await changeWebhooks(world.context, organizationId, { enabled: false }, SETTINGS);
    expect(await fields()).toEqual(['enabled']);
    await changeWebhooks(world.context, organizationId, { url: null, enabled: false }, SETTINGS);
    expect(await fields()).toEqual(['url']);
    await createTeam(world.context, organizationId, 'Sales');
    expect(await fields()).toEqual([]);
  });

  test.each(CHANGES)(
    'a change of %j changes no other field, in the answer and in the table',
    async (body, shown = body) => {
      await change(ALL);
      expect(await change(body)).toEqual({ ...ALL, ...shown });
      expect(await read()).toEqual({ ...ALL, ...shown });
    },
  );

  test('are all kept when different fields change at the same time', async () => {
    const { branding, ...others } = ALL;
    const fields = Object.entries(others).map(([name, value]) => ({ [name]: value }));
    const looks = Object.entries(branding ?? {}).map(([name, value]) => ({ branding: { [name]: value } }));
    await Promise.all([...fields, ...looks].map((each) => change(each as Body)));
    expect(await read()).toEqual(ALL);
  });

  test('need a field, and an organization', async () => {
    await expect(change({})).rejects.toThrow('At least one of the fields');
    const key = keys.organization(organizationId);
    const erasedMeanwhile = interrupted(world.context, () => world.context.table.removeAll([key]));
    await expect(changeSettings(erasedMeanwhile, organizationId, { name: 'X' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await world.context.table.get(key)).toBeUndefined();
  });

  test('have no new day for photos that is over everywhere, and keep one that is over while others change', async () => {
    const day = (days: number) => isoTime(world.context.clock.now() + days * DAY).slice(0, 10);
    const soon = day(1);
    await change({ photosBy: soon });
    world.pass(5 * DAY);
    const over = { code: 'INVALID_REQUEST', message: expect.stringContaining("'photosBy'") };
    await expect(change({ photosBy: day(-2) })).rejects.toMatchObject(over);
    expect(await change({ photosBy: soon, name: 'Acme' })).toMatchObject({ photosBy: soon, name: 'Acme' });
    expect(await change({ website: 'https://acme.test' })).toMatchObject({ photosBy: soon });
    expect(await change({ photosBy: day(0) })).toMatchObject({ photosBy: day(0) });
  });

  test.each<Body>([
    { branding: { accent: 'blue' } },
    { branding: { logo: `data:image/png;base64,${'A'.repeat(44_000)}` } },
    { branding: {} },
    { styles: {} },
    { website: 'ftp://a.test' },
    { frameOrigins: ['https://a.test/path'] },
    { uploadRetentionDays: 366 },
    { remindEveryDays: 15 },
  ])('cannot become %j', (body) => {
    expect(updateSettings.body.safeParse(body).success).toBe(false);
  });
});
