/**
 * What a function may reach. A contract lists its touches; from them the stack derives the function's role
 * and environment, so that nothing can be reached that was not declared, and reviewed, beside the contract.
 */
export const TOUCHES = {
  'table:read': 'read items of the table',
  'table:write': 'write items of the table',
  'requests:count': 'count requests against the rate limit, and note when an API key was used',
  'answers:keep': 'keep the answers to requests with an Idempotency-Key',
  'uploads:read': "read members' uploads",
  'uploads:write': "issue presigned POSTs for members' uploads",
  'uploads:delete': "list and delete members' uploads",
  'photos:write': 'store generated photos',
  'photos:delete': 'list and delete generated photos',
  'photo-links': 'read the key that signs photo links',
  'link-key:rotate': 'make, store and delete the keys that sign photo links',
  'models-queue': 'ask for a model to be processed',
  'cleanup-queue': "ask for a model's pictures to be removed",
  'deliveries-queue': "ask for a model's webhooks to be delivered",
  'wakes-queue': 'ask for something to be done about webhooks later',
  'mail-queue': 'ask for a mail to be sent',
  'mail:send': "send mail from the stage's address",
  'flow:start': 'start an execution of the model flow',
  'flow:stop': 'stop an execution of the model flow',
} as const;

export type Touch = keyof typeof TOUCHES;
