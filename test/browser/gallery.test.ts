import { unzipSync } from 'fflate';
import type { CDPSession, Locator, Route } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createModel, freshTenant, MODELS, submittedModel, until } from '../support/tenant.ts';
import { DESKTOP, openWindow, PHONE } from './browser.ts';
import {
  type Finished,
  favoriteOf,
  finishedModel,
  Gallery,
  HEADSHOTS,
  openGallery,
  photosOf,
} from './gallery-page.ts';
import { servePartnerPage } from './partner-page.ts';
import { chooseFile, recordShifts, Screen, withoutFileDialog } from './screen.ts';

const PROGRESS = { percent: 42, secondsLeft: 1260 };

/** A model whose headshots stay as they are, and one in which tests choose and erase. */
let shared: Finished;
let changed: Finished;

beforeAll(async () => {
  const tenant = await freshTenant();
  [shared, changed] = await Promise.all([finishedModel(tenant), finishedModel(tenant)]);
}, 180_000);

/** Changes the overviews that the page gets of its model, while there is a change. */
async function changeOverview(
  { page }: Screen,
  changeOf: () => { model: object; progress?: object } | undefined,
): Promise<void> {
  await page.route('**/api/member', async (route) => {
    const response = await route.fetch();
    const overview = (await response.json()) as { model: object };
    const change = changeOf();
    await route.fulfill({
      response,
      json: { ...overview, ...change, model: { ...overview.model, ...change?.model } },
    });
  });
}

describe('waiting for headshots', () => {
  test('the progress with its percentage survives a reload and leads to the gallery', async () => {
    const { signedUrl } = await submittedModel(await freshTenant(), { isDevelopment: true });
    const gallery = new Gallery(await openWindow());
    const { page } = gallery;
    // A development model is ready within seconds, at times before the page has asked once.
    let isInTheMaking = true;
    await changeOverview(gallery, () =>
      isInTheMaking ? { model: { status: 'pending' }, progress: PROGRESS } : undefined,
    );
    await page.goto(signedUrl);
    const progress = page.getByRole('progressbar', { name: 'Progress' });
    for (const visit of ['first', 'after a reload']) {
      await progress.waitFor();
      await gallery.sees('Come back later', 'About 21 minutes left');
      expect([visit, await progress.getAttribute('aria-valuenow')]).toEqual([visit, '42']);
      const title = '42 % · We are making your headshots';
      await until(async () => (await page.title()) === title, `the share in the title, ${visit}`);
      await page.reload();
    }
    await progress.waitFor();
    isInTheMaking = false;
    await gallery.seesHeading('Your headshots');
    await gallery.waitUntilComplete();
    expect(await page.title()).toBe('Your headshots');
  });

  test('a failed model says in the language of the page what happens next', async () => {
    const { signedUrl } = await createModel(await freshTenant());
    const screen = new Screen(await openWindow());
    let failure: object = {};
    await changeOverview(screen, () => ({ model: { status: 'failed', ...failure } }));
    const refused = { final: true, failureReason: 'photos-refused' };
    for (const [language, reason, sentence] of [
      ['en', {}, 'We start over by ourselves'],
      ['de', {}, 'Wir fangen von selbst neu an'],
      ['en', refused, 'Choose photos that show only you'],
      ['de', refused, 'Wähle Fotos, die nur dich zeigen'],
      ['en', { final: true, failureReason: 'internal-error' }, 'not because of your photos'],
    ] as const) {
      failure = reason;
      await screen.page.goto(`${signedUrl}&language=${language}`);
      await screen.sees(sentence);
    }
  });
});

