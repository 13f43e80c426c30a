import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { CDPSession, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  baseUrl,
  createModel,
  freshTenant,
  MODELS,
  submittedModel,
  type Tenant,
  until,
  waitForStatus,
} from '../support/tenant.ts';
import { forgiveStatus, openWindow, type Window, type WindowOptions } from './browser.ts';
import { servePartnerPage } from './partner-page.ts';

const HEADSHOTS = 40;
const PROGRESS = { percent: 42, secondsLeft: 1260 };
const WIDE = { width: 1280, height: 900 };

interface Photo {
  id: string;
  status: string;
  likedStatus: string;
  backdrop?: string;
  outfit?: string;
}
interface Finished {
  tenant: Tenant;
  modelId: string;
  signedUrl: string;
}

let shared: Finished;

beforeAll(async () => {
  shared = await finishedModel();
}, 180_000);

async function finishedModel(): Promise<Finished> {
  const tenant = await freshTenant();
  const { modelId, signedUrl } = await submittedModel(tenant, { isDevelopment: true });
  await waitForStatus(tenant, modelId, 'active');
  return { tenant, modelId, signedUrl };
}

/** Opens the gallery of a model, with a wide window. */
async function openGallery({ signedUrl }: Finished, options: WindowOptions = {}): Promise<Window> {
  const window = await openWindow(options);
  await window.page.setViewportSize(WIDE);
  await window.page.goto(signedUrl);
  await card(window.page, HEADSHOTS).waitFor();
  return window;
}

const card = (page: Page, number: number) =>
  page.getByRole('button', { name: `Open headshot ${number}`, exact: true });
const large = (page: Page) => page.getByRole('dialog', { name: 'Headshot', exact: true });
const named = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

async function photosOf({ tenant, modelId }: Finished, query = ''): Promise<Photo[]> {
  const { photos } = await tenant.api.expect<{ photos: Photo[] }>(
    'GET',
    `${MODELS}/${modelId}/photos${query}`,
  );
  return photos;
}

