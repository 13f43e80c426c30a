import { chromium } from 'playwright-core';
import { ensureBuilt } from '../scripts/build/build.ts';
import { CHROMIUM_FLAGS, findChromium } from '../test/browser/chromium.ts';
import { countViolations } from './accessibility/violations.ts';
import { describeMachine, writeResults } from './results.ts';

/** `npm run bench:accessibility`: the rules that the pages break, counted by axe. Into bench/results/accessibility.json. */
await ensureBuilt({ stage: 'local' });
const machine = describeMachine();
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
try {
  const { states, violations } = await countViolations(browser);
  await writeResults('accessibility', machine, [
    {
      name: `Violations that axe finds in ${states} states of the pages, on a phone and a desktop, light and dark`,
      value: violations,
      unit: '',
      target: { atMost: 0 },
    },
  ]);
} finally {
  await browser.close();
}
// The SDK's clients keep their connections.
process.exit();
