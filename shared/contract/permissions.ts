/**
 * The permissions of functions. A contract lists those of its function, and the stacks derive the function's
 * role and environment from them. So a function has access only to what its contract declares. The
 * permissions of the table are named after the reads and the writes of the function. A missing permission
 * fails a test, and so does one that no test needs.
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
  'table:check': 'check items that a transaction does not write',
  'requests:count': 'count requests against the rate limit',
  'key-use:note': 'record the use of an API key',
  'answers:keep': 'store the answers to requests with an Idempotency-Key',
  'trail:append': 'add entries to the audit trail',
  'trail:scrub': 'remove personal data from entries of the audit trail',
  'api-keys:create': 'store API keys',
  'api-keys:delete': 'delete API keys',
  'webhook-secrets:read': 'read the secrets that sign webhooks',
  'webhook-secrets:update': 'change the secrets that sign webhooks',
  'sweep:remember': 'store the progress of a sweep over all organizations',
  'incoming:read': 'read files that members have posted and that are not judged yet',
  'incoming:write': 'issue presigned POSTs for files that members will post',
  'incoming:list': 'list files that members have posted',
  'incoming:delete': 'delete files that members have posted',
  'uploads:read': "read members' accepted uploads",
  'uploads:write': "store members' accepted uploads and what providers derive from them",
  'uploads:list': "list members' uploads",
  'uploads:delete': "delete members' uploads",
  'photos:write': 'store generated photos',
  'photos:list': 'list generated photos',
  'photos:delete': 'delete generated photos',
  'photo-links': 'read the key that signs photo links',
  'link-key:rotate': 'create, store and delete the keys that sign photo links',
  'models-queue': 'send a message to start the flow of a model',
  'cleanup-queue': "send a message to delete a model's images",
  'deliveries-queue': 'send a message to poll the delivery queue of a model',
  'deliveries-queue:change-visibility': 'delay a message on the deliveries queue',
  'timers-queue': 'send a timer: a later poll, or a redelivery',
  'timers-queue:change-visibility': 'delay a message on the timers queue',
  'mail-queue': 'send a message to send a mail',
  'mail:send': "send mail from the stage's address",
  'flow:start': 'start an execution of the model flow',
  'flow:stop': 'stop an execution of the model flow',
} as const;

export type Permission = keyof typeof PERMISSIONS;
