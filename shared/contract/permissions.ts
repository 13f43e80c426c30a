/**
 * What a function may reach. A contract lists its permissions; from them the stack derives the function's role
 * and environment, so that nothing can be reached that was not declared, and reviewed, beside the contract.
 * Those of the table are what the function's steps are called: reads, and the writes of its transactions. A permission
 * that no test needs fails the last of them, as one that is missing does.
 */
export const PERMISSIONS = {
  'table:get': 'read items by their keys',
  'table:get-many': 'read many items at once by their keys',
  'table:query': 'read collections of items',
  'table:query-index': 'read collections of the index, which go over all organizations',
  'table:put': 'write new items, or whole items anew',
  'table:update': 'change items',
  'table:delete': 'delete items',
  'table:delete-many': 'delete many items at once',
  'table:check': 'let a transaction depend on items that it does not write',
  'requests:count': 'count requests against the rate limit',
  'key-use:note': 'note when an API key was used',
  'answers:keep': 'keep the answers to requests with an Idempotency-Key',
  'sweep:remember': 'keep how far a sweep over all organizations has come',
  'uploads:read': "read members' uploads",
  'uploads:write': "store members' uploads, or issue presigned POSTs for them",
  'uploads:list': "list members' uploads",
  'uploads:delete': "delete members' uploads",
  'photos:write': 'store generated photos',
  'photos:list': 'list generated photos',
  'photos:delete': 'delete generated photos',
  'photo-links': 'read the key that signs photo links',
  'link-key:rotate': 'make, store and delete the keys that sign photo links',
  'models-queue': 'ask for a model to be processed',
  'cleanup-queue': "ask for a model's images to be removed",
  'deliveries-queue': "ask for a model's webhooks to be delivered",
  'deliveries-queue:change-visibility': "put off a message about a model's webhooks",
  'timers-queue': 'ask for something to be done about webhooks later',
  'timers-queue:change-visibility': 'put off a message about something to be done later',
  'mail-queue': 'ask for a mail to be sent',
  'mail:send': "send mail from the stage's address",
  'flow:start': 'start an execution of the model flow',
  'flow:stop': 'stop an execution of the model flow',
} as const;

export type Permission = keyof typeof PERMISSIONS;
