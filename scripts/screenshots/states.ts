import type { Page, Route } from 'playwright-core';
import { BACKDROPS, entriesIn, OUTFITS } from '../../shared/contract/styles.ts';
import type { World } from './world.ts';

/** One state of a page. */
export interface State {
  /** The name of its files, and the word by which `--only` finds it. */
  name: string;
  /** Brings the page into the state. Called for a phone and for a desktop, each with an empty profile. */
  open(page: Page, world: World): Promise<void>;
  /** True for a dialog, and for a page so long that only its beginning is of interest. */
  isOneView?: true;
}

/** The sections of the owner's desk, as in web/admin. */
const DESK = [
  'overview',
  'invites',
  'models',
  'keys',
  'webhooks',
  'deliveries',
  'reports',
  'users',
  'settings',
  'branding',
  'sessions',
  'audit',
];

/** Screens that count, draw or load for a moment are at rest after this time. */
const SETTLE_MS = 1200;

const heading = (page: Page, level = 1) => page.getByRole('heading', { level }).first().waitFor();

/** A state of an address whose page needs nothing but to be loaded. */
const at = (name: string, address: (world: World) => string): State => ({
  name,
  open: async (page, world) => {
    await page.goto(address(world));
    await heading(page);
  },
});

/** The state of a member, with changes to what the service answers about it. */
const memberWith = (name: string, changes: object): State => ({
  name,
  open: async (page, { signedUrls }) => {
    await page.route('**/api/member', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { model: object };
      const { model, ...others } = { model: {}, ...changes };
      await route.fulfill({ response, json: { ...answer, ...others, model: { ...answer.model, ...model } } });
    });
    await page.goto(signedUrls.uploaded);
    await heading(page);
    await page.waitForTimeout(SETTLE_MS);
  },
});

/** A section of the owner's desk. */
const desk = (section: string): State => ({
  name: `admin-${section}`,
  open: (page, { baseUrl, userSession }) => openDesk(page, `${baseUrl}/admin#/${section}`, userSession),
});

/** A section of the desk as a viewer sees it. */
const deskOfViewer = (section: string): State => ({
  name: `admin-${section}-of-viewer`,
  open: (page, { baseUrl, viewerSession }) => openDesk(page, `${baseUrl}/admin#/${section}`, viewerSession),
});

