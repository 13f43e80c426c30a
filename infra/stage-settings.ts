import * as z from 'zod';
import { ConfigurationError } from './configuration-error.ts';
import { isOnThisMachine } from './constructs/bundles.ts';

/** Retention times that CloudWatch Logs accepts, in days. */
const LOG_RETENTION_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731] as const;

const SECONDS_PER_DAY = 86_400;

const stageSettings = z
  .strictObject({
    stage: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be 1 to 20 lower-case letters, digits and hyphens'),
    /** Where everything is that does not belong to CloudFront's edge. */
    region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be the name of an AWS region: eu-central-1'),
    /** Where people reach the service; without it, at the name CloudFront hands out. */
    domain: z
      .strictObject({
        name: z.hostname(),
        /** CloudFront takes certificates from us-east-1 only. */
        certificateArn: z.string().regex(/^arn:aws[\w-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/, {
          error: 'must be the ARN of an ACM certificate in us-east-1',
        }),
      })
      .optional(),
    provider: z.enum(['studio', 'development']),
    /** How long a development model takes over the whole flow. */
    developmentPaceSeconds: z.int().min(0).max(SECONDS_PER_DAY),
    /** The pause before a failed model's first restart; later ones are longer. */
    restartPauseSeconds: z.int().min(1).max(SECONDS_PER_DAY),
    /** The pauses before the retries of a webhook, in their order. */
    webhookRetrySeconds: z.array(z.int().min(1).max(SECONDS_PER_DAY)).min(1),
    webhookLoopbackAllowed: z.boolean(),
    /** How many webhooks are under way at once, over all organizations; each has at most 8 of them. */
    webhookConcurrency: z.int().min(2).max(1000),
    /** How often one network address may call without a valid key. Counting costs more the more it is. */
    addressRequestsPerMinute: z.int().min(1).max(3000),
    /** How many requests one address may make in five minutes before WAF turns it away. */
    addressRequestsPerFiveMinutes: z.int().min(100).max(2_000_000_000),
    /** Who hears of alarms. */
    alarmMail: z.email(),
    /** The sender of invites; SES in the stage's account must have verified its domain. */
    mailFrom: z.string().regex(/^[\w -]+ <[\w.+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+>$/, {
      error: 'must be a name and an address: Headshots <invites@example.com>',
    }),
    /** How many batches of one model are generated side by side. */
    generationConcurrency: z.int().min(1).max(40),
    logRetentionDays: z.literal(LOG_RETENTION_DAYS),
    /** True keeps the table and the images when the stacks are deleted. */
    retainData: z.boolean(),
  })
  .refine((settings) => !settings.webhookLoopbackAllowed || isOnThisMachine(settings.stage), {
    path: ['webhookLoopbackAllowed'],
    error:
      'may be true for the stages local and localstack only: anywhere else it would let a webhook reach inside',
  });

/** What differs between the stages of the service; all else is the same everywhere. */
export type StageSettings = z.infer<typeof stageSettings>;

/** `settings` if they are whole and right for `stage`. @throws a sentence otherwise. */
export function checkedSettings(stage: string, settings: unknown): StageSettings {
  const result = stageSettings.safeParse(settings);
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.join('.') || 'they'}: ${issue.message}`);
    throw new ConfigurationError(`The settings of the stage '${stage}' are not valid: ${faults.join('; ')}.`);
  }
  if (result.data.stage !== stage) {
    throw new ConfigurationError(
      `The settings of the stage '${stage}' say that they are for '${result.data.stage}'.`,
    );
  }
  return result.data;
}
