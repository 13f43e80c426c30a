import { Problem } from '../contract/errors.ts';
import { PROVIDER_NAMES, type ProviderName } from '../contract/providers.ts';
import type { OriginSettings } from '../http/behind-cloudfront.ts';
import type { HttpSettings } from '../http/exchange.ts';
import { environment } from '../platform/environment.ts';
import type { EgressPolicy } from '../webhook/send/guard.ts';

/** Settings of the stage, which its functions get as environment variables. */

/** Base of every link to the web app. */
export function deployedAppUrl(): string {
  return environment('APP_URL');
}

/** Seconds between a failed run of a model's flow and the next one. */
export function deployedRestartPauseSeconds(): number {
  return Number(environment('RESTART_PAUSE_SECONDS'));
}

export function deployedHttpSettings(): HttpSettings {
  return {
    addressRequestsPerMinute: Number(environment('ADDRESS_REQUESTS_PER_MINUTE')),
    responsesChecked: environment('STAGE') === 'local',
  };
}

/** The secrets of requests from CloudFront that functions accept. */
export function deployedOriginSecrets(): string[] {
  return environment('ORIGIN_SECRETS').split(',');
}

export function deployedOriginSettings(): OriginSettings {
  return { appUrl: deployedAppUrl(), originSecrets: deployedOriginSecrets() };
}

/** The stage's default provider. */
export function deployedDefaultProvider(): ProviderName {
  const configured = environment('PROVIDER');
  const name = PROVIDER_NAMES.find((known) => known === configured);
  if (!name)
    throw new Problem(
      'INTERNAL_ERROR',
      `There is no provider called ${configured}: set PROVIDER to ${PROVIDER_NAMES.join(' or ')}.`,
    );
  return name;
}

/** The number of runs that a provider may have at the same time. @throws when the stage sets none. */
export function deployedCapacity(provider: ProviderName): number {
  const [, capacity] =
    environment('CAPACITY')
      .split(',')
      .map((entry) => entry.split('='))
      .find(([name]) => name === provider) ?? [];
  if (capacity !== undefined) return Number(capacity);
  throw new Error(`The provider ${provider} has no capacity: add it to the stage's setting capacity.`);
}

/** Pauses before the retries of a webhook, in seconds. */
export function deployedRetrySchedule(): number[] {
  return environment('WEBHOOK_RETRY_SECONDS').split(',').map(Number);
}

export function deployedEgressPolicy(): EgressPolicy {
  return { loopbackAllowed: environment('WEBHOOK_LOOPBACK_ALLOWED') === 'true' };
}
