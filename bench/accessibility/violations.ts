import type { Browser } from 'playwright-core';
import { STATES } from '../../scripts/screenshots/states.ts';
import { startWorld } from '../../scripts/screenshots/world.ts';
import { violationsIn } from '../../test/browser/axe.ts';

const STATE_TIMEOUT_MS = 60_000;

/**
 * Runs axe on every page in every state that `npm run screenshots` shows, on a phone and a desktop, light and dark.
 * @returns the number of states, and that of the rules that they break, each counted once per window and scheme
 */
export async function countViolations(browser: Browser): Promise<{ states: number; violations: number }> {
  const world = await startWorld(console.log);
  let violations = 0;
  try {
    for (const { name, open } of STATES) {
      const context = await browser.newContext({ reducedMotion: 'reduce' });
      context.setDefaultTimeout(STATE_TIMEOUT_MS);
      const page = await context.newPage();
      await open(page, world);
      const found = await violationsIn(page);
      for (const [window, broken] of Object.entries(found)) {
        violations += broken.length;
        console.log(
          `${name}, ${window}: ${broken.map(({ rule, where }) => `${rule} (${where[0]})`).join(', ')}`,
        );
      }
      await context.close();
    }
  } finally {
    await world.stop();
  }
  return { states: STATES.length, violations };
}
