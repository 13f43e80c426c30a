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
  'lists:note': 'note in the log of an organization what a transaction changes in its lists',
  'lists:fold': 'fold the log of list changes into the indexes of the lists',
  'requests:count': 'count requests against the rate limit',
  'key-use:note': 'record the use of an API key',
  'answers:keep': 'store the answers to requests with an Idempotency-Key',
  'verdicts:record': 'record the verdicts on uploads, and count them in their models',
  'trail:append': 'store events that add entries to the audit trail',
  'trail:write': 'write the entries of the audit trail',
  'trail:scrub': 'remove personal data from entries of the audit trail',
  'api-keys:create': 'store API keys',
  'api-keys:delete': 'delete API keys',
  'users:create': 'store users of an organization',
  'users:update': 'change the roles of users, and count users',
  'users:delete': 'delete users of an organization',
  'user-sessions:create': 'store sessions and sign-in links of users, and mails about changes of users',
  'user-sessions:update': 'change the last sign-in and the language of users, and record mails about them',
  'user-sessions:delete': 'end sessions of users, and use up their sign-in links',
  'member-sessions:create': 'store sessions of members and the links that open them',
  'mailboxes:count': 'count the mails to a mailbox',
  'member-sessions:delete': 'end sessions of members, and use up their links',
  'member-sessions:delete-many': 'delete everything that lets a member in',
  'webhook-secrets:read': 'read the secrets that sign webhooks',
  'webhook-secrets:update': 'change the secrets that sign webhooks',
  'webhook-secret-key': 'read the key under which webhook secrets are encrypted',
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
  'photo-links': 'read the key that signs links to photos and uploads',
  'link-key:rotate': 'create, store and delete the keys that sign photo links',
  'check-key:read': 'read the API key of the check of the main job',
  'provider-keys:read': 'read the keys of hosted providers',
  'models-queue': 'send a message to start the flow of a model',
  'cleanup-queue': "send a message to delete a model's images",
  'deliveries-queue': 'send a message to poll the delivery queue of a model',
  'deliveries-queue:change-visibility': 'delay a message on the deliveries queue',
  'timers-queue': 'send a timer: a later poll, or a redelivery',
  'timers-queue:change-visibility': 'delay a message on the timers queue',
  'mail-queue': 'send a message to send a mail',
  'mail-queue:change-visibility': 'delay a message on the mail queue',
  'mail:send': "send mail from the stage's address",
  'flow:start': 'start an execution of the model flow',
  'flow:stop': 'stop an execution of the model flow',
  'flow:resume': 'end the pause of an execution of the model flow',
} as const;

export type Permission = keyof typeof PERMISSIONS;

/** Reads a page of a list. */
export const READ_LIST = ['table:query', 'table:get-many'] as const satisfies readonly Permission[];
/** Reads items and changes them. */
export const CHANGE = ['table:get', 'table:put', 'table:update'] as const satisfies readonly Permission[];
/** Changes items and deletes some, with an entry in the audit trail. */
export const RECORDED_CHANGE = [...CHANGE, 'table:delete', 'trail:append'] as const;
/** Changes the items of a collection and deletes some. */
export const CHANGE_COLLECTION = [...CHANGE, 'table:query', 'table:delete'] as const;
export const SHOW_PHOTOS = [
  'table:get',
  'table:query',
  'photo-links',
] as const satisfies readonly Permission[];
export const CHANGE_PHOTO = [...CHANGE, 'photo-links'] as const;
/** Finds and deletes the files of members. */
export const REMOVE_FILES = [
  'incoming:list',
  'incoming:delete',
  'uploads:list',
  'uploads:delete',
  'photos:list',
  'photos:delete',
] as const satisfies readonly Permission[];
