import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { connectApi } from '../local/partner/api.ts';
import { ensureBuilt } from '../scripts/build/build.ts';
import * as pages from '../shared/contract/web/pages.ts';
import { createOrganization } from '../shared/domain/organization/organization.ts';
import { CHROMIUM_FLAGS, findChromium } from '../test/browser/chromium.ts';
import { finishedModel } from './pages/finished-model.ts';
import { measureGallery } from './pages/gallery.ts';
import { countViolations } from './pages/violations.ts';
import { describeMachine, type Figure, median, writeResults } from './results.ts';
import { startCloud } from './webhooks/cloud.ts';
import { Receivers } from './webhooks/receiver.ts';

/**
 * `npm run bench:pages`: what pages weigh, and how the gallery of 40 headshots loads on the local cloud in Chromium,
 * with the latency and the bandwidth of the network of a phone. Into bench/results/pages.json.
 */
const ROUNDS = 5;
const KILOBYTE = 1000;
const NOTE_ON_ADMIN =
  "The sections of the owner's desk and its texts in two languages come in one script; texts are a fifth of it. The next idea is to load each section, and one language, when it is opened.";

async function main(): Promise<void> {
  await ensureBuilt({ stage: 'local' });
  const machine = describeMachine();
  const [cloud, receivers] = await Promise.all([
    startCloud({ parameters: { DevelopmentPaceSeconds: '0' } }),
    Receivers.start(),
  ]);
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
  try {
    const { baseUrl } = cloud.facts;
    const figures: Figure[] = [];
    for (const { path } of Object.values(pages)) {
      figures.push({
        name: `Script of ${path}, compressed with gzip`,
        value: (await scriptBytes(`${baseUrl}${path}`)) / KILOBYTE,
        unit: 'KB',
        target: { atMost: 60 },
        ...(path === pages.showAdmin.path && { note: NOTE_ON_ADMIN }),
      });
    }
    const { apiKey } = await createOrganization(cloud.context, {
      name: 'Bench',
      credits: 1,
      whiteLabel: true,
      webhookUrl: `${receivers.url}/pages`,
    });
    const signedUrl = await finishedModel(baseUrl, connectApi(baseUrl, apiKey));
    for (const screen of ['phone', 'desktop'] as const) {
      const rounds = [];
      for (let round = 0; round < ROUNDS; round++)
        rounds.push(await measureGallery(browser, signedUrl, screen));
      figures.push(
        {
          name: `First thumbnail of 40 after the answer, at fast 3G, on a ${screen}`,
          value: median(rounds.map(({ firstThumbnailMs }) => firstThumbnailMs)),
          unit: 'ms',
          target: { atMost: 1000 },
        },
        {
          name: `All thumbnails of the first rows after the answer, at fast 3G, on a ${screen}`,
          value: median(rounds.map(({ firstRowsMs }) => firstRowsMs)),
          unit: 'ms',
        },
        {
          name: `Layout shift until the gallery of 40 is loaded, on a ${screen}, at most`,
          value: Math.max(...rounds.map(({ layoutShift }) => layoutShift)),
          unit: 'of the window',
          target: { atMost: 0 },
        },
      );
    }
    const { states, violations } = await countViolations(browser);
    figures.push({
      name: `Violations that axe finds in ${states} states of the pages, on a phone and a desktop, light and dark`,
      value: violations,
      unit: '',
      target: { atMost: 0 },
    });
    await writeResults('pages', machine, figures);
  } finally {
    await browser.close();
    await Promise.all([cloud.stop(), receivers.close()]);
  }
}

/** The bytes of a page's scripts as a browser fetches them: each page has its scripts in itself. */
async function scriptBytes(url: string): Promise<number> {
  const html = await (await fetch(url)).text();
  const scripts = Array.from(html.matchAll(/<script[^>]*>(.*?)<\/script>/gs), ([, script = '']) => script);
  return gzipSync(scripts.join('\n')).length;
}

await main();
// The SDK's clients keep their connections.
process.exit();
