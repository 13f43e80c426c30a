import type { Frame } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { OUTFIT_NAMES } from '../../shared/contract/styles.ts';
import { createModel, freshTenant, MODELS, openMember, type Tenant, until } from '../support/tenant.ts';
import { openWindow, type Window } from './browser.ts';
import { finishedModel, HEADSHOTS } from './gallery-page.ts';
import { servePartnerPage } from './partner-page.ts';
import { drawnPortraits, Studio } from './upload-page.ts';

const portraits = await drawnPortraits(5);

describe('the studio in the frame of a partner', () => {
  test('uploads photos, shows the headshots, and sets the favorite that the partner reads', async () => {
    const tenant = await freshTenant({ credits: 0 });
    const { modelId, signedUrl } = await createModel(tenant, { isDevelopment: true });
    const partner = await servePartnerPage(signedUrl);
    const window = await openWindow({ deniesStorage: true });
    await window.page.goto(partner);
    const { frame, studio } = framed(window, 0);

    await studio.accepts(0);
    expect(frame().url()).not.toContain('token');
    await expectBlocked(studio, 'Add 4 photos');

    await studio.choose(...portraits.slice(0, 4), {
      name: 'notes.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('Not an image.'),
    });
    await studio.accepts(4);
    const refused = studio.entry('notes.jpg');
    await refused.sees('This file is not an image.');
    await refused.press('Remove notes.jpg');
    await refused.waitUntilGone();

    await studio.press('Remove portrait-0.jpg');
    await expectBlocked(studio, 'Add 1 more photo');
    await studio.choose(...portraits.slice(4));
    await studio.accepts(4);
    const backdrops = studio.region('Backdrops').place.getByRole('checkbox');
    for (const tile of await backdrops.all()) await tile.uncheck();
    await expectBlocked(studio, 'Choose a backdrop');
    await studio.button('Choose a backdrop').press('Enter');
    expect(await backdrops.first().evaluate((tile) => tile === document.activeElement)).toBe(true);
    await studio.check('Office', 'Garden');
    await studio.uncheck('Fine knitwear');
    await expectBlocked(studio, 'Choose how to portray you');
    await studio.pick('Female');
    await studio.fill('Name', 'Alex Doe');
    const submitted = window.page.waitForRequest((request) => request.url().endsWith('/onboarding'));
    await studio.press('Make my headshots');
    expect((await submitted).postDataJSON()).toEqual({
      trigger: 'female',
      name: 'Alex Doe',
      styles: {
        backdrops: ['office', 'garden'],
        outfits: OUTFIT_NAMES.filter((outfit) => outfit !== 'knitwear'),
      },
    });

    await studio.seesHeading('Your headshots');
    await studio.button(`Open headshot ${HEADSHOTS}`).waitFor();
    await expectImage(studio, 'Headshot 1');

    await studio.button('Love').first().click();
    await studio.place.getByRole('button', { name: 'Love', pressed: true }).waitFor();
    await studio.button('Favorite').nth(1).click();
    await studio.sees('This is your favorite now.');
    const { photos } = await tenant.api.expect<Photos>('GET', `${MODELS}/${modelId}/photos`);
    const favorite = await tenant.api.expect<{ photo: { id: string } }>(
      'GET',
      `${MODELS}/${modelId}/photos/favorite`,
    );
    expect(favorite.photo.id).toBe(photos[1]?.id);
    expect(photos.filter(({ likedStatus }) => likedStatus === 'loved')).toEqual([photos[0]]);
    expect(await modelOf(tenant, modelId)).toMatchObject({ title: 'Alex Doe', trigger: 'female' });
  });

  test('enlarges headshots, puts one away, and erases everything after a confirmation', async () => {
    const { tenant, ...model } = await finishedModel();
    const partner = await servePartnerPage(model.signedUrl);
    const window = await openWindow({ colorScheme: 'dark' });
    await window.page.goto(partner);
    const { studio } = framed(window, 0);

    await studio.press('Open headshot 2');
    await studio.sees(`2 of ${HEADSHOTS}`);
    await window.page.keyboard.press('ArrowLeft');
    await window.page.keyboard.press('ArrowLeft');
    await studio.sees(`${HEADSHOTS} of ${HEADSHOTS}`);
    await studio.dialog('Headshot').press('Put away');
    await studio.sees(`1 of ${HEADSHOTS - 1}`);
    await window.page.keyboard.press('Escape');
    expect(await modelOf(tenant, model.modelId)).toMatchObject({
      photoCount: HEADSHOTS,
      availableCount: HEADSHOTS - 1,
    });

    const question = studio.dialog('Erase everything?');
    await studio.press('Erase everything');
    await question.press('Cancel');
    expect(await modelOf(tenant, model.modelId)).toMatchObject({ status: 'active' });
    await studio.press('Erase everything');
    await question.press('Erase everything');
    await studio.seesHeading('Everything is erased');
    expect(await modelOf(tenant, model.modelId)).toMatchObject({ status: 'deleted' });
  });

  test('keeps the member of each of two frames over a reload', async () => {
    const tenant = await freshTenant();
    const [anna, bert] = [await createModel(tenant), await createModel(tenant)];
    const partner = await servePartnerPage(anna.signedUrl, bert.signedUrl);
    const window = await openWindow();
    await window.page.goto(partner);
    const frames = [framed(window, 0), framed(window, 1)] as const;
    await frames[0].studio.choose(...portraits.slice(0, 1));
    await frames[0].studio.accepts(1);
    await frames[1].studio.accepts(0);

    for (const { frame } of frames) {
      await Promise.all([
        window.page.waitForResponse((response) => new URL(response.url()).pathname === '/api/member'),
        frame().evaluate(() => location.reload()),
      ]);
    }
    await frames[0].studio.accepts(1);
    await frames[1].studio.accepts(0);
    expect(frames.map(({ frame }) => new URL(frame().url()).search)).toEqual(['', '']);
    expect(await window.context.cookies()).toEqual([]);
  });

  test('shows that the link has expired for an invalid link and after the session has ended', async () => {
    const tenant = await freshTenant();
    const model = await createModel(tenant);
    const window = await openWindow();
    const expired = window.page.getByRole('heading', { name: 'This link has expired' });
    await window.page.goto(model.signedUrl.replace('token=', 'token=x'));
    await expired.waitFor();
    expect(new URL(window.page.url()).search).toBe('');

    // The page is framed as one token allows, so it must not open the session of another.
    await window.page.goto(`${model.signedUrl}&token=x`);
    await expired.waitFor();
    await window.page.goto(model.signedUrl.replace('token=', 'token=x&token='));
    await expired.waitFor();
    await window.forgive(400);

    await window.page.goto(model.signedUrl);
    await window.page.getByText('0 of at least 4').waitFor();
    await (await openMember(model)).expect('DELETE', '/api/member/model');
    await new Studio(window).choose(...portraits.slice(0, 1));
    await expired.waitFor();
    await window.forgive(401);
  });
});

interface Photos {
  photos: { id: string; likedStatus: string }[];
}

function framed(window: Window, index: number): { frame(): Frame; studio: Studio } {
  const { page } = window;
  return {
    frame: () => {
      const frame = page.frame({ name: `frame-${index}` });
      if (!frame) throw new Error(`The partner's page has no frame ${index}.`);
      return frame;
    },
    studio: new Studio(window, page.frameLocator(`iframe[name=frame-${index}]`)),
  };
}

/** Expects that the button says what is missing, and that the form cannot be submitted. */
async function expectBlocked(studio: Studio, label: string): Promise<void> {
  const button = studio.button(label);
  await button.waitFor();
  expect(await button.getAttribute('aria-disabled')).toBe('true');
}

/** Expects that the browser has loaded and decoded an image. */
async function expectImage(studio: Studio, name: string): Promise<void> {
  const image = studio.place.getByRole('img', { name, exact: true });
  const isDecoded = () => image.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0);
  await until(isDecoded, `the image ${name}`);
}

async function modelOf(tenant: Tenant, modelId: string): Promise<object> {
  const { model } = await tenant.api.expect<{ model: object }>('GET', `${MODELS}/${modelId}`);
  return model;
}
