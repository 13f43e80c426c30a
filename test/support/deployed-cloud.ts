/** The environment variable with the facts of a cloud that has been deployed to, as JSON. */
export const DEPLOYED_CLOUD = 'DEPLOYED_CLOUD';

/** Paces at which a test can wait for a model that is made, fails, and restarts. */
export const PARAMETERS = {
  DevelopmentPaceSeconds: '1',
  RestartPauseSeconds: '1',
  WebhookRetrySeconds: '1,1,1',
  // All tests call from the one address of this machine.
  AddressRequestsPerMinute: '3000',
};
