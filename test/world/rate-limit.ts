import { MINUTE, SECOND } from '../../shared/platform/clock.ts';
import { RATE_LIMIT } from './people.ts';
import { SKEW } from './world.ts';

/** A request of an organization: it was counted, or refused, between these times. */
export interface CountedRequest {
  readonly name: string;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly status: number;
}

/** A counter has steps of a sixtieth of its window, and clocks differ. */
const TOLERANCE = SECOND + 2 * SKEW;

/** A minute in which more requests were answered than the limit allows, or one that was refused below the limit. */
export function rateLimitFault(requests: readonly CountedRequest[]): string | undefined {
  const ordered = requests.toSorted((one, other) => one.sentAt - other.sentAt);
  const allowed = ordered.filter(({ status }) => status > 0 && status < 429);
  for (const { sentAt } of allowed) {
    const end = sentAt + MINUTE - 2 * SKEW;
    const within = allowed.filter((each) => each.sentAt >= sentAt && each.answeredAt < end);
    if (within.length > RATE_LIMIT) return `${within.length} requests were answered within a minute.`;
  }
  for (const { sentAt, answeredAt } of ordered.filter(isRefused)) {
    const before = ordered.filter(
      (each) => each.sentAt <= answeredAt && each.answeredAt >= sentAt - MINUTE - TOLERANCE,
    );
    // Those that were refused count as well, since an answer that was lost may be one of either.
    if (before.length <= RATE_LIMIT)
      return `One was refused after ${before.length} requests within a minute.`;
  }
  return undefined;
}

/** Other requests have further limits. */
function isRefused({ name, status }: CountedRequest): boolean {
  return status === 429 && name.endsWith('get-credits');
}
