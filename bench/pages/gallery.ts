import type { Browser, Page } from 'playwright-core';

export interface GalleryTimes {
  /** From the end of the answer that lists the headshots, in milliseconds. */
  firstThumbnailMs: number;
  /** The same until every image that is loaded without scrolling is there. */
  firstRowsMs: number;
  /** The sum of all layout shifts, as Chromium scores them: a share of the window. */
  layoutShift: number;
}

const VIEWPORTS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const;

/** The preset "Fast 3G" of Chromium's developer tools, in milliseconds and bytes per second. */
const FAST_3G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
};

/** Opens the gallery in a browser without a cache, at fast 3G. */
export async function measureGallery(
  browser: Browser,
  signedUrl: string,
  screen: keyof typeof VIEWPORTS,
): Promise<GalleryTimes> {
  const context = await browser.newContext({ viewport: VIEWPORTS[screen] });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', FAST_3G);
    await page.addInitScript(observe);
    await page.goto(signedUrl);
    await page.waitForFunction(
      () => {
        const images = [...document.querySelectorAll<HTMLImageElement>('.gallery img')];
        return images.length > 0 && images.every(({ loading, complete }) => loading === 'lazy' || complete);
      },
      undefined,
      { timeout: 60_000 },
    );
    await page.waitForLoadState('networkidle');
    return await timesOf(page);
  } finally {
    await context.close();
  }
}

/** Runs in the page before its own script: records when images are loaded, and what shifts. */
function observe(): void {
  const observed = { thumbnails: [] as number[], layoutShift: 0 };
  Object.assign(window, { observed });
  const loaded = ({ target }: Event) => {
    if (target instanceof HTMLImageElement && target.loading !== 'lazy')
      observed.thumbnails.push(performance.now());
  };
  document.addEventListener('load', loaded, { capture: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) observed.layoutShift += Reflect.get(entry, 'value');
  }).observe({ type: 'layout-shift', buffered: true });
}

function timesOf(page: Page): Promise<GalleryTimes> {
  return page.evaluate(() => {
    const { thumbnails, layoutShift }: { thumbnails: number[]; layoutShift: number } = Reflect.get(
      window,
      'observed',
    );
    const answer = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.includes('/api/member/photos?') && name.includes('status=active'));
    if (!(answer instanceof PerformanceResourceTiming))
      throw new Error('No answer has listed the headshots.');
    return {
      firstThumbnailMs: Math.min(...thumbnails) - answer.responseEnd,
      firstRowsMs: Math.max(...thumbnails) - answer.responseEnd,
      layoutShift,
    };
  });
}
