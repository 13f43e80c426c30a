/**
 * The environment variables of a function. The construct that grants a permission also sets its variables, so
 * a function fails at once when it reads a variable without the permission.
 */
export type EnvironmentName =
  | 'AWS_REGION'
  | 'STAGE'
  | 'APP_URL'
  | 'TABLE_NAME'
  | 'IMAGES_BUCKET'
  | 'LINK_SIGNER_SECRET'
  | 'LINK_SIGNER_USER'
  | 'CHECK_SECRET'
  | 'WEBHOOK_SECRET_KEY'
  | 'MODELS_QUEUE_URL'
  | 'CLEANUP_QUEUE_URL'
  | 'DELIVERIES_QUEUE_URL'
  | 'TIMERS_QUEUE_URL'
  | 'FAILED_EVENTS_QUEUE_URL'
  | 'MAIL_QUEUE_URL'
  | 'MAIL_FROM'
  | 'MAIL_CONFIGURATION_SET'
  | 'STATE_MACHINE_ARN'
  | 'ADDRESS_REQUESTS_PER_MINUTE'
  | 'ORIGIN_SECRETS'
  | 'PROVIDER'
  | 'PROVIDER_OPTIONS'
  | 'PROVIDER_KEYS'
  | 'TRAINING_ACCOUNT'
  | 'CAPACITY'
  | 'DEVELOPMENT_PACE_SECONDS'
  | 'RESTART_PAUSE_SECONDS'
  | 'WEBHOOK_LOOPBACK_ALLOWED'
  | 'WEBHOOK_RETRY_SECONDS';

/** The variable's value. @throws when the stack did not set it. */
export function environment(name: EnvironmentName): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`The environment variable ${name} is not set.`);
  return value;
}
