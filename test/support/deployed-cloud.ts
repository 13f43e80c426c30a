/** The environment variable that contains the CloudFacts of a deployed cloud, as JSON. */
export const DEPLOYED_CLOUD = 'DEPLOYED_CLOUD';

/** Short pauses, so that tests can wait for models that are generated, fail and restart. */
export const PARAMETERS = {
  DevelopmentPaceSeconds: '1',
  RestartPauseSeconds: '1',
  WebhookRetrySeconds: '1,1,1',
  // All tests call from the same source address.
  AddressRequestsPerMinute: '3000',
};
