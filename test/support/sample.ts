import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** True when the project runs a few of many cases. Those of `npm run test:long` run all of them. */
    sampled: boolean;
  }
}

/**
 * In `npm test` a few cases, spread over the list; in `npm run test:long` all of them. A file that samples has to be
 * in SAMPLED of vitest.config.ts.
 * @param count at least 1
 */
export function sample<Case>(cases: readonly Case[], count: number): Case[] {
  if (!inject('sampled')) return [...cases];
  return cases.filter(
    (_, index) =>
      Math.floor((index * count) / cases.length) !== Math.floor(((index - 1) * count) / cases.length),
  );
}
