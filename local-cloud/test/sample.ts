import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** True when a few of many cases are enough. */
    sampled: boolean;
  }
}

/** The first cases, or all when the project of tests does not sample. */
export function sample<Case>(cases: readonly Case[], count: number): readonly Case[] {
  return inject('sampled') ? cases.slice(0, count) : cases;
}