describe('the gallery', () => {
  test('nothing shifts while it loads, on a phone and on a desktop', async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      const { page } = await openWindow();
      await page.setViewportSize(viewport);
      const { shifts } = await recordShifts(page);
      await page.goto(shared.signedUrl);
      const image = page.getByRole('img', { name: 'Headshot 1', exact: true });
      await until(
        () => image.evaluate((element) => (element as HTMLImageElement).naturalWidth > 0),
        'the first thumbnail',
      );
      await page.waitForLoadState('networkidle');
      expect(await shifts()).toEqual([]);
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
    const gallery = await openGallery(changed);
    const { keyboard } = gallery.page;
    const tabTo = async (label: string) => {
      for (let presses = 0; presses < 60 && (await gallery.focused()) !== label; presses++)
        await keyboard.press('Tab');
      expect(await gallery.focused()).toBe(label);
    };
    await tabTo('Open headshot 1');
    await tabTo('Love');
    await keyboard.press('Space');
    await tabTo('Open headshot 2');
    await keyboard.press('Enter');
    await gallery.shows(2);
    await keyboard.press('l');
    await keyboard.press('ArrowRight');
    await gallery.shows(3);
    await keyboard.press('h');
    await keyboard.press('f');
    await gallery.sees('This is your favorite now.');
    await keyboard.press('Escape');
    await gallery.large.waitUntilGone();
    await until(
      async () => (await gallery.focused()) === 'Open headshot 3',
      'the focus on the third headshot',
    );
    const photos = await photosOf(changed);
    const liked = photos.slice(0, 4).map(({ likedStatus }) => likedStatus);
    expect(liked).toEqual(['loved', 'liked', 'loved', 'none']);
    expect(await favoriteOf(changed)).toBe(photos[2]?.id);

    await gallery.press(/^Liked/);
    await until(async () => (await gallery.count()) === 3, 'three liked headshots');
    await gallery.press(/^Favorite \d/);
    await until(async () => (await gallery.count()) === 1, 'one favorite');
    await gallery.press(/^All/);
    await gallery.waitUntilComplete();
  });

  test('headshots and thumbnails that cannot be read at first are read again', async () => {
    const gallery = new Gallery(await openWindow());
    const { page } = gallery;
    const fail = (route: Route) => route.fulfill({ status: 503, json: {} });
    await page.route(/member\/photos\?.*status=active/, fail, { times: 1 });
    await page.route('**/thumbnail.jpg*', (route) => route.abort(), { times: 1 });
    const broken = () =>
      page.evaluate(
        () =>
          [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth === 0).length,
      );
    await page.goto(shared.signedUrl);
    await gallery.sees('Something went wrong on our side.');
    await gallery.waitUntilComplete();
    expect(await gallery.count()).toBe(HEADSHOTS);
    await expect.poll(broken).toBe(1);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(broken).toBe(0);
    await gallery.forgive(503);
    await gallery.forgive(/ERR_FAILED/);
  });

  test('a choice for a headshot that was deleted elsewhere says so, and reads what is left', async () => {
    const gallery = await openGallery(shared);
    const gone = { status: 404, json: { success: false, code: 'NOT_FOUND', error: 'It does not exist.' } };
    await gallery.page.route('**/api/member/photos/*', (route) => route.fulfill(gone), { times: 1 });
    const [overview, list] = [/api\/member$/, /member\/photos\?.*status=active/].map((address) =>
      gallery.page.waitForResponse(address),
    );
    await gallery.button('Love').first().click();
    await gallery.sees('That was deleted in the meantime.');
    await Promise.all([overview, list]);
    await gallery.forgive(404);
  });

  test('a headshot is put away and brought back, and another one is erased for good after a question', async () => {
    const gallery = await openGallery(changed);
    const { large, page } = gallery;
    const [first, second] = await photosOf(changed);
    await gallery.open(1);
    await large.press('Favorite');
    await gallery.sees('This is your favorite now.');
    await large.press('Put away');
    await gallery.sees('The headshot is put away. You no longer have a favorite.');
    await gallery.shows(1, HEADSHOTS - 1);
    await large.press('Undo');
    await gallery.shows(1);
    await gallery.sees('This is your favorite now.');
    expect(await gallery.focused()).toBe('Put away');
    expect(await large.button('Favorite').getAttribute('aria-pressed')).toBe('true');
    await large.button('Put away').evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await gallery.shows(1, HEADSHOTS - 1);
    expect(await large.place.getByRole('alert').textContent()).toBe('');
    const question = gallery.dialog('Erase this headshot?');
    await large.press('Erase for good');
    await question.press('Cancel');
    expect(await gallery.focused()).toBe('Erase for good');
    await large.press('Erase for good');
    await question.press('Erase for good');
    await gallery.shows(1, HEADSHOTS - 2);
    await page.keyboard.press('Escape');

    await gallery.press(/^Put away 1/);
    expect(await gallery.button(/^Download/).count()).toBe(0);
    await gallery.press('Bring back');
    await gallery.sees('Headshots that you put away are kept here');
    await gallery.press(/^All 39/);
    await gallery.card(HEADSHOTS - 1).waitFor();
    const photos = await photosOf(changed);
    expect(photos[0]?.id).toBe(first?.id);
    expect(photos.some(({ id }) => id === second?.id)).toBe(false);
    const erased = `${MODELS}/${changed.modelId}/photos/${second?.id}`;
    expect((await changed.tenant.api.call('GET', erased)).status).toBe(404);
  });

  test('similar shows the headshots with the same backdrop or outfit, until another filter is chosen', async () => {
    const gallery = await openGallery(shared);
    await gallery.open(3);
    await gallery.large.press('Similar');
    await gallery.large.waitUntilGone();
    const wanted = (await photosOf(shared)).filter(
      ({ backdrop, outfit }, _, all) => backdrop === all[2]?.backdrop || outfit === all[2]?.outfit,
    );
    expect(wanted.length).toBeLessThan(HEADSHOTS);
    await gallery.button(`Similar ${wanted.length}`).waitFor();
    await gallery.button(`Download these ${wanted.length}`).waitFor();
    expect(await gallery.count()).toBe(wanted.length);
    expect(await gallery.focused()).toBe('Open headshot 1');
    await gallery.press(/^All/);
    await gallery.waitUntilComplete();
    expect(await gallery.button(/^Similar/).count()).toBe(0);
  });

  test('a favorite that was put away and could not be chosen again is not shown as one', async () => {
    const gallery = await openGallery(shared);
    const { large, page } = gallery;
    await gallery.open(1);
    await large.press('Favorite');
    await gallery.sees('This is your favorite now.');
    await large.press('Put away');
    await page.route('**/api/member/photos/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await large.press('Undo');
    await large.sees('The service cannot be reached.');
    await gallery.shows(1);
    expect(await large.button('Favorite').getAttribute('aria-pressed')).toBe('false');
    await gallery.forgive(/ERR_FAILED/);
  });

  test('a choice that an expired session could not save is saved by the next one, also at its second try', async () => {
    const gallery = await openGallery(shared);
    const { page } = gallery;
    await page.evaluate(async () => {
      const [session = ''] = Object.values(sessionStorage) as string[];
      await fetch('/api/member/session', {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${session}` },
      });
    });
    await gallery.button('Love').nth(4).click();
    await gallery.seesHeading('This link has expired');
    await gallery.forgive(401);
    await page.route('**/api/member/photos/*', (route) => route.abort(), { times: 1 });
    await page.goto(shared.signedUrl);
    await gallery.sees('What you chose before has been saved.');
    await gallery.forgive(/ERR_FAILED/);
    expect(await gallery.button('Love').nth(4).getAttribute('aria-pressed')).toBe('true');
    expect((await photosOf(shared))[4]?.likedStatus).toBe('loved');
  });
});

describe('the large view', () => {
  test('the wheel, a double click, keys and two fingers zoom, and a swipe turns', async () => {
    const gallery = await openGallery(shared);
    const { page } = gallery;
    await gallery.open(5);
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
    await gallery.shows(5);
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
        return await appears(gallery.large.place.getByText(`${shown} of ${HEADSHOTS}`));
      }, `a swipe to headshot ${shown}`);
    };
    await swipe(150, -200, 6);
    await swipe(-150, 200, 5);
  });

  test('the way back closes a tool, then the large view, and leaves the gallery once both are closed', async () => {
    const gallery = await openGallery(shared);
    const { large, page } = gallery;
    const crop = gallery.dialog('Crop');
    await gallery.open(2);
    await large.press('Crop');
    await crop.waitUntilShown();
    await page.goBack();
    await crop.waitUntilGone();
    await gallery.shows(2);
    await page.goBack();
    await large.waitUntilGone();

    // Closed by keys, both leave no way back to where they were open, and the focus where they were opened.
    await gallery.open(2);
    await large.press('Crop');
    await page.keyboard.press('Escape');
    await crop.waitUntilGone();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await gallery.shows(HEADSHOTS);
    await page.keyboard.press('Escape');
    await large.waitUntilGone();
    await expectInWindow(gallery.card(HEADSHOTS), 100);
    await page.goForward();
    await page.waitForFunction(() => Reflect.get(history.state, 'views') === undefined);
    await page.goBack();
    expect(page.url()).toBe('about:blank');
  });
});

test('on a phone on its side, a headshot is as high as the screen, beside its tools', async () => {
  const gallery = await openGallery(shared, { isPhone: true });
  const { large, page } = gallery;
  await page.setViewportSize({ width: 568, height: 320 });
  await gallery.open(1);
  expect((await page.locator('.stage').boundingBox())?.height).toBe(320);
  await large.button('Download').click({ trial: true });
});

describe('the large view in a frame as high as the gallery', () => {
  test('is shown in the part of the frame that can be seen, wherever the page around it is scrolled to', async () => {
    const window = await openWindow();
    const { page } = window;
    await page.setViewportSize(DESKTOP);
    await page.goto(await servePartnerPage(shared.signedUrl));
    await page.locator('iframe').evaluate((frame) => {
      frame.style.height = '6000px';
      frame.style.width = '100%';
    });
    const gallery = new Gallery(window, page.frameLocator('iframe'));
    await gallery.open(30);
    await expectInWindow(gallery.large.place as Locator, 500);
    await gallery.large.press('Crop');
    await expectInWindow(gallery.dialog('Crop').place as Locator, 300);
    // The way back of the whole window.
    for (const closed of [gallery.dialog('Crop'), gallery.large]) {
      await page.evaluate(() => history.back());
      await closed.waitUntilGone();
    }
    await gallery.open(29);
  });
});

test('a copied link shows one headshot for most of a day, and one that retouches no upload has no comparison', async () => {
  const gallery = await openGallery(shared);
  await gallery.open(2);
  expect(await gallery.large.button('Before and after').count()).toBe(0);
  await gallery.large.press('Copy link');
  await gallery.sees('The link is copied. Whoever has it can see this headshot until');
  // The button was disabled meanwhile.
  await gallery.page.keyboard.press('ArrowRight');
  await gallery.shows(3);
  const answer = await fetch(await gallery.clipboard());
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});

describe('downloads', () => {
  test('a headshot has its full size, and each crop the pixels and the format of its shape, transparent outside the circle', async () => {
    const gallery = await openGallery(shared);
    await gallery.open(2);
    const { name, bytes: whole } = await gallery.large.download('Download');
    expect(name).toBe('headshot-02.jpg');
    expect(await sharp(whole).metadata()).toMatchObject({ format: 'jpeg', width: 1536, height: 1920 });
    await gallery.large.press('Crop');
    const dialog = gallery.dialog('Crop');
    await dialog.sees('1080 × 1080');
    const crops: Record<string, object> = {};
    const files: Record<string, Buffer> = {};
    for (const shape of ['Square', 'Circle', 'Portrait', 'LinkedIn', 'Slack', 'Teams', 'GitHub']) {
      await dialog.press(shape);
      const { name, bytes } = await dialog.download('Download');
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
    await dialog.press('Square');
    await dialog.place.getByRole('slider').fill('2.5');
    await dialog.place.getByRole('img').focus();
    for (let press = 0; press < 12; press++) await gallery.page.keyboard.press('ArrowRight');
    const { bytes } = await dialog.download('Download');
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1080, height: 1080 });
    expect(bytes.equals(files.Square ?? Buffer.alloc(0))).toBe(false);
  });

  test('on a phone, the names of all shapes are in sight', async () => {
    const gallery = await openGallery(shared);
    await gallery.page.setViewportSize({ width: 360, height: 640 });
    await gallery.open(1);
    await gallery.large.press('Crop');
    const shapes = gallery.dialog('Crop').place.getByRole('group', { name: 'Shape' });
    expect(await shapes.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  test('all headshots are one ZIP of readable JPEGs, collected in memory where there is no dialog for files', async () => {
    const gallery = await openGallery(shared);
    await withoutFileDialog(gallery.page);
    const { name, bytes } = await gallery.download(`Download all ${HEADSHOTS}`);
    expect(name).toBe('headshots.zip');
    await expectHeadshots(bytes);
    await gallery.sees('Your headshots are downloaded.');
  });

  test('a filter that shows one headshot downloads its image', async () => {
    const gallery = await openGallery(shared);
    await gallery.button('Favorite').nth(2).click();
    await gallery.sees('This is your favorite now.');
    await gallery.press(/^Favorite 1/);
    const { name, bytes } = await gallery.download('Download it');
    expect(name).toBe('headshot-03.jpg');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1536, height: 1920 });
  });

  test('the ZIP is written to the chosen file as it is made, and links that have expired are read again', async () => {
    const gallery = new Gallery(await openWindow());
    const { page } = gallery;
    await page.setViewportSize(DESKTOP);
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
    const file = await chooseFile(page);
    await page.goto(shared.signedUrl);
    await gallery.waitUntilComplete();
    await gallery.press(`Download all ${HEADSHOTS}`);
    await gallery.sees('Your headshots are downloaded.');
    const { name, bytes } = await file.saved();
    expect(name).toBe('headshots.zip');
    await expectHeadshots(bytes);
    expect(lists).toBe(4);
  });
});

/** Expects that a dialog in a frame lies in the window, but for the border of the frame, and is not cut to nothing. */
async function expectInWindow(dialog: Locator, leastHeight: number): Promise<void> {
  const border = 4;
  await until(
    async () => {
      const box = await dialog.boundingBox();
      if (!box || box.height < leastHeight) return false;
      return box.y >= -border && box.y + box.height <= DESKTOP.height + border;
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
