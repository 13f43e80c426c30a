import { existsSync } from 'node:fs';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

const CANDIDATES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** Nothing that a browser does of its own accord belongs into a test. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A model takes several seconds to become active, and the machine may be busy with other tests. */
const PATIENCE_MILLISECONDS = 90_000;

/**
 * Browsers keep a framed page's storage apart for each site that frames it. Playwright switches that off by
 * its own list of features, whose place this one takes, and what is framed is then denied all storage.
 */
const STORAGE_BY_PARTNER = '--disable-features=HttpsUpgrades,MediaRouter,OptimizationHints,Translate';

/** A window of a browser of its own, and everything that its pages complained about. */
export interface Window {
  context: BrowserContext;
  page: Page;
  complaints: string[];
}

export interface WindowOptions {
  /** What the member prefers; the pages have colours for both. */
  colorScheme?: 'light' | 'dark';
  /** Whether the browser denies storage to what is framed from another site, as some are set to. */
  deniesStorage?: boolean;
}

/**
 * Starts a browser with an empty profile, for as long as the test runs.
 * @throws a sentence that says how to get one
 */
export async function openWindow(options: WindowOptions = {}): Promise<Window> {
  const { colorScheme = 'light', deniesStorage = false } = options;
  const context = await chromium.launchPersistentContext('', {
    executablePath: findChromium(),
    headless: true,
    args: [...FLAGS, ...(deniesStorage ? [] : [STORAGE_BY_PARTNER])],
    colorScheme,
    viewport: { width: 390, height: 844 },
  });
  context.setDefaultTimeout(PATIENCE_MILLISECONDS);
  onTestFinished(() => context.close());
  const page = context.pages()[0] ?? (await context.newPage());
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Violations of the content security policy come this way, too.
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { context, page, complaints };
}

function findChromium(): string {
  const found = CANDIDATES.find((path) => path !== undefined && existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    'The browser tests need Chromium. Install it (Debian, Ubuntu: apt-get install chromium), name one in ' +
      'CHROMIUM=/path/to/it.',
  );
}

/**
 * Takes back the note that the browser makes of every answer with this status, for tests that provoke it.
 * @throws when there is none
 */
export function forgiveStatus({ complaints }: Window, status: number): void {
  const others = complaints.filter((complaint) => !complaint.includes(`status of ${status}`));
  expect(others.length).toBeLessThan(complaints.length);
  complaints.splice(0, complaints.length, ...others);
}
