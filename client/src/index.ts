export { HeadshotsClient } from './client.ts';
export { ConnectionError, HeadshotsError } from './error.ts';
export type * from './generated/types.ts';
export type { CallOptions, ClientOptions } from './transport.ts';
export { InvalidWebhook, verifyWebhook, type WebhookHeaders } from './webhooks.ts';
