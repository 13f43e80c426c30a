import { inject } from 'vitest';
import type { LocalCloudFacts } from '../support/cloud-process.ts';

/**
 * The cloud that the integration tests ran on. It stops when all tests are done. @throws if they did not run
 */
export function usedCloud(): LocalCloudFacts {
  const cloud = inject('usedCloud');
  if (cloud === undefined)
    throw new Error(
      'These tests check the log and the grants of the integration tests: run them with `npm test`.',
    );
  return cloud;
}
