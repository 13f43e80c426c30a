/**
 * The black-box integration tests. They call the service as partners and members do, and act as its operator
 * through the table. `npm test` runs them on the local cloud.
 */
export const BLACK_BOX = [
  'admin',
  'admin-organization',
  'admin-webhooks',
  'client',
  'idempotency',
  'invites',
  'members',
  'model-events',
  'openapi',
  'photos',
  'rate-limit',
  'signup',
  'teams',
  'uploads',
  'webhooks',
  'white-label',
] as const;

/**
 * Tests that an emulator cannot pass, by a part of their titles, with the reasons. See docs/localstack.md.
 */
export const SKIPPED_TESTS: Readonly<Record<string, string>> = {
  'the TypeScript client manages teams':
    'MiniStack decodes %2F before routing, so an address with a slash has no route',
  'v1 and v2 answer a sent invite with the same fields':
    'MiniStack does not decode %25, so an address with a percent sign is not found',
  'without its signature gets 403 from S3': 'MiniStack answers unsigned requests',
  'is read by pages of the own origin only':
    'MiniStack answers any origin with *, whatever the rules of the bucket are',
  'its slot to the daily sweep': 'the local cloud starts a schedule by request, MiniStack at its time only',
};
