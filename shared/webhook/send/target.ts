import { SECOND } from '../../platform/clock.ts';
import { checkTargetUrl, type EgressPolicy, type Resolve, resolveByDns, resolveTarget } from './guard.ts';

const LOOK_UP_SECONDS = 4;

/**
 * The reason why a URL can get no webhooks, as a sentence for the person who entered it; null when it can.
 * Its name has to resolve within 4 seconds, and to public addresses only. Each attempt checks again, since
 * names change.
 */
export async function checkTarget(
  url: string,
  policy: EgressPolicy,
  resolve: Resolve = resolveByDns,
): Promise<string | null> {
  const reason = checkTargetUrl(url, policy);
  if (reason !== null) return reason;
  try {
    const signal = AbortSignal.timeout(LOOK_UP_SECONDS * SECOND);
    const target = await resolveTarget(new URL(url), policy, resolve, signal);
    return 'refused' in target ? target.refused : null;
  } catch {
    return 'The host of the webhook URL could not be resolved to an address.';
  }
}
