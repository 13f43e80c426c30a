import * as z from 'zod';
import { credential } from '../credential.ts';
import { endpoint } from '../endpoint.ts';
import { email, memberNameOrNull, modelId, success, time } from '../fields.ts';
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
    since: time.meta({ description: 'The time since which the reason holds.', examples: [SAMPLE.time] }),
    modelId: modelId.optional().meta({ description: 'The id of the model, if the person has one.' }),
    failureReason: failureReason.optional(),
    teamId: z
      .string()
      .optional()
      .meta({ description: 'The team of an invite that expired, if it had one.', examples: [SAMPLE.teamId] }),
    inviteLink: credential(
      z
        .string()
        .optional()
        .meta({
          description:
            'The link of an invite whose mail was refused, to be passed on by other means; absent for viewers.',
          examples: [`https://headshots.example/auth/signup?invite=${SAMPLE.inviteId}`],
        }),
      'omitted',
    ),
  })
  .meta({ id: 'StuckPerson', description: 'A person who does not get headshots without help.' });

const stuckGroup = z.object({
  reason: z.enum(STUCK_REASONS).meta({
    description:
      'Why these people are stuck. model-failed: the model failed for good. model-delayed: it has had the same status for two hours, mostly because its provider is down or busy. invite-bounced: the address has refused the mail of a pending invite. uploads-refused and uploads-missing: a model has waited for enough photos for three days, with or without photos that were refused. not-begun: a member has sent no photo for three days. invite-expired: an invite expired within the last 30 days, and the address has no other.',
    examples: ['model-failed'],
  }),
  total: z.int().meta({
    description:
      'The number of people. Of delayed models at most 150 are counted, and of invites at most 100.',
    examples: [1],
  }),
  people: z.array(person).meta({ description: 'Up to 20 of them, the latest first.' }),
});
export type StuckGroup = z.infer<typeof stuckGroup>;
export type StuckPerson = z.infer<typeof person>;

const seconds = (description: string, example: number) => z.int().meta({ description, examples: [example] });

const pace = z
  .object({
    models: z.int().meta({ description: 'The number of models that are measured.', examples: [100] }),
    medianSeconds: seconds('The median, in seconds.', 2400),
    slowestSeconds: seconds('The longest time, in seconds.', 5100),
    slowestModelId: modelId,
    medianWaitSeconds: seconds('The median of the wait before training, in seconds.', 12),
  })
  .meta({
    description:
      'The time from the begin of training to the headshots, over all runs, of the latest 100 models that have finished.',
  });

const providerCost = z.object({
  provider: z.enum(PROVIDER_NAMES).meta({ description: 'The provider.', examples: ['replicate'] }),
  models: z.int().meta({ description: 'The number of models with a bill.', examples: [100] }),
  medianUsd: z.number().meta({ description: 'The median of the bill, in US dollars.', examples: [1.85] }),
  highestUsd: z.number().meta({ description: 'The highest bill, in US dollars.', examples: [2.4] }),
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
    stuck: z
      .array(stuckGroup)
      .meta({ description: 'The reasons that hold for someone, the most urgent first.' }),
    pace: pace.nullable().meta({ description: 'null until a model has finished.' }),
    cost: z.array(providerCost).meta({
      description:
        'The bills of providers that tell them, for the models that are measured. Each model takes one credit.',
    }),
  }),
  errors: [],
  permissions: READ_LIST,
  capacity: { memoryMB: 1024, timeoutSeconds: 29 },
});
