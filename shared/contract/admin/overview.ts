import * as z from 'zod';
import { credential } from '../credential.ts';
import { endpoint } from '../endpoint.ts';
import { described, email, memberNameOrNull, modelId, success, time } from '../fields.ts';
import { READ_LIST } from '../permission-bundles.ts';
import { PROVIDER_NAMES } from '../providers.ts';
import { SAMPLE } from '../samples.ts';
import { failureReason } from '../schemas.ts';

/** The reasons why a person does not get headshots without help, the most urgent first. */
export const STUCK_REASONS = [
  'model-failed',
  'model-delayed',
  'invite-bounced',
  'uploads-refused',
  'uploads-missing',
  'not-begun',
  'invite-expired',
] as const;
export type StuckReason = (typeof STUCK_REASONS)[number];

const person = z
  .object({
    email,
    name: memberNameOrNull,
    since: described(time, 'The time since which the reason holds.', SAMPLE.time),
    modelId: described(modelId.optional(), 'The id of the model, if the person has one.'),
    failureReason: failureReason.optional(),
    teamId: described(
      z.string().optional(),
      'The team of an invite that expired, if it had one.',
      SAMPLE.teamId,
    ),
    inviteLink: credential(
      described(
        z.string().optional(),
        'The link of an invite whose mail was refused, to be passed on by other means; absent for viewers.',
        `https://headshots.example/auth/signup?invite=${SAMPLE.inviteId}`,
      ),
      'omitted',
    ),
  })
  .meta({ id: 'StuckPerson', description: 'A person who does not get headshots without help.' });

const stuckGroup = z.object({
  reason: described(
    z.enum(STUCK_REASONS),
    'Why these people are stuck. model-failed: the model failed for good. model-delayed: it has had the same status for two hours, mostly because its provider is down or busy. invite-bounced: the address has refused the mail of a pending invite. uploads-refused and uploads-missing: a model has waited for enough photos for three days, with or without photos that were refused. not-begun: a member has sent no photo for three days. invite-expired: an invite expired within the last 30 days, and the address has no other.',
    'model-failed',
  ),
  total: described(
    z.int(),
    'The number of people. Of delayed models at most 150 are counted, and of invites at most 100.',
    1,
  ),
  people: described(z.array(person), 'Up to 20 of them, the latest first.'),
});
export type StuckGroup = z.infer<typeof stuckGroup>;
export type StuckPerson = z.infer<typeof person>;

const seconds = (description: string, example: number) => described(z.int(), description, example);

const pace = described(
  z.object({
    models: described(z.int(), 'The number of models that are measured.', 100),
    medianSeconds: seconds('The median, in seconds.', 2400),
    slowestSeconds: seconds('The longest time, in seconds.', 5100),
    slowestModelId: modelId,
    medianWaitSeconds: seconds('The median of the wait before training, in seconds.', 12),
  }),
  'The time from the start of training to finished headshots, over all runs, of the latest 100 models that have finished.',
);

const providerCost = z.object({
  provider: described(z.enum(PROVIDER_NAMES), 'The provider.', 'replicate'),
  models: described(z.int(), 'The number of models with a bill.', 100),
  medianUsd: described(z.number(), 'The median of the bill, in US dollars.', 1.85),
  highestUsd: described(z.number(), 'The highest bill, in US dollars.', 2.4),
});

export const getOverview = endpoint({
  operation: 'admin/overview/get-overview',
  summary: 'Who is stuck and why, and the time and the cost of models',
  method: 'GET',
  path: '/api/admin/overview',
  auth: 'userSession',
  role: 'viewer',
  response: z.object({
    success,
    stuck: described(z.array(stuckGroup), 'The reasons that hold for someone, the most urgent first.'),
    pace: described(pace.nullable(), 'null until a model has finished.'),
    cost: described(
      z.array(providerCost),
      'The bills of providers that tell them, for the models that are measured. Each model takes one credit.',
    ),
  }),
  permissions: READ_LIST,
  capacity: { memoryMB: 1024, timeoutSeconds: 29 },
});
