import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { PROJECT } from '../../scripts/build/paths.ts';
import { baseUrl, freshTenant } from '../support/tenant.ts';
import { openWindow, type Window } from './browser.ts';
import { untilLive } from './docs-page.ts';

const WIDE = { width: 1440, height: 900 };

async function openDocs(address = '/docs', viewport = WIDE): Promise<Window> {
  const window = await openWindow();
  await window.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl });
  await window.page.setViewportSize(viewport);
  await window.page.goto(`${baseUrl}${address}`);
  await untilLive(window.page);
  return window;
}

/** Goes to an article by the contents. */
async function goTo(page: Page, name: string, id: string): Promise<Locator> {
  await page.getByRole('navigation').getByRole('link', { name }).first().click();
  await untilLive(page, id);
  return page.locator(`#${id}`);
}

/** Clicks a copy button and returns the clipboard's text. */
async function copied(page: Page, button: string): Promise<string> {
  await page.getByRole('button', { name: `Copy ${button}`, exact: true }).click();
  await page.getByRole('status').getByText('Copied').waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Runs lines in a shell, as if pasted into a terminal, and parses the output. */
async function pasteIntoTerminal(...lines: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)('bash', ['-c', lines.join('\n')]);
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Saves a screenshot in .local/screenshots. A blank or unstyled page would be a far smaller file. */
async function saveScreenshot(page: Page, name: string): Promise<void> {
  const image = await page.screenshot({ path: join(PROJECT, '.local/screenshots', `${name}.png`) });
  expect(image.length).toBeGreaterThan(40_000);
}

test('the commands of the quick start send an invite and read its status', async () => {
  const tenant = await freshTenant();
  const { page } = await openDocs();
  await page.getByLabel('Your API key').fill(tenant.apiKey);

  const key = await copied(page, 'shell: set the API key');
  const invite = await copied(page, 'curl: Send invite (quick start)');
  expect(await page.textContent('body')).not.toContain(tenant.apiKey);
  expect(await pasteIntoTerminal(key, invite)).toMatchObject({
    success: true,
    link: expect.stringContaining(`${baseUrl}/auth/signup?invite=`),
  });
  const status = await copied(page, 'curl: Get invite (quick start)');
  expect(await pasteIntoTerminal(key, status)).toMatchObject({
    invite: { email: 'anna@company.example', status: 'pending' },
  });
  await saveScreenshot(page, 'docs-newcomer');
});

test('the forms of the docs page send calls, and identifiers from responses fill the next form', async () => {
  const tenant = await freshTenant();
  const window = await openDocs();
  const { page } = window;
  await page.getByLabel('Your API key').fill(tenant.apiKey);

  const send = await goTo(page, 'Send invite', 'v2_invites_sendInvite');
  await send.getByText('Try it', { exact: true }).click();
  await send.getByRole('textbox', { name: 'Body' }).fill('{"email": "bert@people.test"}');
  await send.getByRole('button', { name: 'Send', exact: true }).click();
  await send.getByText('Response 200').waitFor();
  expect(await send.textContent()).toContain('x-request-id: req_');
  const command = send.getByRole('group', { name: 'curl: Send invite' });
  expect(await command.textContent()).toContain(`-d '{"email":"bert@people.test"}'`);

  const get = await goTo(page, 'Get invite', 'v2_invites_getInvite');
  await get.getByText('Try it', { exact: true }).click();
  expect(await get.getByRole('textbox', { name: 'email' }).inputValue()).toBe('bert@people.test');
  await get.getByRole('button', { name: 'Send', exact: true }).click();
  await get.getByText('Response 200').waitFor();
  expect(await get.getByRole('group', { name: 'Body' }).textContent()).toContain('"status": "pending"');

  await send.getByRole('button', { name: 'Send', exact: true }).click();
  await send.getByText('Response 400').waitFor();
  expect(await send.textContent()).toContain('ALREADY_EXISTS');
  await window.forgive(400);

  await page.reload();
  await untilLive(page);
  expect(await page.getByLabel('Your API key').inputValue()).toBe(tenant.apiKey);
});

test('all examples are in the language that the reader chooses', async () => {
  const { page } = await openDocs();
  const choice = page.getByRole('main').getByRole('group', { name: 'Language of the examples' });
  await choice.getByRole('button', { name: 'Python' }).click();
  expect(await copied(page, 'Python: make the client')).toContain(`HeadshotsClient("${baseUrl}"`);
  expect(await copied(page, 'Python: Send invite (quick start)')).toBe(
    'print(client.invites.send(email="anna@company.example"))',
  );
  const inContents = page.getByRole('navigation').getByRole('group', { name: 'Language of the examples' });
  await inContents.getByRole('button', { name: 'TypeScript' }).click();
  expect(await copied(page, 'TypeScript: Get invite (quick start)')).toBe(
    'console.log(await client.invites.get("anna@company.example"));',
  );
  expect(await choice.getByRole('button', { name: 'TypeScript' }).getAttribute('aria-pressed')).toBe('true');
  const list = await goTo(page, 'List models', 'v2_models_listModels');
  await list.getByRole('group', { name: 'TypeScript: List models', exact: true }).waitFor();
});

test('the docs page asks for confirmation before it sends a DELETE', async () => {
  const tenant = await freshTenant();
  const { team } = await tenant.api.expect<{ team: { id: string } }>('POST', '/api/v2/organization/teams', {
    name: 'Marketing',
  });
  const { page } = await openDocs();
  await page.getByLabel('Your API key').fill(tenant.apiKey);
  const section = await goTo(page, 'Delete team', 'v2_teams_deleteTeam');
  await section.getByText('Try it', { exact: true }).click();
  await section.getByRole('textbox', { name: 'teamId' }).fill(team.id);
  await section.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await tenant.api.expect('GET', '/api/v2/organization/teams')).toMatchObject({ teams: [team] });
  await section.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await section.getByText('Response 200').waitFor();
  expect(await tenant.api.expect('GET', '/api/v2/organization/teams')).toMatchObject({ teams: [] });
});

