import type { OriginSettings } from '../http/behind-cloudfront.ts';
import type { HttpSettings } from '../http/exchange.ts';
import { environment } from '../platform/environment.ts';

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

/** Pauses before the retries of a webhook, in seconds. */
export function deployedRetrySchedule(): number[] {
  return environment('WEBHOOK_RETRY_SECONDS').split(',').map(Number);
}
