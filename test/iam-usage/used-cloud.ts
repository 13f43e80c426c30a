import { inject } from 'vitest';
import type { LocalCloudFacts } from '../support/cloud-process.ts';

/** The cloud that the integration tests ran on; it stops when all tests are done. @throws when they did not run. */
export function usedCloud(): LocalCloudFacts {
  const cloud = inject('usedCloud');
  if (cloud === undefined) throw new Error('These tests look back at the integration tests: run `npm test`.');
  return cloud;
}
