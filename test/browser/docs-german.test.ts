import { describe, expect, test } from 'vitest';
import { common } from '../../web/text/common.ts';
import { docs } from '../../web/text/docs.ts';
import { baseUrl } from '../support/tenant.ts';
import { expectAccessible } from './accessible.ts';
import { openWindow } from './browser.ts';

/** All texts below an object of texts, without those that are functions. */
function textsOf(part: object): string[] {
  return Object.values(part).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? textsOf(value) : [],
  );
}

const CHROME = [...textsOf(docs.de), ...textsOf(common.de)];
/** Texts that the page composes in German: of types of JSON, limits, status codes and addresses. */
const COMPOSED = [
  /^(string|number|integer|boolean|object|array|null|URL|any|true|false|English)( oder (string|null|integer|number|boolean))*$/,
  /^"[^"]*"$/,
  /^Eines von .+\.$/,
  /^Standard: .+\.$/,
  /^\d+ (oder mehr|bis \d+)( Einträge)?\.$/,
  /^Höchstens \d+( Einträge)?\.$/,
  /^(Eines von .+\. |\d.+\. |Höchstens .+\. )+Standard: .+\.$/,
  /^(GET|POST|PUT|DELETE|\d{3}|\/\S+)$/,
  /^(oder|Liste aus)$/,
];

describe('the docs page in German', () => {
  test('has no English text outside the reference, which says that it is English', async () => {
    const { page } = await openWindow({ locale: 'de-AT' });
    await page.goto(`${baseUrl}/docs`);
    await page.getByRole('heading', { name: docs.de.start.title }).waitFor();
    // Articles are in English, marked by lang, until the reader comes near.
    const built = page.locator('article[lang="en"]');
    expect(await built.count()).toBeGreaterThan(100);
    await expect
      .poll(
        async () => {
          await built.evaluateAll(([next]) => next?.scrollIntoView());
          return built.count();
        },
        { timeout: 60_000 },
      )
      .toBe(0);
    expect(await page.getAttribute('html', 'lang')).toBe('de');
    const shown = await page.evaluate(() => {
      const texts = new Set<string>();
      const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        const inReference = node.parentElement?.closest('[lang="en"], code, noscript, a[href^="#schema-"]');
        const text = node.nodeValue?.trim() ?? '';
        if (!inReference && text !== '') texts.add(text);
      }
      return [...texts];
    });
    expect(shown).toEqual(expect.arrayContaining([docs.de.start.hint, docs.de.trial.title, docs.de.errors]));
    const foreign = shown.filter(
      (text) =>
        !CHROME.includes(text) &&
        !['curl', 'TypeScript', 'Python'].includes(text) &&
        text !== 'shell' &&
        !COMPOSED.some((each) => each.test(text)),
    );
    expect(foreign).toEqual([]);
    const summaries = page.locator('article.operation p[lang="en"]');
    expect(await summaries.count()).toBeGreaterThan(100);
  });

  test('sends calls, shows their answers and asks before a DELETE in German, and changes to English', async () => {
    const window = await openWindow({ locale: 'de' });
    const { page } = window;
    await page.goto(`${baseUrl}/docs#v2_teams_deleteTeam`);
    const section = page.locator('#v2_teams_deleteTeam:not([lang="en"])');
    await section.getByText(docs.de.trial.title, { exact: true }).click();
    await section.getByRole('textbox', { name: 'teamId' }).fill('team_1');
    await section.getByRole('button', { name: docs.de.trial.send, exact: true }).click();
    await page.getByText(docs.de.trial.consequence).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: common.de.cancel }).click();
    await section.getByRole('button', { name: docs.de.trial.send, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: docs.de.trial.send }).click();
    await section.getByText(`${docs.de.response} 401`).waitFor();
    await window.forgive(401);
    await expectAccessible(page, 'docs page in German', '#v2_teams_deleteTeam');

    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: docs.en.start.title }).waitFor();
    await page.locator('#v2_teams_deleteTeam').getByText('Response 401').waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('en');
  });

  test('shows its first view in German while the reference is still on its way', async () => {
    const { page } = await openWindow({ locale: 'de' });
    await page.route('**/api/openapi.json', () => new Promise(() => undefined));
    await page.goto(`${baseUrl}/docs`);
    await page.getByRole('heading', { name: docs.de.start.title }).waitFor();
    const shown = await page.locator('#page').textContent();
    for (const text of [docs.de.skip, docs.de.contents, docs.de.start.hint, docs.de.machineReadable])
      expect(shown).toContain(text);
  });

  test('says in German that the reference could not be loaded', async () => {
    const { page, forgive } = await openWindow({ locale: 'de' });
    await page.route('**/api/openapi.json', (route) => route.abort());
    await page.goto(`${baseUrl}/docs`);
    await page.getByRole('alert').getByText('Der Dienst ist nicht erreichbar').waitFor();
    await forgive(/ERR_FAILED/);
  });
});
