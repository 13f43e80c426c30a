/**
 * The black-box part of the integration tests: they call the service as partners and members do, and lend it an
 * operator's hands through the table. On the embedded cloud they run as part of `npm test`.
 */
export const BLACK_BOX = [
  'admin',
  'admin-webhooks',
  'client',
  'deletion',
  'favorites',
  'idempotency',
  'invites',
  'members',
  'openapi',
  'photo-links',
  'photos',
  'rate-limit',
  'signup',
  'team-members',
  'teams',
  'uploads',
  'v1-teams',
  'webhooks',
  'white-label',
] as const;

/** Files of integration tests that stay on the embedded cloud, and why. */
export const EMBEDDED_ONLY: Readonly<Record<string, string>> = {
  'admin-deliveries': 'the log passes there; its redeliveries were too slow to be seen to their end',
  crowd: 'load, for which the emulator, a process for each function and call, is no measure',
  isolation:
    'one receiver that hangs delays the others there: MiniStack may take fewer messages at once than Lambda',
  'link-key-rotation': 'runs a cloud of its own, whose keys no other test signs with',
  listen: 'is about the command that listens to the embedded cloud',
  'many-members': 'calls handlers in its own process, over a table of its own',
  'rare-occasions': 'has schedules run when it says so, and messages in queues that come when it says so',
  receivers: 'is about the example receivers, which no cloud makes any difference to',
  service: 'is about `npm start`',
  sweeps: 'the embedded cloud runs a schedule when it is told to, and tells which grants it needed',
  twins: 'runs the steps of the flow in its own process, with the access of the embedded cloud',
};

/** Single tests that an emulator cannot pass, by a part of their names, and why. docs/localstack.md tells more. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'manages teams and invites in both generations':
    'an address with a slash: MiniStack decodes %2F before it looks for the route',
  'answers the same in v2 and v1, and shows the invite everywhere':
    'an address with a percent sign: MiniStack hands on %25 as it came',
  'S3 gives nothing to whom it does not know': 'MiniStack lets anybody read who does not sign at all',
  'is swept once a day':
    'the embedded cloud runs a schedule when it is told to, MiniStack only when it is due',
};
