import type { AxeResults, RunOptions } from 'axe-core';
import axe from 'axe-core';
import type { CDPSession, Frame, Page } from 'playwright-core';

/** WCAG 2.2 AA, which includes the former versions, and what axe recommends beyond it. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1360, height: 860 } } as const;

/** In the dark scheme a page differs from the light one in its colours only. */
const RULES: Record<'light' | 'dark', RunOptions['runOnly']> = {
  light: TAGS,
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** The longest wait for animations and transitions to end, in milliseconds. Some never end. */
const ANIMATIONS_MILLISECONDS = 800;

/** One rule that the page breaks, and where. */
export interface Violation {
  rule: string;
  help: string;
  where: string[];
}

/**
 * The rules that the state of a page breaks, by the window and the colour scheme in which it does.
 * @param frame a frame of another site in the page, which is checked in its place
 */
export async function violationsIn(
  page: Page,
  part = ':root',
  frame?: Frame,
): Promise<Record<string, Violation[]>> {
  const viewport = page.viewportSize();
  const session = await page.context().newCDPSession(frame ?? page);
  const violations: Record<string, Violation[]> = {};
  for (const [size, dimensions] of Object.entries(SIZES)) {
    await page.setViewportSize(dimensions);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await violationsOf(session, part, RULES[colorScheme]);
      if (found.length > 0) violations[`${size}, ${colorScheme}`] = found;
    }
  }
  await session.detach();
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: null });
  return violations;
}

/**
 * Runs axe in a world of its own: it reads the page's document, and neither the page's Content-Security-Policy nor its
 * Trusted Types keep it out.
 */
async function violationsOf(
  session: CDPSession,
  part: string,
  runOnly: RunOptions['runOnly'],
): Promise<Violation[]> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'axe',
  });
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails)
      throw new Error(`axe failed: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  };
  await evaluate(
    `Promise.race([
      Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
      new Promise((resolve) => setTimeout(resolve, ${ANIMATIONS_MILLISECONDS})),
    ]).then(() => undefined)`,
  );
  await evaluate(`${axe.source}; undefined`);
  const options = { runOnly, resultTypes: ['violations'], iframes: false };
  const results = (await evaluate(
    `axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)})`,
  )) as AxeResults;
  return results.violations.map(({ id, help, nodes }) => ({
    rule: id,
    help,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
}
