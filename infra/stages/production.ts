import type { StageSettings } from '../stage-settings.ts';

/**
 * An example to start from: with a `domain` of yours, people meet its name instead of CloudFront's, and
 * `mailFrom` must be of a domain that SES has verified for you.
 */
export const production: StageSettings = {
  stage: 'production',
  region: 'us-east-1',
  provider: 'studio',
  developmentPaceSeconds: 3 * 60,
  restartPauseSeconds: 60,
  webhookRetrySeconds: [30, 5 * 60, 30 * 60],
  webhookLoopbackAllowed: false,
  webhookConcurrency: 400,
  addressRequestsPerMinute: 300,
  addressRequestsPerFiveMinutes: 50_000,
  alarmMail: 'alarms@headshots.example.com',
  mailFrom: 'Headshots <invites@headshots.example.com>',
  generationConcurrency: 8,
  logRetentionDays: 90,
  retainData: true,
};
