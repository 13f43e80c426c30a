import * as z from 'zod';
import { storedEvent } from './events.ts';
import { mailEventMessage } from './mail-events.ts';
import { cleanupMessage, deliveryPoll, mailMessage, modelMessage, timerMessage } from './messages.ts';
import { CHANGE, CHANGE_COLLECTION, READ_LIST, REMOVE_FILES } from './permission-bundles.ts';
import { batchInput, callbackWait, progress, runInput } from './run.ts';
import { task } from './task.ts';

const RENDERING = { images: true, memoryMB: 1769, timeoutSeconds: 300 } as const;

export const beginTraining = task({
  name: 'flow/begin-training',
  summary: 'waiting → pending',
  input: runInput,
  output: runInput,
  permissions: ['table:get', 'table:put', 'table:update'],
});

export const advanceTraining = task({
  name: 'flow/advance-training',
  summary: 'Starts the training at the provider, or polls its progress',
  input: runInput,
  output: progress,
  permissions: [
    ...CHANGE,
    'table:query',
    'uploads:read',
    'uploads:write',
    'uploads:list',
    'uploads:delete',
    'provider-keys:read',
    'training-jobs',
  ],
  capacity: RENDERING,
});

export const beginGeneration = task({
  name: 'flow/begin-generation',
  summary: 'pending → generatingHeadshots; plans the batches of photos',
  input: runInput,
  output: z.object({ batches: z.array(batchInput) }),
  permissions: ['table:get', 'table:query', 'table:put', 'table:update'],
});

export const advanceGeneration = task({
  name: 'flow/advance-generation',
  summary: 'Starts one batch of photos at the provider, or polls its progress and stores finished photos',
  input: batchInput,
  output: progress,
  permissions: [
    ...CHANGE,
    'table:check',
    'uploads:read',
    'photos:write',
    'photos:delete',
    'provider-keys:read',
    'training-jobs',
  ],
  capacity: RENDERING,
});

export const awaitCallback = task({
  name: 'flow/await-callback',
  summary: "Stores the token with which a provider's callback ends the pause before the next poll",
  input: callbackWait,
  output: z.object({}),
  permissions: ['table:update'],
});

export const finishGeneration = task({
  name: 'flow/finish-generation',
  summary: 'generatingHeadshots → active',
  input: runInput,
  output: runInput,
  permissions: ['table:get', 'table:query', 'table:put', 'table:update'],
});

export const failModel = task({
  name: 'flow/fail-model',
  summary: '→ failed; decides whether and when the model restarts, and returns the credit when it does not',
  // The error that Step Functions caught. Its name decides the public reason of a failure for good.
  input: runInput.extend({
    cause: z.object({ Error: z.string().optional(), Cause: z.string().optional() }).optional(),
  }),
  output: z.object({ restart: z.boolean(), pauseSeconds: z.int().min(1) }),
  permissions: [...CHANGE, 'table:query', 'table:delete-many', 'photos:delete'],
});

export const restartModel = task({
  name: 'flow/restart-model',
  summary: 'failed → waiting, with the next run',
  input: runInput,
  output: runInput,
  permissions: ['table:get', 'table:put', 'table:update', 'trail:append'],
});

export const publishEvents = task({
  name: 'stream/publish-events',
  summary: "Sends the table's new events to the queues, and adds to the audit trail what they record",
  input: storedEvent,
  permissions: [
    'models-queue',
    'cleanup-queue',
    'deliveries-queue',
    'timers-queue',
    'mail-queue',
    'trail:write',
  ],
});

export const foldLists = task({
  name: 'stream/fold-lists',
  summary: 'Folds the logs of list changes into the indexes of the lists',
  input: z.object({ PK: z.string() }),
  permissions: ['lists:fold'],
});

export const startFlow = task({
  name: 'queue/start-flow',
  summary:
    'Queues waiting models, gives them the free permits of their provider in turn, and starts one execution per run',
  input: modelMessage,
  permissions: [...CHANGE, ...READ_LIST, 'table:query-index', 'flow:start'],
});

export const deliverWebhooks = task({
  name: 'queue/deliver-webhooks',
  summary: "Posts a model's webhooks to its organization, in order",
  input: deliveryPoll,
  permissions: [
    ...CHANGE_COLLECTION,
    'deliveries-queue:change-visibility',
    'timers-queue',
    'webhook-secrets:read',
    'webhook-secret-key',
  ],
  // Two attempts of 10 s, and time to record them. Another poll delivers the rest of the queue.
  capacity: { timeoutSeconds: 40 },
});

export const fireTimers = task({
  name: 'queue/fire-timers',
  summary:
    'Polls delivery queues when their timers fire, redelivers the parked webhooks of an organization, and probes and releases behind its circuit',
  input: timerMessage,
  permissions: [...CHANGE_COLLECTION, 'deliveries-queue', 'timers-queue:change-visibility'],
});