async function downloaded(page: Page, click: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

describe('waiting for headshots', () => {
  test('the progress with its percentage survives a reload and leads to the gallery', async () => {
    const tenant = await freshTenant();
    const { signedUrl } = await submittedModel(tenant, { isDevelopment: true });
    const window = await openWindow();
    const { page } = window;
    // A development model is ready within seconds, at times before the page has asked once.
    let isInTheMaking = true;
    await page.route('**/api/member', async (route) => {
      const response = await route.fetch();
      const overview = (await response.json()) as { model: object };
      const pending = { model: { ...overview.model, status: 'pending' }, progress: PROGRESS };
      await route.fulfill({ response, json: { ...overview, ...(isInTheMaking && pending) } });
    });
    await page.goto(signedUrl);
    const progress = page.getByRole('progressbar', { name: 'Progress' });
    for (const visit of ['first', 'after a reload']) {
      await progress.waitFor();
      await page.getByText('Come back later').waitFor();
      await page.getByText('About 21 minutes left').waitFor();
      expect([visit, await progress.getAttribute('aria-valuenow')]).toEqual([visit, '42']);
      const title = '42 % · We are making your headshots';
      await until(async () => (await page.title()) === title, `the share in the title, ${visit}`);
      await page.reload();
    }
    await progress.waitFor();
    isInTheMaking = false;
    await page.getByRole('heading', { name: 'Your headshots' }).waitFor();
    await card(page, HEADSHOTS).waitFor();
    expect(await page.title()).toBe('Your headshots');
    expect(window.complaints).toEqual([]);
  });

  test.each([
    ['en', { status: 'failed' }, 'We start over by ourselves'],
    ['de', { status: 'failed' }, 'Wir fangen von selbst neu an'],
    [
      'en',
      { status: 'failed', final: true, failureReason: 'photos-refused' },
      'Choose photos that show only you',
    ],
    [
      'de',
      { status: 'failed', final: true, failureReason: 'photos-refused' },
      'Wähle Fotos, die nur dich zeigen',
    ],
    ['en', { status: 'failed', final: true, failureReason: 'internal-error' }, 'not because of your photos'],
  ])('a failed model says in %s what happens next: %o', async (language, failure, sentence) => {
    const tenant = await freshTenant();
    const { signedUrl } = await createModel(tenant);
    const window = await openWindow();
    await window.page.route('**/api/member', async (route) => {
      const response = await route.fetch();
      const overview = (await response.json()) as { model: object };
      await route.fulfill({ response, json: { ...overview, model: { ...overview.model, ...failure } } });
    });
    await window.page.goto(`${signedUrl}&language=${language}`);
    await window.page.getByText(sentence).waitFor();
    expect(window.complaints).toEqual([]);
  });
});

describe('the gallery', () => {
  test('nothing shifts while it loads, on a phone and on a desktop', async () => {
    for (const viewport of [{ width: 390, height: 844 }, WIDE]) {
      const window = await openWindow();
      const { page } = window;
      await page.setViewportSize(viewport);
      await page.addInitScript(() => {
        const shifts: object[] = [];
        Object.assign(window, { shifts });
        // With what has moved, for the report of a failure.
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const sources: { node?: Node }[] = Reflect.get(entry, 'sources');
            shifts.push({
              value: Reflect.get(entry, 'value'),
              moved: sources.map(({ node }) => `${node?.nodeName} ${node?.textContent}`),
            });
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto(shared.signedUrl);
      const image = page.getByRole('img', { name: 'Headshot 1', exact: true });
      await until(
        () => image.evaluate((element) => (element as HTMLImageElement).naturalWidth > 0),
        'the first thumbnail',
      );
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);
      expect(window.complaints).toEqual([]);
    }
  });

  test('thumbnails are of the small size, and only the first rows are loaded before they are near', async () => {
    const { page } = await openGallery(shared);
    const images = await page
      .locator('.gallery img')
      .evaluateAll((all) =>
        all.map((image) => image as HTMLImageElement).map(({ src, loading }) => ({ src, loading })),
      );
    expect(images.every(({ src }) => src.includes('/thumbnail.jpg'))).toBe(true);
    expect(images.filter(({ loading }) => loading === 'lazy').length).toBe(HEADSHOTS - 12);
  });

  test('like, love and favorite are chosen by the keyboard only, and the focus comes back to the headshot', async () => {
    const model = await finishedModel();
    const window = await openGallery(model);
    const { page } = window;
    const tabTo = async (label: string) => {
      for (let presses = 0; presses < 60 && (await focused(page)) !== label; presses++)
        await page.keyboard.press('Tab');
      expect(await focused(page)).toBe(label);
    };
    await tabTo('Open headshot 1');
    await tabTo('Love');
    await page.keyboard.press('Space');
    await tabTo('Open headshot 2');
    await page.keyboard.press('Enter');
    await large(page).getByText(`2 of ${HEADSHOTS}`).waitFor();
    await page.keyboard.press('l');
    await page.keyboard.press('ArrowRight');
    await large(page).getByText(`3 of ${HEADSHOTS}`).waitFor();
    await page.keyboard.press('h');
    await page.keyboard.press('f');
    await page.getByText('This is your favorite now.').waitFor();
    await page.keyboard.press('Escape');
    await large(page).waitFor({ state: 'detached' });
    await until(async () => (await focused(page)) === 'Open headshot 3', 'the focus on the third headshot');
    const photos = await photosOf(model);
    expect(photos.slice(0, 4).map(({ likedStatus }) => likedStatus)).toEqual([
      'loved',
      'liked',
      'loved',
      'none',
    ]);
    const { photo } = await model.tenant.api.expect<{ photo: Photo }>(
      'GET',
      `${MODELS}/${model.modelId}/photos/favorite`,
    );
    expect(photo.id).toBe(photos[2]?.id);

    await page.getByRole('button', { name: /^Liked/ }).click();
    await until(async () => (await page.locator('.gallery .open').count()) === 3, 'three liked headshots');
    await page.getByRole('button', { name: /^Favorite \d/ }).click();
    await until(async () => (await page.locator('.gallery .open').count()) === 1, 'one favorite');
    await page.getByRole('button', { name: /^All/ }).click();
    await card(page, HEADSHOTS).waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('a headshot is put away and brought back, and another one is erased for good after a question', async () => {
    const model = await finishedModel();
    const window = await openGallery(model);
    const { page } = window;
    const [first, second] = await photosOf(model);
    await card(page, 1).click();
    await named(large(page), 'Favorite').click();
    await page.getByText('This is your favorite now.').waitFor();
    await named(large(page), 'Put away').click();
    await large(page)
      .getByText(`1 of ${HEADSHOTS - 1}`)
      .waitFor();
    await named(large(page), 'Undo').click();
    await large(page).getByText(`1 of ${HEADSHOTS}`).waitFor();
    await page.getByText('This is your favorite now.').waitFor();
    expect(await focused(page)).toBe('Put away');
    expect(await large(page).getByRole('button', { name: 'Favorite' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await named(large(page), 'Put away').click();
    await large(page)
      .getByText(`1 of ${HEADSHOTS - 1}`)
      .waitFor();
    await named(large(page), 'Erase for good').click();
    const question = page.getByRole('dialog', { name: 'Erase this headshot?' });
    await named(question, 'Cancel').click();
    await named(large(page), 'Erase for good').click();
    await named(question, 'Erase for good').click();
    await large(page)
      .getByText(`1 of ${HEADSHOTS - 2}`)
      .waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /^Put away 1/ }).click();
    expect(await page.getByRole('button', { name: /^Download/ }).count()).toBe(0);
    await named(page, 'Bring back').click();
    await page.getByText('Headshots that you put away are kept here').waitFor();
    await page.getByRole('button', { name: /^All 39/ }).click();
    await card(page, HEADSHOTS - 1).waitFor();
    const photos = await photosOf(model);
    expect(photos[0]?.id).toBe(first?.id);
    expect(photos.some(({ id }) => id === second?.id)).toBe(false);
    const erased = await model.tenant.api.call('GET', `${MODELS}/${model.modelId}/photos/${second?.id}`);
    expect(erased.status).toBe(404);
    expect(window.complaints).toEqual([]);
  });

  test('similar shows the headshots with the same backdrop or outfit, until another filter is chosen', async () => {
    const window = await openGallery(shared);
    const { page } = window;
    await card(page, 3).click();
    await named(large(page), 'Similar').click();
    await large(page).waitFor({ state: 'detached' });
    const wanted = (await photosOf(shared)).filter(
      ({ backdrop, outfit }, _, all) => backdrop === all[2]?.backdrop || outfit === all[2]?.outfit,
    );
    expect(wanted.length).toBeLessThan(HEADSHOTS);
    await named(page, `Similar ${wanted.length}`).waitFor();
    await named(page, `Download these ${wanted.length}`).waitFor();
    expect(await page.locator('.gallery .open').count()).toBe(wanted.length);
    expect(await focused(page)).toBe('Open headshot 1');
    await page.getByRole('button', { name: /^All/ }).click();
    await card(page, HEADSHOTS).waitFor();
    expect(await page.getByRole('button', { name: /^Similar/ }).count()).toBe(0);
    expect(window.complaints).toEqual([]);
  });

  test('a favorite that was put away and could not be chosen again is not shown as one', async () => {
    const model = await finishedModel();
    const window = await openGallery(model);
    const { page } = window;
    await card(page, 1).click();
    await named(large(page), 'Favorite').click();
    await page.getByText('This is your favorite now.').waitFor();
    await named(large(page), 'Put away').click();
    await page.route('**/api/member/photos/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await named(large(page), 'Undo').click();
    await large(page).getByText('The service cannot be reached.').waitFor();
    await large(page).getByText(`1 of ${HEADSHOTS}`).waitFor();
    expect(await named(large(page), 'Favorite').getAttribute('aria-pressed')).toBe('false');
    expect(window.complaints.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
  });

  test('a choice that an expired session could not save is saved by the next one', async () => {
    const model = await finishedModel();
    const window = await openGallery(model);
    const { page } = window;
    await page.evaluate(async () => {
      const [session = ''] = Object.values(sessionStorage) as string[];
      await fetch('/api/member/session', {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${session}` },
      });
    });
    await named(page, 'Love').nth(4).click();
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
    forgiveStatus(window, 401);
    await page.goto(model.signedUrl);
    await page.getByText('What you chose before has been saved.').waitFor();
    expect(await named(page, 'Love').nth(4).getAttribute('aria-pressed')).toBe('true');
    expect((await photosOf(model))[4]?.likedStatus).toBe('loved');
    expect(window.complaints).toEqual([]);
  });
});

describe('the large view', () => {
  test('the wheel, a double click, keys and two fingers zoom, and a swipe turns', async () => {
    const window = await openGallery(shared);
    const { page } = window;
    await card(page, 5).click();
    const stage = page.locator('.stage');
    const { x, y, width, height } = (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [middle, centre] = [x + width / 2, y + height / 2];
    const scale = () =>
      page
        .locator('.zoomable')
        .evaluate((element) => new DOMMatrix((element as HTMLElement).style.transform).a);

    await page.mouse.move(middle, centre);
    await page.mouse.wheel(0, -300);
    await until(async () => (await scale()) > 1.5, 'the zoom of the wheel');
    await page.locator('.zoomable img[src*="original.jpg"]').waitFor();
    await page.keyboard.press('0');
    await until(async () => (await scale()) === 1, 'the fitted headshot');
    // On a busy machine, the two clicks may be too far apart for a double click.
    await until(async () => {
      if ((await scale()) === 1) await page.mouse.dblclick(middle, centre);
      return (await scale()) === 2.5;
    }, 'the zoom of a double click');
    await page.keyboard.press('ArrowRight');
    // Enlarged, the arrows move the headshot.
    await large(page).getByText(`5 of ${HEADSHOTS}`).waitFor();
    await page.keyboard.press('0');

    const devtools = await page.context().newCDPSession(page);
    await fingers(devtools, [
      [point(middle - 40, centre), point(middle + 40, centre)],
      [point(middle - 120, centre), point(middle + 120, centre)],
    ]);
    await until(async () => (await scale()) > 2.5, 'the zoom of two fingers');
    await page.keyboard.press('0');
    const swipe = async (from: number, to: number, shown: number) => {
      const steps = [from, (from + to) / 2, to].map((x) => [point(middle + x, centre)]);
      await until(async () => {
        await fingers(devtools, steps);
        return await appears(large(page).getByText(`${shown} of ${HEADSHOTS}`));
      }, `a swipe to headshot ${shown}`);
    };
    await swipe(150, -200, 6);
    await swipe(-150, 200, 5);
    expect(window.complaints).toEqual([]);
  });

  test('a headshot that retouches none of the uploads has no comparison', async () => {
    const window = await openGallery(shared);
    await card(window.page, 1).click();
    await large(window.page).getByText(`1 of ${HEADSHOTS}`).waitFor();
    expect(await named(large(window.page), 'Before and after').count()).toBe(0);
    expect(window.complaints).toEqual([]);
  });
});

describe('the large view in a frame as high as the gallery', () => {
  test('is shown in the part of the frame that can be seen, wherever the page around it is scrolled to', async () => {
    const window = await openWindow();
    const { page } = window;
    await page.setViewportSize(WIDE);
    await page.goto(await servePartnerPage(shared.signedUrl));
    await page.locator('iframe').evaluate((frame) => {
      frame.style.height = '6000px';
      frame.style.width = '100%';
    });
    const studio = page.frameLocator('iframe');
    await studio.getByRole('button', { name: 'Open headshot 30', exact: true }).click();
    const dialog = studio.getByRole('dialog', { name: 'Headshot', exact: true });
    await expectInWindow(dialog, 500);
    await dialog.getByRole('button', { name: 'Crop', exact: true }).click();
    await expectInWindow(studio.getByRole('dialog', { name: 'Crop' }), 300);
    expect(window.complaints).toEqual([]);
  });
});

test('a copied link shows one headshot for most of a day', async () => {
  const window = await openGallery(shared);
  await window.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl });
  await card(window.page, 2).click();
  await named(large(window.page), 'Copy link').click();
  await window.page.getByText('The link is copied. Whoever has it can see this headshot until').waitFor();
  const link = await window.page.evaluate(() => navigator.clipboard.readText());
  const answer = await fetch(link);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(window.complaints).toEqual([]);
});

describe('downloads', () => {
  test('one headshot is downloaded in full size', async () => {
    const window = await openGallery(shared);
    await card(window.page, HEADSHOTS).click();
    const { name, bytes } = await downloaded(window.page, () =>
      named(large(window.page), 'Download').click(),
    );
    expect(name).toBe(`headshot-${HEADSHOTS}.jpg`);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1536, height: 1920 });
    expect(window.complaints).toEqual([]);
  });

  test('each crop has the pixels and the format of its shape, and what is outside the circle is transparent', async () => {
    const window = await openGallery(shared);
    const { page } = window;
    await card(page, 2).click();
    await named(large(page), 'Crop').click();
    const dialog = page.getByRole('dialog', { name: 'Crop' });
    await dialog.getByText('1080 × 1080').waitFor();
    const crops: Record<string, object> = {};
    const files: Record<string, Buffer> = {};
    for (const shape of ['Square', 'Circle', 'Portrait', 'LinkedIn', 'Slack', 'Teams', 'GitHub']) {
      await named(dialog, shape).click();
      const { name, bytes } = await downloaded(page, () => named(dialog, 'Download').click());
      const { format, width, height } = await sharp(bytes).metadata();
      crops[name] = { format, width, height };
      files[shape] = bytes;
    }
    expect(crops).toEqual({
      'headshot-02-square.jpg': { format: 'jpeg', width: 1080, height: 1080 },
      'headshot-02-circle.png': { format: 'png', width: 800, height: 800 },
      'headshot-02-portrait.jpg': { format: 'jpeg', width: 1080, height: 1350 },
      'headshot-02-linkedin.jpg': { format: 'jpeg', width: 800, height: 800 },
      'headshot-02-slack.jpg': { format: 'jpeg', width: 1024, height: 1024 },
      'headshot-02-teams.jpg': { format: 'jpeg', width: 648, height: 648 },
      'headshot-02-github.jpg': { format: 'jpeg', width: 500, height: 500 },
    });
    const { data } = await sharp(files.Circle).raw().toBuffer({ resolveWithObject: true });
    const opacity = (x: number, y: number) => data[(y * 800 + x) * 4 + 3];
    expect([opacity(2, 2), opacity(797, 2), opacity(400, 400), opacity(400, 4)]).toEqual([0, 0, 255, 255]);

    // The preview is moved by keys and zoomed by the slider, and the file is what it shows.
    await named(dialog, 'Square').click();
    await dialog.getByRole('slider').fill('2.5');
    await dialog.getByRole('img').focus();
    for (let press = 0; press < 12; press++) await page.keyboard.press('ArrowRight');
    const { bytes } = await downloaded(page, () => named(dialog, 'Download').click());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1080, height: 1080 });
    expect(bytes.equals(files.Square ?? Buffer.alloc(0))).toBe(false);
    expect(window.complaints).toEqual([]);
  });

  test('all headshots are one ZIP of readable JPEGs, collected in memory where there is no dialog for files', async () => {
    const window = await openGallery(shared);
    const { page } = window;
    await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    const { name, bytes } = await downloaded(page, () => named(page, `Download all ${HEADSHOTS}`).click());
    expect(name).toBe('headshots.zip');
    await expectHeadshots(bytes);
    await page.getByText('Your headshots are downloaded.').waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('the ZIP is written to the chosen file as it is made, and links that have expired are read again', async () => {
    const window = await openWindow();
    const { page } = window;
    await page.setViewportSize(WIDE);
    let lists = 0;
    await page.route('**/api/member/photos?*', async (route) => {
      lists += 1;
      const response = await route.fetch();
      const answer = (await response.json()) as { photos: object[] };
      const photos = answer.photos.map((photo) => ({
        ...photo,
        // The first answers are as old as links get.
        ...(lists <= 2 && { expiresAt: '2020-01-01T00:00:00.000Z' }),
      }));
      await route.fulfill({ response, json: { ...answer, photos } });
    });
    // A file of the browser's own file system stands for the one that a person chooses.
    await page.addInitScript(() => {
      const choose = async ({ suggestedName }: { suggestedName: string }) =>
        (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });
      Object.assign(window, { showSaveFilePicker: choose });
    });
    await page.goto(shared.signedUrl);
    await card(page, HEADSHOTS).waitFor();
    await named(page, `Download all ${HEADSHOTS}`).click();
    await page.getByText('Your headshots are downloaded.').waitFor();
    const bytes = await page.evaluate(async () => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle('headshots.zip');
      return [...new Uint8Array(await (await handle.getFile()).arrayBuffer())];
    });
    await expectHeadshots(Uint8Array.from(bytes));
    expect(lists).toBe(4);
    expect(window.complaints).toEqual([]);
  });
});

/** Expects that a dialog in a frame lies in the window, but for the border of the frame, and is not cut to nothing. */
async function expectInWindow(dialog: Locator, leastHeight: number): Promise<void> {
  const border = 4;
  await until(
    async () => {
      const box = await dialog.boundingBox();
      if (!box || box.height < leastHeight) return false;
      return box.y >= -border && box.y + box.height <= WIDE.height + border;
    },
    'the dialog in the window',
    30_000,
  );
}

async function expectHeadshots(archive: Uint8Array): Promise<void> {
  const files = unzipSync(archive);
  const names = Array.from(
    { length: HEADSHOTS },
    (_, index) => `headshot-${String(index + 1).padStart(2, '0')}.jpg`,
  );
  expect(Object.keys(files)).toEqual(names);
  for (const bytes of Object.values(files))
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1536, height: 1920 });
}

interface TouchPoint {
  x: number;
  y: number;
}
const point = (x: number, y: number): TouchPoint => ({ x, y });

/** Whether something is shown within ten seconds, in which a busy machine has answered. */
function appears(element: Locator): Promise<boolean> {
  return element.waitFor({ timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

/** Puts one or two fingers on the screen, moves them through the steps and lifts them. */
async function fingers(session: CDPSession, steps: readonly TouchPoint[][]): Promise<void> {
  for (const [index, touchPoints] of steps.entries()) {
    const points = touchPoints.map((each, id) => ({ ...each, id }));
    const type = index === 0 ? 'touchStart' : 'touchMove';
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
