import { SECOND } from '../../platform/clock.ts';
import { environment } from '../../platform/environment.ts';
import { checkTargetUrl, type EgressPolicy, type Resolve, resolveByDns, resolveTarget } from './guard.ts';

/** The policy of the stage that the function is deployed in. */
export function deployedEgressPolicy(): EgressPolicy {
  return { loopbackAllowed: environment('WEBHOOK_LOOPBACK_ALLOWED') === 'true' };
}

const LOOK_UP_SECONDS = 4;

/**
 * Why a URL would not get webhooks, as a sentence for the person who entered it; null when it would. Beyond its
 * spelling its name has to resolve, within 4 seconds, and to public addresses only. This is for the person: each
 * attempt decides anew, since names change.
 */
export async function checkTarget(
  url: string,
  policy: EgressPolicy,
  resolve: Resolve = resolveByDns,
): Promise<string | null> {
  const refusal = checkTargetUrl(url, policy);
  if (refusal !== null) return refusal;
  try {
    const signal = AbortSignal.timeout(LOOK_UP_SECONDS * SECOND);
    const target = await resolveTarget(new URL(url), policy, resolve, signal);
    return 'refused' in target ? target.refused : null;
  } catch {
    return 'The host of the webhook URL could not be resolved to an address.';
  }
}
