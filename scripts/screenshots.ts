import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../test/browser/chromium.ts';
import { ensureBuilt } from './build/build.ts';
import { PROJECT } from './build/paths.ts';
import { optionsOf } from './options.ts';
import { contactSheet, type Shot } from './screenshots/contact-sheet.ts';
import { STATES, type State } from './screenshots/states.ts';
import { startWorld, type World } from './screenshots/world.ts';

const USAGE = `npm run screenshots [-- options]: writes every page in every state to .screenshots/, on a phone and a desktop, light
and dark, with a contact sheet. The exit code is 1 when a state could not be reached; the others are written.

  --only WORD      the states whose name contains the word
  --language de    drives the pages in English, and switches before the screenshot
`;
const OUTPUT = join(PROJECT, '.screenshots');
const SCHEMES = ['light', 'dark'] as const;
const DEVICES: Readonly<Record<string, BrowserContextOptions>> = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 900 } },
};
/** The button that chooses a language. English, which is shown first, has none then. */
const LANGUAGES: Readonly<Record<string, string>> = { en: 'English', de: 'Deutsch' };
const STATE_TIMEOUT_MS = 30_000;
const IDLE_TIMEOUT_MS = 5000;

async function main(): Promise<void> {
  const values = optionsOf(USAGE, { only: { type: 'string' }, language: { type: 'string' } });
  const states = STATES.filter(({ name }) => name.includes(values.only ?? ''));
  if (states.length === 0)
    throw new Error(`No state of scripts/screenshots/states.ts contains ${values.only}.`);
  console.log('Building the pages if needed');
  await ensureBuilt({ stage: 'local' });
  await rm(OUTPUT, { recursive: true, force: true });
  await mkdir(OUTPUT, { recursive: true });
  const world = await startWorld(console.log);
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
  const shots: Shot[] = [];
  const failed: string[] = [];
  try {
    for (const [index, state] of states.entries()) {
      for (const device of Object.keys(DEVICES)) {
        console.log(`${index + 1}/${states.length} ${state.name}, ${device}`);
        try {
          shots.push(...(await take(browser, world, { state, device, language: values.language ?? 'en' })));
        } catch (error) {
          failed.push(`${state.name}, ${device}`);
          console.error(`  ${error instanceof Error ? error.message : error}`);
        }
      }
    }
  } finally {
    await browser.close();
    await world.stop();
  }
  await writeFile(join(OUTPUT, 'index.html'), contactSheet(shots));
  console.log(`${shots.length} screenshots: ${join(OUTPUT, 'index.html')}`);
  if (failed.length > 0) throw new Error(`These states could not be reached: ${failed.join('; ')}.`);
}

interface Task {
  state: State;
  device: string;
  language: string;
}

/** Takes one state on one device in both colour schemes. */
async function take(browser: Browser, world: World, { state, device, language }: Task): Promise<Shot[]> {
  const context = await browser.newContext({
    ...DEVICES[device],
    locale: 'en',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(STATE_TIMEOUT_MS);
  try {
    const page = await context.newPage();
    await state.open(page, world);
    const choice = page.getByRole('button', { name: LANGUAGES[language] ?? language, exact: true });
    // A dialog that is open covers the button.
    if (await choice.count()) await choice.first().dispatchEvent('click');
    // Previews and lists come after the page. A state that holds a transfer back never becomes idle.
    await page.waitForLoadState('networkidle', { timeout: IDLE_TIMEOUT_MS }).catch(() => undefined);
    const shots: Shot[] = [];
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      const file = `${state.name}-${device}-${scheme}.png`;
      await page.screenshot({
        path: join(OUTPUT, file),
        fullPage: state.isOneView !== true,
        animations: 'disabled',
      });
      shots.push({ state: state.name, device, scheme, file });
    }
    return shots;
  } finally {
    await context.close();
  }
}

try {
  await main();
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
