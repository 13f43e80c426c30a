import type { StageSettings } from '../stage-settings.ts';

/**
 * An example stage on AWS. Set `domain` to serve under your own domain instead of CloudFront's. The domain of
 * `mailFrom` must be verified in SES.
 */
export const production: StageSettings = {
  stage: 'production',
  region: 'us-east-1',
  provider: 'studio',
  capacity: { studio: 40, development: 10, astria: 40, replicate: 20, http: 4, sagemaker: 2 },
  providerOptions: {},
  developmentPaceSeconds: 3 * 60,
  restartPauseSeconds: 60,
  webhookRetrySeconds: [30, 5 * 60, 30 * 60],
  webhookLoopbackAllowed: false,
  webhookConcurrency: 400,
  addressRequestsPerMinute: 300,
  addressRequestsPerFiveMinutes: 50_000,
  streamRetries: 20,
  apiRequestsPerSecond: 2000,
  originSecretVersion: 1,
  alarmMail: 'alarms@headshots.example.com',
  mailFrom: 'Headshots <invites@headshots.example.com>',
  generationConcurrency: 8,
  lambdaConcurrency: 1000,
  monthlyBudgetUsd: 500,
  drawingConcurrency: { training: 50, generation: 400 },
  logRetentionDays: 90,
  retainData: true,
};