export const deleteImages = task({
  name: 'queue/delete-images',
  summary:
    'Deletes what a deleted model, an erased photo or an erased person leaves, the cut-outs of a finished model, and what providers keep of runs that have ended',
  input: cleanupMessage,
  permissions: [
    ...CHANGE_COLLECTION,
    ...REMOVE_FILES,
    'table:delete-many',
    'lists:note',
    'member-sessions:delete-many',
    'flow:stop',
    'cleanup-queue',
    'trail:scrub',
    'provider-keys:read',
    'training-jobs',
  ],
  // The adapters of providers can also read images.
  capacity: { images: true, timeoutSeconds: 60 },
});

export const sendMail = task({
  name: 'queue/send-mail',
  summary: 'Composes mails and sends them with SES',
  input: mailMessage,
  permissions: [
    'table:get',
    'table:query',
    'table:query-index',
    'table:update',
    'user-sessions:create',
    'user-sessions:update',
    'member-sessions:create',
    'mailboxes:count',
    'mail:send',
    'mail-queue:change-visibility',
  ],
});

export const recordMailEvents = task({
  name: 'queue/record-mail-events',
  summary: 'Records the addresses that have refused mail, which get no more',
  input: mailEventMessage,
  permissions: ['table:put', 'table:update'],
});

export const expireInvites = task({
  name: 'schedule/expire-invites',
  summary:
    'Expires invites that were not used within 30 days, and frees their slots and addresses; gives back reserved slots that were abandoned',
  permissions: ['table:get', 'table:query-index', 'table:update', 'table:delete', 'lists:note'],
  // Expires one invite after another. Those beyond some tens of thousands wait for the next day.
  capacity: { timeoutSeconds: 600 },
  everyHours: 24,
});

export const remindInvited = task({
  name: 'schedule/remind-invited',
  summary:
    'Reminds people of pending invites and members of missing photos, on working days at 15 h UTC, for organizations that have set how often',
  permissions: ['table:get', 'table:query-index', 'table:put', 'table:update', 'trail:append'],
  // Those beyond some ten thousand wait for the next day.
  capacity: { timeoutSeconds: 600 },
  everyHours: 1,
});

export const enforceRetention = task({
  name: 'schedule/enforce-retention',
  summary:
    'Deletes uploads that have expired, and resumes erasures and deletions at providers that are not done',
  permissions: [
    'table:get',
    'table:query',
    'table:query-index',
    'table:update',
    'table:delete-many',
    'uploads:list',
    'uploads:delete',
    'cleanup-queue',
  ],
  capacity: { timeoutSeconds: 600 },
  everyHours: 1,
});

export const giveUpParked = task({
  name: 'schedule/give-up-parked',
  summary: 'Gives up the webhooks of models that have been parked or held for 72 hours',
  permissions: ['table:get', 'table:query', 'table:query-index', 'table:put', 'table:delete'],
  capacity: { timeoutSeconds: 600 },
  everyHours: 1,
});

export const findStuckModels = task({
  name: 'schedule/find-stuck-models',
  summary:
    'Counts the models that the flow has not advanced in time, and has owners told of further models that have failed for good',
  permissions: ['table:query-index', 'mail-queue'],
  everyHours: 1,
});

export const repairPermits = task({
  name: 'schedule/repair-permits',
  summary: 'Has lost permits of providers freed, and the models that wait for one admitted',
  permissions: ['models-queue'],
  everyHours: 1,
});

export const auditCredits = task({
  name: 'schedule/audit-credits',
  summary: 'Checks the credits of every organization against its ledger, once a day',
  permissions: ['table:get', 'table:query', 'table:query-index', 'sweep:remember'],
  // A sweep that takes longer continues an hour later.
  capacity: { timeoutSeconds: 600 },
  everyHours: 1,
});

export const removeOrphans = task({
  name: 'schedule/remove-orphans',
  summary: 'Removes the objects of the images bucket whose uploads and photos are gone',
  permissions: [...REMOVE_FILES, 'table:get', 'table:get-many', 'sweep:remember'],
  // The next run, a day later, continues with the objects that this one did not reach.
  capacity: { timeoutSeconds: 600 },
  everyHours: 24,
});

export const rotateLinkKey = task({
  name: 'schedule/rotate-link-key',
  summary: 'Creates the key that signs photo links, rotates it every 30 days, and deletes the former one',
  permissions: ['link-key:rotate'],
  everyHours: 1,
  withDeployment: true,
});

export const checkMainJob = task({
  name: 'schedule/check-main-job',
  summary: 'Makes a development model over the public API, and judges the one of the run before',
  permissions: ['table:get', 'sweep:remember', 'check-key:read'],
  everyMinutes: 5,
});
