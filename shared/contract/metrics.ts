/** Business metrics and their units, in addition to the metrics of the AWS services. */
export const METRICS = {
  /** Changes of models, by webhook event or by the new status. */
  ModelEvents: 'Count',
  /** Delivery attempts, by outcome. */
  WebhookAttempts: 'Count',
  /** The time from an event to the delivery of its webhook. */
  WebhookAge: 'Milliseconds',
  /** Models that were parked, by reason. */
  ModelsParked: 'Count',
  /** Webhooks that were given up after 72 hours. */
  WebhooksGivenUp: 'Count',
  /** The time that a model waited for a permit of its provider. */
  AdmissionWait: 'Milliseconds',
  /** Circuits that were opened, because the receiver of an organization failed. */
  CircuitsOpened: 'Count',
  /** Circuits that were closed by a probe. */
  CircuitsClosed: 'Count',
  /** Mails that were not sent at the limit of a mailbox, or refused after SES had accepted them, by reason. */
  MailRefused: 'Count',
  /** Attempts to send a mail that SES has put off, by reason. */
  MailHeldBack: 'Count',
  /** The cost of a model at its provider in US dollars, over all its runs, when it is active or has failed for good. */
  ModelCost: 'None',
  /** The time that such a model has spent in a status, over all its runs. */
  TimeInStatus: 'Seconds',
  /** Models that failed in every restart, or whose photos are refused, by reason. Their credit is returned. */
  ModelsFailedForGood: 'Count',
  /** Deletions at a provider that are not done after a day, counted every hour, by provider. */
  CopiesOverdue: 'Count',
  /** Models that the flow has not advanced in time, counted every hour, by status. */
  ModelsStuck: 'Count',
  /** Violations in the credits and counters of organizations, counted once a day, by rule. */
  CreditAnomalies: 'Count',
  /** Checks of the main job that ended as they should: a model was made over the public API, with its webhook. */
  MainJobsDone: 'Count',
  /** Checks of the main job that failed, by part. */
  MainJobsFailed: 'Count',
} as const;
export type MetricName = keyof typeof METRICS;

export const METRICS_NAMESPACE = 'Headshots';
