import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, expect, onTestFinished } from 'vitest';
import { baseUrl } from '../support/tenant.ts';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';

/** A model takes several seconds to become active, and other tests may keep the machine busy. */
const TIMEOUT_MILLISECONDS = 90_000;

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

/**
 * Restores storage partitioning, by which a framed page has separate storage for each embedding site.
 * Playwright disables it with its own list of features, which denies framed pages all storage. This list
 * replaces Playwright's.
 */
const STORAGE_BY_PARTNER = '--disable-features=HttpsUpgrades,MediaRouter,OptimizationHints,Translate';

/** A page in a browser without cookies, storage and history. */
export interface Window {
  context: BrowserContext;
  page: Page;
  /**
   * Forgives the errors and warnings of the console that match, once they are there: those of responses with a status,
   * or with some text. Others, and later ones, fail the test.
   */
  forgive(expected: number | RegExp): Promise<void>;
  /** Forgives those that match and may come until the end of the test, or not. */
  tolerate(pattern: RegExp): void;
}

export interface WindowOptions {
  /** The preferred colour scheme. The pages support both. */
  colorScheme?: 'light' | 'dark';
  /** True denies storage to frames of other sites, like some browser settings. */
  deniesStorage?: boolean;
  /** The language that the browser prefers. */
  locale?: string;
  /** True for a phone, which has no mouse. */
  isPhone?: boolean;
  /** False for a browser that runs no scripts of pages. */
  javaScriptEnabled?: boolean;
  /** True for a computer whose camera sends Chromium's test images, with the user's permission. */
  hasCamera?: boolean;
}

const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/** The browsers of a file of tests, by their flags. A start takes longer than most tests. */
const browsers = new Map<string, Promise<Browser>>();
afterAll(async () => {
  for (const browser of browsers.values()) await (await browser).close();
});

function browserWith(flags: readonly string[]): Promise<Browser> {
  const started = browsers.get(flags.join());
  if (started) return started;
  const args = [...CHROMIUM_FLAGS, ...flags];
  const starting = chromium.launch({ executablePath: findChromium(), headless: true, args });
  browsers.set(flags.join(), starting);
  return starting;
}

/**
 * Opens a window, which is closed at the end of the test. The console must show nothing until then but what was forgiven.
 * @throws an error with installation instructions when there is no Chromium.
 */
export async function openWindow(options: WindowOptions = {}): Promise<Window> {
  const {
    colorScheme = 'light',
    deniesStorage,
    locale,
    isPhone,
    hasCamera,
    javaScriptEnabled = true,
  } = options;
  const browser = await browserWith([
    ...(deniesStorage ? [] : [STORAGE_BY_PARTNER]),
    ...(hasCamera ? CAMERA : []),
  ]);
  const context = await browser.newContext({
    colorScheme,
    javaScriptEnabled,
    ...(locale !== undefined && { locale }),
    ...(isPhone && { isMobile: true, hasTouch: true, deviceScaleFactor: 2 }),
    viewport: PHONE,
  });
  context.setDefaultTimeout(TIMEOUT_MILLISECONDS);
  // To grant one permission is to deny the others, such as the camera.
  if (!hasCamera) await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl });
  const page = await context.newPage();
  const complaints: string[] = [];
  const tolerated: RegExp[] = [];
  onTestFinished(async () => {
    const left = complaints.filter((complaint) => !tolerated.some((pattern) => pattern.test(complaint)));
    // A request of the page may be on its way through a route of the test.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
    expect(left, 'the console').toEqual([]);
  });
  page.on('console', (message) => {
    // Violations of the content security policy are console messages as well.
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const forgive = async (expected: number | RegExp) => {
    const pattern = typeof expected === 'number' ? new RegExp(`status of ${expected}`) : expected;
    await expect.poll(() => complaints.some((complaint) => pattern.test(complaint))).toBe(true);
    complaints.splice(0, complaints.length, ...complaints.filter((complaint) => !pattern.test(complaint)));
  };
  return { context, page, forgive, tolerate: (pattern) => void tolerated.push(pattern) };
}