async function openDesk(page: Page, address: string, session: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('API key').fill(session);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByText('Garden Tools').first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
}
/** The states of the members in the owner's desk. */
const deskMembers: readonly State[] = [
  { ...desk('members'), isOneView: true },
  { ...desk('members/teams'), name: 'admin-members-teams' },
  { ...desk('erasures') },
  {
    name: 'admin-members-selected',
    isOneView: true,
    open: async (page, world) => {
      await desk('members').open(page, world);
      await page.getByRole('searchbox').fill('becker');
      await page.getByRole('checkbox', { name: 'Select Bruno Becker' }).check();
      await page.getByRole('checkbox', { name: 'Select Clara Becker' }).check();
    },
  },
  {
    name: 'admin-members-erase',
    isOneView: true,
    open: async (page, world) => {
      await desk('members').open(page, world);
      await page.getByRole('searchbox').fill('bruno becker');
      await page.getByRole('button', { name: 'Erase Bruno Becker' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'admin-members-none-found',
    open: async (page, world) => {
      await desk('members').open(page, world);
      await page.getByRole('searchbox').fill('unknown');
      await page.getByText('No one matches.').waitFor();
    },
  },
];
/** A person's page in the owner's desk, by a row of a section. */
const openPerson = async (page: Page, world: World, section: string, name: string) => {
  await desk(section).open(page, world);
  await page.getByRole('link', { name }).first().click();
  await page.getByRole('heading', { name }).waitFor();
  await page.waitForTimeout(SETTLE_MS);
};
const deskPerson: readonly State[] = [
  {
    name: 'admin-person',
    open: async (page, world) => {
      await openPerson(page, world, 'models', 'Anna Berger');
      await imagesLoaded(page);
    },
  },
  {
    name: 'admin-person-large',
    isOneView: true,
    open: async (page, world) => {
      await openPerson(page, world, 'models', 'Anna Berger');
      await page.getByRole('button', { name: 'Open headshot 3', exact: true }).click();
      await page.waitForTimeout(SETTLE_MS);
    },
  },
  {
    name: 'admin-person-invited',
    open: (page, world) => openPerson(page, world, 'invites', 'anna.berger@garden.example'),
  },
];
/** A list of people, of whom some cannot be invited. */
const PEOPLE = `E-mail;Name;Team
jonas.weber@garden.example;Jonas Weber;Design
mira.olsen@garden.example;Mira Olsen;
anna.berger@garden.example;Anna Berger;
paul@garden;Paul Novak;
jonas.weber@garden.example;Jonas Weber;
lena.fischer@garden.example;Lena Fischer;
not an address;Sam Reed;`;

/** The list of people in the owner's desk, as far as it goes before it is sent. */
const openList = async (page: Page, world: World) => {
  await desk('invites').open(page, world);
  await page.getByLabel('Or paste a list').fill(PEOPLE);
  await page.getByRole('button', { name: 'Check the list' }).click();
  await page.getByText('can be sent').waitFor();
};
const COLLEAGUES = [
  { name: 'Anna Berger', teamName: 'Design' },
  { name: 'Karim Haddad', teamName: 'Sales' },
  { name: 'Mei Lin', teamName: 'Engineering' },
  { name: 'Maximiliane von Hohenberg-Altenstein', teamName: 'Customer Experience and Success' },
  { name: '', teamName: '' },
];
const OPINIONS = ['loved', 'none', 'liked'];

/** Lists the favorite of the world as that of many people. */
async function manyFavorites(route: Route): Promise<void> {
  const response = await route.fetch();
  const { photos, ...others } = (await response.json()) as { photos: { member: object }[] };
  const many = Array.from({ length: 48 }, (_, index) => ({
    ...photos[0],
    likedStatus: OPINIONS[index % OPINIONS.length],
    member: { ...photos[0]?.member, ...COLLEAGUES[index % COLLEAGUES.length] },
  }));
  const pagination = { total: many.length, limit: 60, offset: 0, hasMore: false };
  await route.fulfill({ response, json: { ...others, photos: many, pagination } });
}

const openGallery = async (page: Page, { signedUrls }: World) => {
  await page.goto(signedUrls.active);
  await page
    .getByRole('button', { name: /^Open headshot/ })
    .first()
    .waitFor();
  await imagesLoaded(page);
};

/** Waits until every image of the page that is not lazy has loaded. */
const imagesLoaded = (page: Page) =>
  page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  );

/** Every state that a person can see. A new one is a new line here. */
export const STATES: readonly State[] = [
  at('front', ({ baseUrl }) => baseUrl),
  at('missing', ({ baseUrl }) => `${baseUrl}/nowhere`),

  at('signup-open', ({ invites }) => invites.open),
  {
    name: 'signup-other-address',
    open: async (page, { invites }) => {
      await page.goto(invites.open);
      await page.getByRole('button', { name: 'Use another address' }).click();
    },
  },
  at('signup-used', ({ invites }) => invites.used),
  {
    name: 'signup-mailed',
    open: async (page, { invites }) => {
      await page.goto(invites.used);
      await page.getByRole('button', { name: 'Mail me a link to continue' }).click();
      await page.getByText('Check your mail').waitFor();
    },
  },
  at('signup-no-reminders', ({ invites }) => `${invites.open}&reminders=stop`),
  {
    name: 'signup-join',
    open: async (page, { baseUrl, userSession }) => {
      const answer = await page.request.post(`${baseUrl}/api/admin/join-link`, {
        headers: { authorization: `Bearer ${userSession}` },
        data: { domains: ['garden.test'], uses: 100, days: 30 },
      });
      const { joinLink } = (await answer.json()) as { joinLink: { link: string } };
      await page.goto(joinLink.link);
      await heading(page);
    },
  },
  at('signup-expired', ({ invites }) => invites.expired),
  at('signup-revoked', ({ invites }) => invites.revoked),
  at('signup-unknown', ({ baseUrl }) => `${baseUrl}/auth/signup?invite=nothing`),
  at('signup-no-link', ({ baseUrl }) => `${baseUrl}/auth/signup`),
  at('return', ({ baseUrl }) => `${baseUrl}/auth/signup?token=something`),
  {
    name: 'return-over',
    open: async (page, { baseUrl }) => {
      await page.goto(`${baseUrl}/auth/signup?token=something`);
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await page.getByText('already used').waitFor();
    },
  },
  at('confirm', ({ baseUrl }) => `${baseUrl}/auth/signup?confirm=something`),
  {
    name: 'confirm-expired',
    open: async (page, { baseUrl }) => {
      await page.goto(`${baseUrl}/auth/signup?confirm=something`);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('This link is no longer valid').waitFor();
    },
  },
  at('link-expired', ({ baseUrl }) => `${baseUrl}/auth/social?token=expired`),
  {
    name: 'offline',
    open: async (page, { signedUrls }) => {
      await page.route('**/api/member/session', (route) => route.abort());
      await page.goto(signedUrls.fresh);
      await page.getByText('The page could not be opened').waitFor();
    },
  },

  {
    name: 'consent',
    open: async (page, world) => {
      await page.goto(await world.invite());
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.getByText('Withdrawal:').waitFor();
    },
  },
  at('photos-empty', ({ signedUrls }) => signedUrls.fresh),
  {
    name: 'photos-in-progress',
    open: async (page, world) => {
      await page.goto(await world.signedUrl());
      await heading(page);
      // The forms never reach the bucket.
      const isStorage = (url: URL) => url.origin !== new URL(world.baseUrl).origin;
      await page.route(isStorage, () => new Promise(() => undefined));
      await page.locator('#choose').setInputFiles(world.photos);
      await page.getByRole('button', { name: /^Uploading/ }).waitFor();
    },
  },
  {
    name: 'photos-refused',
    open: async (page, world) => {
      await page.goto(await world.signedUrl());
      await heading(page);
      const notes = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Not an image.') };
      const [first] = world.photos;
      if (!first) throw new Error('The world has no photos.');
      const again = { ...first, name: 'the-same-again.jpg' };
      const input = page.locator('#choose');
      await input.setInputFiles([first, notes]);
      await page.getByText('1 of at least 4').waitFor();
      await input.setInputFiles([again]);
      await page.getByText('notes.jpg').waitFor();
      await page.getByText('the-same-again.jpg').waitFor();
    },
  },
  {
    name: 'photos-enough',
    open: async (page, { signedUrls, photos }) => {
      await page.goto(signedUrls.uploaded);
      await page.getByText(`${photos.length} of up to`).waitFor();
      await imagesLoaded(page);
    },
  },
  memberWith('photos-styles', {
    styles: { backdrops: entriesIn(BACKDROPS, ['office', 'sage']), outfits: entriesIn(OUTFITS) },
    madeBy: 'generated',
  }),
  memberWith('waiting', {
    model: { status: 'waiting' },
    progress: { percent: 0, secondsLeft: null },
  }),
  memberWith('waiting-making', {
    model: { status: 'generatingHeadshots' },
    progress: { percent: 64, secondsLeft: 540 },
  }),
  memberWith('failed', { model: { status: 'failed' } }),
  { name: 'gallery', isOneView: true, open: openGallery },
  {
    name: 'large-view',
    isOneView: true,
    open: async (page, world) => {
      await openGallery(page, world);
      await page
        .getByRole('button', { name: /^Open headshot/ })
        .nth(1)
        .click();
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(SETTLE_MS);
    },
  },
  {
    name: 'erase-dialog',
    isOneView: true,
    open: async (page, world) => {
      await openGallery(page, world);
      await page.getByRole('button', { name: 'Erase everything' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },

  at('admin-sign-in', ({ baseUrl }) => `${baseUrl}/admin`),
  {
    name: 'admin-link-over',
    open: async (page, { baseUrl }) => {
      await page.goto(`${baseUrl}/admin?token=something`);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText('already used').waitFor();
    },
  },
  at('admin-mailed-link', ({ baseUrl }) => `${baseUrl}/admin?token=something`),
  ...DESK.map(desk),
  ...['users', 'models', 'keys'].map(deskOfViewer),
  ...deskMembers,
  ...deskPerson,
  { name: 'admin-invites-list', open: openList },
  {
    name: 'admin-invites-sending',
    open: async (page, world) => {
      await page.route('**/invites/bulk', () => new Promise(() => undefined));
      await openList(page, world);
      await page.getByRole('button', { name: /^Send \d/ }).click();
      await page.getByRole('progressbar').waitFor();
    },
  },
  {
    name: 'admin-invites-full',
    open: async (page, world) => {
      const error = { success: false, code: 'INVITE_LIMIT_EXCEEDED', error: 'The cap is reached.' };
      await page.route('**/invites/bulk', (route) => route.fulfill({ status: 429, json: error }));
      await openList(page, world);
      await page.getByRole('button', { name: /^Send \d/ }).click();
      await page.getByText('All your places').waitFor();
    },
  },
  {
    name: 'admin-invites-done',
    open: async (page, world) => {
      await page.route('**/invites/bulk', async (route) => {
        const { emails } = route.request().postDataJSON() as { emails: string[] };
        const results = emails.map((email) => ({ email, sent: true }));
        await route.fulfill({ json: { success: true, sent: emails.length, results } });
      });
      await openList(page, world);
      await page.getByRole('button', { name: /^Send \d/ }).click();
      await page.getByText('on their way').waitFor();
    },
  },
  desk('gallery'),
  {
    name: 'admin-gallery-many',
    isOneView: true,
    open: async (page, world) => {
      await page.route('**/photos/favorites?*', manyFavorites);
      await desk('gallery').open(page, world);
      await imagesLoaded(page);
    },
  },
  {
    name: 'admin-gallery-large',
    isOneView: true,
    open: async (page, world) => {
      await page.route('**/photos/favorites?*', manyFavorites);
      await desk('gallery').open(page, world);
      await page.getByRole('button', { name: 'Open the photo of Karim Haddad' }).first().click();
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(SETTLE_MS);
    },
  },
  {
    name: 'admin-branding-changed',
    open: async (page, world) => {
      await desk('branding').open(page, world);
      await page.getByLabel('Accent', { exact: true }).fill('#f2a900');
      await page.getByRole('radio', { name: 'Rounded' }).check();
      await page.getByRole('button', { name: 'Studio', exact: true }).click();
      await page.waitForTimeout(SETTLE_MS);
    },
  },
  {
    name: 'admin-reports-empty',
    open: async (page, world) => {
      const empty = { success: true, months: [], usage: [], total: {} };
      await page.route('**/api/v2/organization/usage*', (route) => route.fulfill({ json: empty }));
      await desk('reports').open(page, world);
    },
  },
  { name: 'docs', isOneView: true, open: (page, { baseUrl }) => openDocs(page, baseUrl) },
  {
    name: 'docs-operation',
    isOneView: true,
    open: async (page, { baseUrl }) => {
      await openDocs(page, baseUrl);
      await page.locator('.operation').first().scrollIntoViewIfNeeded();
      await page
        .locator('.operation')
        .first()
        .evaluate((element) => element.scrollIntoView());
    },
  },
];

async function openDocs(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/docs`);
  await heading(page);
}
