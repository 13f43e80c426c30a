import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { connectApi } from '../local/partner/api.ts';
import { ensureBuilt } from '../scripts/build/build.ts';
import * as pages from '../shared/contract/web/pages.ts';
import { createOrganization } from '../shared/domain/organization/create.ts';
import { CHROMIUM_FLAGS, findChromium } from '../test/browser/chromium.ts';
import { finishedModel } from './pages/finished-model.ts';
import { measureGallery } from './pages/gallery.ts';
import { describeMachine, type Figure, median, writeResults } from './results.ts';
import { startCloud } from './webhooks/cloud.ts';
import { Receivers } from './webhooks/receiver.ts';

/**
 * `npm run bench:pages`: what pages weigh, and how the gallery of 40 headshots loads on the local cloud in Chromium,
 * with the latency and the bandwidth of the network of a phone. Into bench/results/pages.json.
 */
const ROUNDS = 5;
const KILOBYTE = 1000;

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
      const { own, largest } = await scriptBytes(baseUrl, path);
      const unit = 'KB';
      const target = { atMost: 60 };
      figures.push({ name: `Script of ${path}, compressed with gzip`, value: own / KILOBYTE, unit, target });
      if (largest > own) {
        const name = `Script of ${path} with the largest of the parts that it loads when they are opened`;
        figures.push({ name, value: largest / KILOBYTE, unit, target });
      }
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
    await writeResults('pages', machine, figures);
  } finally {
    await browser.close();
    await Promise.all([cloud.stop(), receivers.close()]);
  }
}

/**
 * The bytes of a page's scripts as a browser fetches them: those that are in it or that these import, and the same with
 * the largest of the scripts that are imported dynamically.
 */
async function scriptBytes(baseUrl: string, path: string): Promise<{ own: number; largest: number }> {
  const html = await (await fetch(`${baseUrl}${path}`)).text();
  const inline = Array.from(
    html.matchAll(/<script[^>]*>(.*?)<\/script>/gs),
    ([, script = '']) => script,
  ).join('\n');
  const sizes = new Map<string, number>();
  const size = (paths: ReadonlySet<string>) => {
    const each = [...paths].map((script) => sizes.get(script) ?? 0);
    return gzipSync(inline).length + each.reduce((sum, bytes) => sum + bytes, 0);
  };
  /** Adds the scripts that a script imports, and those that these import. */
  const collect = async (script: string, found: Set<string>) => {
    for (const [, imported = ''] of script.matchAll(/(?:from|import)"(\/assets\/[^"]+)"/g)) {
      if (found.has(imported)) continue;
      found.add(imported);
      const text = await (await fetch(`${baseUrl}${imported}`)).text();
      sizes.set(imported, gzipSync(text).length);
      await collect(text, found);
    }
    return found;
  };
  const own = await collect(inline, new Set());
  const withParts = [];
  for (const [, part] of inline.matchAll(/import\("(\/assets\/[^"]+)"\)/g))
    withParts.push(size(await collect(`import"${part}"`, new Set(own))));
  return { own: size(own), largest: Math.max(size(own), ...withParts) };
}

await main();
// The SDK's clients keep their connections.
process.exit();
