import { readFile } from 'node:fs/promises';
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
import { expectAccessible } from './accessible.ts';
import { forgiveStatus, type Window } from './browser.ts';
import { openDesk } from './owner-desk.ts';

const FAVORITES = '/api/v2/organization/photos/favorites';
const WIDE = { width: 1280, height: 900 };

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

async function openGallery(width = WIDE): Promise<Window> {
  const window = await openDesk(tenant, 'gallery');
  await window.page.setViewportSize(width);
  await window.page.getByRole('button', { name: 'Open the photo of Zoë' }).waitFor();
  return window;
}

async function downloaded(page: Page, label: string): Promise<{ name: string; bytes: Buffer }> {
  const button = page.getByRole('button', { name: label, exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
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
    const window = await openGallery();
    const { page } = window;
    await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    const { name, bytes } = await downloaded(page, 'Photos as ZIP');
    expect(name).toMatch(/^favorites-\d{4}-\d\d-\d\d\.zip$/);
    const files = unzipSync(bytes);
    expect(Object.keys(files).sort()).toEqual([
      'Design/=Anna Doe (2).jpg',
      'Design/=Anna Doe.jpg',
      'No team/Zoë.jpg',
    ]);
    for (const file of Object.values(files))
      expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 1536, height: 1920 });
    await page.getByText('The photos are downloaded.').waitFor();

    await page.getByLabel('Team').selectOption({ label: 'Design' });
    await page.getByText('2 favorites').waitFor();
    await page.getByLabel('Opinion').selectOption({ label: 'Loved' });
    await page.getByText('1 favorite', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Open the photo of/ }).count()).toBe(1);
    const filtered = await downloaded(page, 'Photos as ZIP');
    expect(Object.keys(unzipSync(filtered.bytes))).toEqual(['Design/=Anna Doe.jpg']);
    await page.getByLabel('Opinion').selectOption({ label: 'Liked' });
    await page.getByText('No favorites match.').waitFor();
    expect(await page.getByRole('button', { name: 'Photos as ZIP' }).isDisabled()).toBe(true);
    expect(window.complaints).toEqual([]);
  });

  test('the list is a CSV with names, teams and links, in which no cell is a formula', async () => {
    const window = await openGallery();
    const { name, bytes } = await downloaded(window.page, 'List as CSV');
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
    expect(window.complaints).toEqual([]);
  });

  test('one photo is shown large, turned by keys and downloaded', async () => {
    const window = await openGallery();
    const { page } = window;
    await page.getByRole('button', { name: 'Open the photo of' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Headshot' });
    await dialog.getByText('1 of 3').waitFor();
    await expectAccessible(page, 'large favorite');
    for (const viewport of [{ width: 390, height: 844 }, WIDE]) {
      await page.setViewportSize(viewport);
      const image = await dialog.getByRole('img', { name: /^The photo of/ }).boundingBox();
      const button = await dialog.getByRole('button', { name: 'Download' }).boundingBox();
      expect((image?.y ?? 0) + (image?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
      expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
      // The image takes the height that the rest leaves.
      expect(image?.height).toBeGreaterThan(viewport.height * 0.7);
    }
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('3 of 3').waitFor();
    expect(await dialog.getByRole('button', { name: 'Next headshot' }).isDisabled()).toBe(true);
    const { bytes } = await downloaded(page, 'Download');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1536 });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await until(async () => (await label())?.startsWith('Open the photo of') === true, 'the focus on a card');
    expect(window.complaints).toEqual([]);
  });

  test('5,000 favorites scroll with few cards on the page, and only the pages that are seen are read', async () => {
    const window = await openDesk(tenant, 'sessions');
    const { page } = window;
    await page.setViewportSize(WIDE);
    const { offsets } = await fakeFavorites(page, 5000);
    await page.getByRole('link', { name: 'Gallery' }).click();
    await page.getByRole('button', { name: 'Open the photo of Person 1', exact: true }).waitFor();
    await page.getByText('5,000 favorites').waitFor();
    const cards = () => page.locator('.favorites > li').count();
    expect(await cards()).toBeLessThan(80);
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight / 2 }));
    await page
      .getByRole('button', { name: /^Open the photo of Person 25\d\d$/ })
      .first()
      .waitFor();
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight }));
    await page.getByRole('button', { name: 'Open the photo of Person 5000', exact: true }).waitFor();
    expect(await cards()).toBeLessThan(80);
    expect(new Set(offsets).size).toBeLessThan(10);
    expect(window.complaints).toEqual([]);
  });

  test('a ZIP of 300 photos goes to the chosen file, tells how far it is, and can be canceled', async () => {
    const window = await openDesk(tenant, 'sessions');
    const { page } = window;
    await page.setViewportSize(WIDE);
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
    // A file of the browser's own file system stands for the one that a person chooses.
    await page.evaluate(() => {
      const choose = async () =>
        (await navigator.storage.getDirectory()).getFileHandle('chosen.zip', { create: true });
      Object.assign(window, { showSaveFilePicker: choose });
    });
    await page.getByRole('link', { name: 'Gallery' }).click();
    await page.getByRole('button', { name: 'Photos as ZIP' }).click();
    await page.getByRole('progressbar', { name: '100 of 300 packed' }).waitFor();
    await expectAccessible(page, 'packing');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Photos as ZIP' }).waitFor();
    expect(await page.getByRole('alert').textContent()).toBe('');
    isHeld = false;

    await page.getByRole('button', { name: 'Photos as ZIP' }).click();
    await page.getByText('The photos are downloaded.').waitFor();
    const bytes = await page.evaluate(async () => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle('chosen.zip');
      return [...new Uint8Array(await (await handle.getFile()).arrayBuffer())];
    });
    const files = unzipSync(Uint8Array.from(bytes));
    expect(Object.keys(files)).toHaveLength(300);
    expect(Buffer.from(files['No team/Person 300.jpg'] ?? []).equals(original)).toBe(true);
    expect(window.complaints).toEqual([]);
  });

  test('links that end soon are read again, and errors are shown in words', async () => {
    const window = await openDesk(tenant, 'sessions');
    const { page } = window;
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
    await page.getByRole('link', { name: 'Gallery' }).click();
    await page.getByRole('alert').getByText('Something went wrong on our side. Try again.').waitFor();
    forgiveStatus(window, 500);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Open the photo of Zoë' }).waitFor();
    await until(() => lists >= 3, 'the links to be read again');
    expect(window.complaints).toEqual([]);

    await page.route('**/original.jpg*', (route) => route.abort());
    await page.getByRole('button', { name: 'Photos as ZIP' }).waitFor();
    await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    await page.getByRole('button', { name: 'Photos as ZIP' }).click();
    await page.getByRole('alert').getByText('The service cannot be reached').waitFor();
  });

  test('nothing shifts while the gallery loads, on a phone and on a desktop', async () => {
    for (const viewport of [{ width: 390, height: 844 }, WIDE]) {
      const window = await openDesk(tenant, 'sessions');
      const { page } = window;
      await page.setViewportSize(viewport);
      await page.waitForLoadState('networkidle');
      await page.goto(`${page.url().split('#')[0]}#/gallery`);
      await page.addInitScript(() => {
        const shifts: object[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const sources: { node?: Node }[] = Reflect.get(entry, 'sources');
            const moved = sources.map(({ node }) => `${node?.nodeName} ${node?.textContent}`);
            shifts.push({ value: Reflect.get(entry, 'value'), moved });
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      // The page is painted before the script of the section is there.
      await page.route('**/*.js', async (route) => {
        await setTimeout(300);
        await route.continue();
      });
      await page.reload();
      await page.getByRole('button', { name: 'Open the photo of Zoë' }).waitFor();
      await page.waitForLoadState('networkidle');
      expect([viewport, await page.evaluate(() => Reflect.get(window, 'shifts'))]).toEqual([viewport, []]);
      await expectAccessible(page, 'gallery');
      expect(window.complaints).toEqual([]);
    }
  });
});