test('the docs page describes every operation, webhook and schema under its own address', async () => {
  const published = (await (await fetch(`${baseUrl}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
    webhooks: Record<string, unknown>;
    components: { schemas: Record<string, unknown> };
  };
  const { page } = await openDocs('/docs#v2_photos_downloadPhotos');
  const expected = [
    ...Object.values(published.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    ),
    ...Object.keys(published.webhooks).map((event) => `webhook-${event}`),
    ...Object.keys(published.components.schemas).map((name) => `schema-${name}`),
  ];
  const described = await page.locator('article').evaluateAll((articles) => articles.map(({ id }) => id));
  expect(described.sort()).toEqual(expected.sort());
  // Every link leads to an element of the page, to the OpenAPI document, home, or to the admin area.
  const dead = await page
    .locator('a')
    .evaluateAll((links) =>
      links
        .map((link) => link.getAttribute('href') ?? '')
        .filter(
          (href) =>
            !['/', '/admin', '/api/openapi.json'].includes(href) && !document.getElementById(href.slice(1)),
        ),
    );
  expect(dead).toEqual([]);
  const top = await page
    .locator('#v2_photos_downloadPhotos')
    .evaluate((part) => part.getBoundingClientRect().top);
  expect(Math.abs(top)).toBeLessThan(WIDE.height / 2);
});

test('the docs page can be read whole without JavaScript', async () => {
  const { page } = await openWindow({ javaScriptEnabled: false });
  await page.goto(`${baseUrl}/docs`);
  const { paths } = (await (await fetch(`${baseUrl}/api/openapi.json`)).json()) as { paths: object };
  const text = (await page.getByRole('main').textContent()) ?? '';
  for (const path of Object.keys(paths)) expect(text).toContain(path);
  expect(text).toContain(`curl -X POST '${baseUrl}/api/v2/organization/invites'`);
  const article = page.locator('#v2_invites_sendInvite');
  await article.getByText('Errors', { exact: true }).click();
  expect(await article.getByText('ALREADY_EXISTS').isVisible()).toBe(true);
  expect(await page.locator('noscript').isVisible()).toBe(true);
  // Without JavaScript the controls are hidden, and the contents are shown.
  expect(await page.locator('button, input, .try').filter({ visible: true }).count()).toBe(0);
  await page.setViewportSize(WIDE);
  expect(
    await page.getByRole('navigation').getByRole('link', { name: 'Delete team' }).first().isVisible(),
  ).toBe(true);
});

test('the docs page keeps what the build has made until the reader comes near, and then offers to try it', async () => {
  const { page } = await openWindow();
  await page.goto(`${baseUrl}/docs`);
  await untilLive(page);
  // Browsers lay out every field to find those that they can fill in.
  expect(await page.locator('form').count()).toBe(0);
  const far = page.locator('#v2_teams_deleteTeam');
  const heading = await far.locator('h3').elementHandle();
  await page.getByRole('main').getByRole('button', { name: 'Python' }).click();
  expect(await far.getByRole('group', { name: 'curl: Delete team' }).count()).toBe(1);
  await page.getByText('Contents', { exact: true }).click();
  await goTo(page, 'Delete team', 'v2_teams_deleteTeam');
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(false);
  expect(await far.getByRole('group', { name: 'Python: Delete team' }).count()).toBe(1);
  expect(Math.abs(await far.evaluate((part) => part.getBoundingClientRect().top))).toBeLessThan(200);
  await far.getByText('Try it', { exact: true }).click();
  await far.getByRole('button', { name: 'Send', exact: true }).waitFor();
});

test('the docs page can be read when its document cannot be loaded', async () => {
  const { page, forgive } = await openWindow();
  await page.route('**/api/openapi.json', (route) => route.abort());
  await page.goto(`${baseUrl}/docs`);
  await page.getByRole('alert').waitFor({ timeout: 20_000 });
  expect(await page.getByRole('article').count()).toBeGreaterThan(100);
  await forgive(/ERR_FAILED/);
});

test('the navigation of the docs page can be filtered and used with the keyboard', async () => {
  const { page } = await openDocs();
  const navigation = page.getByRole('navigation');
  await page.getByLabel('Find an endpoint').fill('webhooks created');
  await navigation.getByRole('link', { name: 'model.created' }).waitFor();
  await page.getByLabel('Find an endpoint').fill('pagination');
  await navigation.getByText('No endpoint or event has this name.').waitFor();
  await page.getByLabel('Find an endpoint').fill('favorite');
  await navigation.getByRole('link', { name: 'List favorites' }).waitFor();
  expect(await navigation.getByRole('link', { name: 'Send invite' }).count()).toBe(0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#.*avorite/);
});

test('the docs page fits the width of a phone', async () => {
  const { page } = await openDocs('/docs', { width: 360, height: 740 });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBe(360);
  await page.getByText('Contents', { exact: true }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Send invite' }).first().click();
  await page.waitForURL(/#v2_invites_sendInvite/);
  expect(await page.getByLabel('Find an endpoint').isVisible()).toBe(false);
  expect(await width()).toBe(360);
});

test('the docs page has a plain background, and lays out its schemas when a link leads to one', async () => {
  const height = 740;
  const { page } = await openDocs('/docs', { width: 360, height });
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundImage)).toBe('none');
  const heading = page.locator('#schema-Photo h3');
  const isLaidOut = () => heading.evaluate((part) => part.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isLaidOut()).toBe(false);
  await page.goto(`${baseUrl}/docs#schema-Photo`);
  await vi.waitFor(async () => expect(await isLaidOut()).toBe(true));
  const top = await heading.evaluate((part) => part.getBoundingClientRect().top);
  expect(Math.abs(top)).toBeLessThan(height / 2);
});

test.each([390, 1280])(
  'what is skipped on the docs page has room for its height, %i pixels wide',
  async (width) => {
    const { page } = await openDocs('/docs', { width, height: 850 });
    const outgrown = await page.locator('.operation, .schemas').evaluateAll((parts) =>
      parts.flatMap((part) => {
        if (!(part instanceof HTMLElement)) return [];
        const room = Number.parseFloat(getComputedStyle(part).containIntrinsicHeight.replace('auto', ''));
        part.style.contentVisibility = 'visible';
        const { height } = part.getBoundingClientRect();
        return height <= room ? [] : [`${part.id} has ${height} of ${room} pixels`];
      }),
    );
    expect(outgrown).toEqual([]);
  },
);
