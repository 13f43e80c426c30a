/** What is counted of the business, beside what AWS counts of its services, and in which unit. */
export const METRICS = {
  /** Changes of models, by the webhook event that tells of them, or the status they lead to. */
  ModelEvents: 'Count',
  /** Posts to receivers, by how they ended. */
  WebhookAttempts: 'Count',
  /** From an event to its webhook's being taken. */
  WebhookAge: 'Milliseconds',
  /** Models whose webhooks had to be parked, by why. */
  ModelsParked: 'Count',
  /** Webhooks nobody took within 72 hours. */
  WebhooksGivenUp: 'Count',
  /** Models that no restart helped; their credit is returned. */
  ModelsFailedForGood: 'Count',
  /** Models that the flow has not moved on in time, counted every hour, by the status they are stuck in. */
  ModelsStuck: 'Count',
  /** Rules that an organization's credits or counters break, counted once a day, by the rule. */
  CreditAnomalies: 'Count',
} as const;
export type MetricName = keyof typeof METRICS;

export const METRICS_NAMESPACE = 'Headshots';
