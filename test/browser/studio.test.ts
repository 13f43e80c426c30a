import type { Frame, FrameLocator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { OUTFIT_NAMES } from '../../shared/contract/styles.ts';
import { createModel, freshTenant, MODELS, openMember, type Tenant, until } from '../support/tenant.ts';
import { openWindow } from './browser.ts';
import { finishedModel, HEADSHOTS } from './gallery-page.ts';
import { servePartnerPage } from './partner-page.ts';
import { choose, drawnPortraits, type PickedFile } from './upload-page.ts';

let portraits: PickedFile[];

beforeAll(async () => {
  portraits = await drawnPortraits(5);
});

describe('the studio in the frame of a partner', () => {
  test('uploads photos, shows the headshots, and sets the favorite that the partner reads', async () => {
    const tenant = await freshTenant({ credits: 0 });
    const { modelId, signedUrl } = await createModel(tenant, { isDevelopment: true });
    const partner = await servePartnerPage(signedUrl);
    const window = await openWindow({ deniesStorage: true });
    await window.page.goto(partner);
    const { frame, studio } = framed(window.page, 0);

    await studio.getByText('0 of at least 4').waitFor();
    expect(frame().url()).not.toContain('token');
    await expectBlocked(studio, 'Add 4 photos');

    await choose(studio, [
      ...portraits.slice(0, 4),
      { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Not an image.') },
    ]);
    await studio.getByText('4 of up to 25').waitFor();
    const refused = studio.getByRole('listitem').filter({ hasText: 'notes.jpg' });
    await refused.getByText('This file is not an image.').waitFor();
    await refused.getByRole('button', { name: 'Remove notes.jpg' }).click();
    await refused.waitFor({ state: 'detached' });

    await studio.getByRole('button', { name: 'Remove portrait-0.jpg' }).click();
    await expectBlocked(studio, 'Add 1 more photo');
    await choose(studio, portraits.slice(4));
    await studio.getByText('4 of up to 25').waitFor();
    const backdrops = studio.getByRole('region', { name: 'Backdrops' }).getByRole('checkbox');
    for (const tile of await backdrops.all()) await tile.uncheck();
    await expectBlocked(studio, 'Choose a backdrop');
    await studio.getByRole('button', { name: 'Choose a backdrop' }).press('Enter');
    expect(await backdrops.first().evaluate((tile) => tile === document.activeElement)).toBe(true);
    await studio.getByRole('checkbox', { name: 'Office' }).check();
    await studio.getByRole('checkbox', { name: 'Garden' }).check();
    await studio.getByRole('checkbox', { name: 'Fine knitwear' }).uncheck();
    await expectBlocked(studio, 'Choose how to portray you');
    await studio.getByRole('radio', { name: 'Female' }).check();
    await studio.getByLabel('Name').fill('Alex Doe');
    const submitted = window.page.waitForRequest((request) => request.url().endsWith('/onboarding'));
    await submitButton(studio).click();
    expect((await submitted).postDataJSON()).toEqual({
      trigger: 'female',
      name: 'Alex Doe',
      styles: {
        backdrops: ['office', 'garden'],
        outfits: OUTFIT_NAMES.filter((outfit) => outfit !== 'knitwear'),
      },
    });

    await studio.getByRole('heading', { name: 'Your headshots', exact: true }).waitFor();
    await studio
      .getByRole('button', { name: /^Open headshot/ })
      .nth(HEADSHOTS - 1)
      .waitFor();
    await expectImage(studio, 'Headshot 1');

    await studio.getByRole('button', { name: 'Love', exact: true }).first().click();
    await studio.getByRole('button', { name: 'Love', pressed: true }).waitFor();
    await studio.getByRole('button', { name: 'Favorite', exact: true }).nth(1).click();
    await studio.getByText('This is your favorite now.').waitFor();
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
    const { studio } = framed(window.page, 0);

    await studio.getByRole('button', { name: 'Open headshot 2', exact: true }).click();
    await studio.getByText(`2 of ${HEADSHOTS}`).waitFor();
    await window.page.keyboard.press('ArrowLeft');
    await window.page.keyboard.press('ArrowLeft');
    await studio.getByText(`${HEADSHOTS} of ${HEADSHOTS}`).waitFor();
    await studio
      .getByRole('dialog', { name: 'Headshot', exact: true })
      .getByRole('button', { name: 'Put away' })
      .click();
    await studio.getByText(`1 of ${HEADSHOTS - 1}`).waitFor();
    await window.page.keyboard.press('Escape');
    expect(await modelOf(tenant, model.modelId)).toMatchObject({
      photoCount: HEADSHOTS,
      availableCount: HEADSHOTS - 1,
    });

    const deletion = studio.getByRole('button', { name: 'Erase everything' });
    const question = studio.getByRole('dialog', { name: 'Erase everything?' });
    await deletion.click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await modelOf(tenant, model.modelId)).toMatchObject({ status: 'active' });
    await deletion.click();
    await question.getByRole('button', { name: 'Erase everything' }).click();
    await studio.getByRole('heading', { name: 'Everything is erased' }).waitFor();
    expect(await modelOf(tenant, model.modelId)).toMatchObject({ status: 'deleted' });
  });

  test('keeps the member of each of two frames over a reload', async () => {
    const tenant = await freshTenant();
    const [anna, bert] = [await createModel(tenant), await createModel(tenant)];
    const partner = await servePartnerPage(anna.signedUrl, bert.signedUrl);
    const window = await openWindow();
    await window.page.goto(partner);
    const frames = [framed(window.page, 0), framed(window.page, 1)] as const;
    await choose(frames[0].studio, portraits.slice(0, 1));
    await frames[0].studio.getByText('1 of at least 4').waitFor();
    await frames[1].studio.getByText('0 of at least 4').waitFor();

    for (const { frame } of frames) {
      await Promise.all([
        window.page.waitForResponse((response) => new URL(response.url()).pathname === '/api/member'),
        frame().evaluate(() => location.reload()),
      ]);
    }
    await frames[0].studio.getByText('1 of at least 4').waitFor();
    await frames[1].studio.getByText('0 of at least 4').waitFor();
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
    await choose(window.page, portraits.slice(0, 1));
    await expired.waitFor();
    await window.forgive(401);
  });
});

interface Photos {
  photos: { id: string; likedStatus: string }[];
}

function framed(page: Page, index: number): { frame(): Frame; studio: FrameLocator } {
  return {
    frame: () => {
      const frame = page.frame({ name: `frame-${index}` });
      if (!frame) throw new Error(`The partner's page has no frame ${index}.`);
      return frame;
    },
    studio: page.frameLocator(`iframe[name=frame-${index}]`),
  };
}

function submitButton(studio: FrameLocator) {
  return studio.getByRole('button', { name: 'Make my headshots' });
}

/** Expects that the button says what is missing, and that the form cannot be submitted. */
async function expectBlocked(studio: FrameLocator, label: string): Promise<void> {
  const button = studio.getByRole('button', { name: label, exact: true });
  await button.waitFor();
  expect(await button.getAttribute('aria-disabled')).toBe('true');
}

/** Expects that the browser has loaded and decoded an image. */
async function expectImage(studio: FrameLocator, name: string): Promise<void> {
  const image = studio.getByRole('img', { name, exact: true });
  const isDecoded = () => image.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0);
  await until(isDecoded, `the image ${name}`);
}

async function modelOf(tenant: Tenant, modelId: string): Promise<object> {
  const { model } = await tenant.api.expect<{ model: object }>('GET', `${MODELS}/${modelId}`);
  return model;
}
