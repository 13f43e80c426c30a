import { environment } from '../platform/environment.ts';
import type { EgressPolicy } from '../webhook/send/guard.ts';

/** The egress policy of the stage that the function is deployed in. */
export function deployedEgressPolicy(): EgressPolicy {
  return { loopbackAllowed: environment('WEBHOOK_LOOPBACK_ALLOWED') === 'true' };
}
