import { setTimeout } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { type OwnedTenant, ownedTenant } from '../support/owner.ts';
import { addToTeam, createTeam, type Team } from '../support/people.ts';
import {
  createModel,
  openMember,
  someEmail,
  until,
  uploadPlainPhotos,
  waitForStatus,
} from '../support/tenant.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { type Desk, openDesk } from './owner-desk.ts';
import { chooseFile, recordShifts, withoutFileDialog } from './screen.ts';

const FAVORITES = '/api/v2/organization/photos/favorites';

interface Favorite {
  id: string;
  modelId: string;
  member: Record<string, string>;
  urls: { main: string; original: string };
  expiresAt: string;
}

let tenant: OwnedTenant;
let design: Team;
let emails: string[];

beforeAll(async () => {
  tenant = await ownedTenant();
  emails = [someEmail(), someEmail(), someEmail()];
  const [first = '', second = '', third = ''] = emails;
  await Promise.all([
    chooseFavorite(first, '=Anna/Doe', { likedStatus: 'loved' }),
    chooseFavorite(second, '=Anna/Doe', {}),
    chooseFavorite(third, 'Zoë', { likedStatus: 'liked' }),
  ]);
  design = await createTeam(tenant, 'Design');
  await addToTeam(tenant, design, first, second);
}, 180_000);

/** Has a member finish a development model and choose its first photo. */
async function chooseFavorite(email: string, name: string, choice: object): Promise<void> {
  const model = await createModel(tenant, { email, isDevelopment: true });
  const member = await openMember(model);
  await uploadPlainPhotos(member);
  await member.expect('POST', '/api/member/onboarding', { trigger: 'female', name });
  await waitForStatus(tenant, model.modelId, 'active');
  const { photos } = await member.expect<{ photos: { id: string }[] }>('GET', '/api/member/photos');
  await member.expect('PUT', `/api/member/photos/${photos[0]?.id}`, { favorite: true, ...choice });
}

async function openGallery(): Promise<Desk> {
  const desk = await openDesk(tenant, 'gallery');
  await desk.page.setViewportSize(DESKTOP);
  await desk.button('Open the photo of Zoë').waitFor();
  return desk;
}

/** Opens another section in a wide window, for a test that changes what the gallery will get. */
async function openBesideGallery(): Promise<Desk> {
  const desk = await openDesk(tenant, 'sessions');
  await desk.page.setViewportSize(DESKTOP);
  return desk;
}

/** Answers every list with as many favorites as the test wants, which show the photo of one real one. */
async function fakeFavorites(page: Page, total: number): Promise<{ offsets: number[] }> {
  const { photos } = await tenant.api.expect<{ photos: Favorite[] }>(
    'GET',
    `${FAVORITES}?include=all&limit=1`,
  );
  const offsets: number[] = [];
  await page.route(`**${FAVORITES}?*`, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
    offsets.push(offset);
    const count = Math.max(0, Math.min(limit, total - offset));
    const page = Array.from({ length: count }, (_, index) => {
      const number = offset + index + 1;
      const member = { id: `mem_${number}`, email: `p${number}@people.test`, name: `Person ${number}` };
      return { ...photos[0], member: { ...member, teamId: '', teamName: '' } };
    });
    const pagination = { total, limit, offset, hasMore: offset + limit < total };
    await route.fulfill({ json: { success: true, photos: page, pagination } });
  });
  return { offsets };
}

