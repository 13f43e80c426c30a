import type { StageSettings } from '../stage-settings.ts';

/** The local cloud: short pauses, and no data retained. */
export const local: StageSettings = {
  stage: 'local',
  region: 'us-east-1',
  provider: 'studio',
  capacity: { studio: 8, development: 100, astria: 8, replicate: 8, http: 4, sagemaker: 2 },
  providerOptions: {},
  developmentPaceSeconds: 3,
  restartPauseSeconds: 1,
  webhookRetrySeconds: [1, 2, 4],
  webhookLoopbackAllowed: true,
  webhookConcurrency: 64,
  addressRequestsPerMinute: 300,
  addressRequestsPerFiveMinutes: 100_000,
  streamRetries: 5,
  apiRequestsPerSecond: 10_000,
  originSecretVersion: 1,
  alarmMail: 'alarms@headshots.example',
  mailFrom: 'Headshots <invites@headshots.example>',
  generationConcurrency: 4,
  lambdaConcurrency: 1000,
  monthlyBudgetUsd: 1,
  logRetentionDays: 1,
  retainData: false,
};
