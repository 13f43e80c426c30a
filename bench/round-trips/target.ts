import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { Permission } from '../../shared/contract/permissions.ts';
import type { Measured } from './measure.ts';
import type { Usage } from './services.ts';

const WRITES: readonly Permission[] = ['table:put', 'table:update', 'table:delete', 'member-sessions:create'];

/**
 * The most sequential calls of the first request of an environment, and of any later one. A list is what an operation
 * `list-…` answers, whether or not it has pages. A GET that issues a new link is a write.
 */
export function targetOf({ operation, method, permissions }: Endpoint): { cold: number; warm: number } {
  const isList = /\/list-[\w-]+$/.test(operation);
  const isSingleRead = method === 'GET' && !isList && !permissions.some((each) => WRITES.includes(each));
  return isSingleRead ? { cold: 2, warm: 1 } : { cold: 3, warm: 3 };
}

export function missesTarget(contract: Endpoint, { cold, warm }: Measured): boolean {
  const target = targetOf(contract);
  return cold.sequential > target.cold || warm.sequential > target.warm;
}

/** The sequential calls of the first and the next request; in brackets all calls, and the units of the table. */
export function cellOf({ cold, warm }: Measured): string {
  return `${usage(cold)}, then ${usage(warm)}`;
}

function usage({ sequential, calls, readUnits, writeUnits }: Usage): string {
  return `${sequential} (${calls}; ${rounded(readUnits)} r, ${rounded(writeUnits)} w)`;
}

function rounded(units: number): string {
  return String(Math.round(units * 10) / 10);
}