describe('the gallery of favorites', () => {
  test('the photos of a filter are one ZIP with a folder for each team, and names that are unique', async () => {
    const desk = await openGallery();
    const { page } = desk;
    await withoutFileDialog(page);
    const { name, bytes } = await desk.download('Photos as ZIP');
    expect(name).toMatch(/^favorites-\d{4}-\d\d-\d\d\.zip$/);
    const files = unzipSync(bytes);
    expect(Object.keys(files).sort()).toEqual([
      'Design/=Anna Doe (2).jpg',
      'Design/=Anna Doe.jpg',
      'No team/Zoë.jpg',
    ]);
    for (const file of Object.values(files))
      expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 1536, height: 1920 });
    await desk.sees('The photos are downloaded.');

    await desk.select('Team', 'Design');
    await desk.sees('2 favorites');
    await desk.select('Opinion', 'Loved');
    await desk.seesExactly('1 favorite');
    expect(await desk.button(/^Open the photo of/).count()).toBe(1);
    const filtered = await desk.download('Photos as ZIP');
    expect(Object.keys(unzipSync(filtered.bytes))).toEqual(['Design/=Anna Doe.jpg']);
    await desk.select('Opinion', 'Liked');
    await desk.sees('No favorites match.');
    expect(await desk.button('Photos as ZIP').isDisabled()).toBe(true);
  });

  test('the list is a CSV with names, teams and links, in which no cell is a formula', async () => {
    const desk = await openGallery();
    const { name, bytes } = await desk.download('List as CSV');
    expect(name).toMatch(/^favorites-\d{4}-\d\d-\d\d\.csv$/);
    const { photos } = await tenant.api.expect<{ photos: Favorite[] }>('GET', `${FAVORITES}?include=all`);
    const [heading, ...rows] = bytes.toString('utf8').trimEnd().split('\r\n');
    expect(heading).toBe('\uFEFFName,E-mail address,Team,Model,Photo,Link,Link ends at');
    const cells = rows.map((row) => row.split(','));
    expect(cells.map((row) => row.slice(0, 5))).toEqual(
      photos.map(({ id, modelId, member }) => [
        member.name?.startsWith('=') ? `'${member.name}` : member.name,
        member.email,
        member.teamName,
        modelId,
        id,
      ]),
    );
    for (const [, , , , , link = '', ends = ''] of cells) {
      expect((await fetch(link)).status).toBe(200);
      expect(Date.parse(ends) - Date.now()).toBeGreaterThan(23 * 3600_000);
    }
  });

  test('one photo is shown large, turned by keys and downloaded', async () => {
    const desk = await openGallery();
    const { page } = desk;
    await desk
      .button(/^Open the photo of/)
      .first()
      .click();
    const dialog = desk.dialog('Headshot');
    await dialog.sees('1 of 3');
    await desk.expectAccessible('large favorite');
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      const image = await dialog.place.getByRole('img', { name: /^The photo of/ }).boundingBox();
      const button = await dialog.button('Download').boundingBox();
      expect((image?.y ?? 0) + (image?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
      expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
      // The image takes the height that the rest leaves.
      expect(image?.height).toBeGreaterThan(viewport.height * 0.7);
    }
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await dialog.sees('3 of 3');
    expect(await dialog.button('Next headshot').isDisabled()).toBe(true);
    const { bytes } = await dialog.download('Download');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1536 });
    await page.goBack();
    await dialog.waitUntilGone();
    await until(
      async () => (await desk.focused())?.startsWith('Open the photo of') === true,
      'the focus on a card',
    );
  });

  test('5,000 favorites scroll with few cards on the page, and only the pages that are seen are read', async () => {
    const desk = await openBesideGallery();
    const { page } = desk;
    const { offsets } = await fakeFavorites(page, 5000);
    await desk.follow('Gallery');
    await desk.button('Open the photo of Person 1').waitFor();
    await desk.sees('5,000 favorites');
    const cards = () => page.locator('.favorites > li').count();
    expect(await cards()).toBeLessThan(80);
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight / 2 }));
    await desk
      .button(/^Open the photo of Person 25\d\d$/)
      .first()
      .waitFor();
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight }));
    await desk.button('Open the photo of Person 5000').waitFor();
    expect(await cards()).toBeLessThan(80);
    expect(new Set(offsets).size).toBeLessThan(10);
  });

  test('a ZIP of 300 photos goes to the chosen file, tells how far it is, and can be canceled', async () => {
    const desk = await openBesideGallery();
    const { page } = desk;
    await fakeFavorites(page, 300);
    const original = await sharp({ create: { width: 8, height: 10, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    let served = 0;
    let isHeld = true;
    await page.route('**/original.jpg*', async (route) => {
      served += 1;
      if (isHeld && served > 100) await until(() => !isHeld, 'the rest of the photos');
      await route
        .fulfill({
          body: original,
          contentType: 'image/jpeg',
          headers: { 'access-control-allow-origin': '*' },
        })
        .catch(() => undefined);
    });
    const file = await chooseFile(page);
    await desk.follow('Gallery');
    await desk.press('Photos as ZIP');
    await page.getByRole('progressbar', { name: '100 of 300 packed' }).waitFor();
    await desk.expectAccessible('packing');
    await desk.press('Cancel');
    await desk.button('Photos as ZIP').waitFor();
    expect(await page.getByRole('alert').textContent()).toBe('');
    isHeld = false;

    await desk.press('Photos as ZIP');
    await desk.sees('The photos are downloaded.');
    const files = unzipSync((await file.saved()).bytes);
    expect(Object.keys(files)).toHaveLength(300);
    expect(Buffer.from(files['No team/Person 300.jpg'] ?? []).equals(original)).toBe(true);
  });

  test('links that end soon are read again, and errors are shown in words', async () => {
    const desk = await openDesk(tenant, 'sessions');
    const { page } = desk;
    let lists = 0;
    await page.route(`**${FAVORITES}?*`, async (route) => {
      lists += 1;
      if (lists === 1)
        return route.fulfill({ status: 500, json: { success: false, code: 'INTERNAL_ERROR' } });
      const response = await route.fetch();
      const answer = (await response.json()) as { photos: Favorite[] };
      const old = { expiresAt: '2020-01-01T00:00:00.000Z' };
      const photos = answer.photos.map((photo) => ({ ...photo, ...(lists === 2 && old) }));
      await route.fulfill({ response, json: { ...answer, photos } });
    });
    await desk.follow('Gallery');
    await desk.seesAlert('Something went wrong on our side. Try again.');
    await desk.forgive(500);
    await desk.press('Try again');
    await desk.button('Open the photo of Zoë').waitFor();
    await until(() => lists >= 3, 'the links to be read again');

    await page.route('**/original.jpg*', (route) => route.abort());
    await desk.button('Photos as ZIP').waitFor();
    await withoutFileDialog(page);
    await desk.press('Photos as ZIP');
    await desk.seesAlert('The service cannot be reached');
    await desk.forgive(/ERR_FAILED/);
  });

  test('nothing shifts while the gallery loads, on a phone and on a desktop', async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      const desk = await openDesk(tenant, 'sessions');
      const { page } = desk;
      await page.setViewportSize(viewport);
      await page.waitForLoadState('networkidle');
      await page.goto(`${page.url().split('#')[0]}#/gallery`);
      const { shifts } = await recordShifts(page);
      // The page is painted before the script of the section is there.
      await page.route('**/*.js', async (route) => {
        await setTimeout(300);
        await route.continue();
      });
      await page.reload();
      await desk.button('Open the photo of Zoë').waitFor();
      await page.waitForLoadState('networkidle');
      expect([viewport, await shifts()]).toEqual([viewport, []]);
      await desk.expectAccessible('gallery');
    }
  });
});
