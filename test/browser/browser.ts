import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';

/** A model takes several seconds to become active, and other tests may keep the machine busy. */
const TIMEOUT_MILLISECONDS = 90_000;

/**
 * Restores storage partitioning, by which a framed page has separate storage for each embedding site.
 * Playwright disables it with its own list of features, which denies framed pages all storage. This list
 * replaces Playwright's.
 */
const STORAGE_BY_PARTNER = '--disable-features=HttpsUpgrades,MediaRouter,OptimizationHints,Translate';

/** A page in its own browser, with the errors and warnings of its console. */
export interface Window {
  context: BrowserContext;
  page: Page;
  complaints: string[];
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

/**
 * Starts a browser with an empty profile, which is closed at the end of the test.
 * @throws an error with installation instructions when there is no Chromium.
 */
export async function openWindow(options: WindowOptions = {}): Promise<Window> {
  const {
    colorScheme = 'light',
    deniesStorage = false,
    locale,
    isPhone = false,
    hasCamera = false,
    javaScriptEnabled = true,
  } = options;
  const context = await chromium.launchPersistentContext('', {
    executablePath: findChromium(),
    headless: true,
    args: [...CHROMIUM_FLAGS, ...(deniesStorage ? [] : [STORAGE_BY_PARTNER]), ...(hasCamera ? CAMERA : [])],
    colorScheme,
    javaScriptEnabled,
    ...(locale !== undefined && { locale }),
    ...(isPhone && { isMobile: true, hasTouch: true, deviceScaleFactor: 2 }),
    viewport: { width: 390, height: 844 },
  });
  context.setDefaultTimeout(TIMEOUT_MILLISECONDS);
  const page = context.pages()[0] ?? (await context.newPage());
  onTestFinished(async () => {
    // A request of the page may be on its way through a route of the test.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Violations of the content security policy are console messages as well.
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { context, page, complaints };
}

/**
 * Removes the console messages about responses with this status, for tests that cause such responses.
 * @throws when there are none.
 */
export function forgiveStatus({ complaints }: Window, status: number): void {
  const others = complaints.filter((complaint) => !complaint.includes(`status of ${status}`));
  expect(others.length).toBeLessThan(complaints.length);
  complaints.splice(0, complaints.length, ...others);
}
