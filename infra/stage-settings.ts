import * as z from 'zod';
import { type ProviderOptions, providerOptions } from '../shared/contract/provider-options.ts';
import { isHosted, PROVIDER_NAMES } from '../shared/contract/providers.ts';
import { ConfigurationError } from './configuration-error.ts';
import { isOnThisMachine } from './constructs/bundles.ts';

/** Retention times that CloudWatch Logs accepts, in days. */
const LOG_RETENTION_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731] as const;

const SECONDS_PER_DAY = 86_400;
/** The pause doubles with each restart, up to 16 times this, and an execution ends after a week. */
const LONGEST_RESTART_PAUSE_SECONDS = 14_400;

const stageSettings = z
  .strictObject({
    /** Scripts know the stacks of a stage by its name and the hyphen after it, so that it has none itself. */
    stage: z.string().regex(/^[a-z][a-z0-9]{0,19}$/, 'must be 1 to 20 lower-case letters and digits'),
    /** The region of all stacks but the edge stack. */
    region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be the name of an AWS region: eu-central-1'),
    /** The domain of the service. Without it, the service uses CloudFront's default domain name. */
    domain: z
      .strictObject({
        name: z.hostname(),
        /** CloudFront accepts certificates from us-east-1 only. */
        certificateArn: z.string().regex(/^arn:aws[\w-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/, {
          error: 'must be the ARN of an ACM certificate in us-east-1',
        }),
      })
      .optional(),
    provider: z.enum(PROVIDER_NAMES),
    /**
     * The number of models that run at the same time at each provider; the others wait, and organizations take
     * turns. A studio model draws in up to `generationConcurrency` functions at the same time.
     */
    capacity: z.record(z.enum(PROVIDER_NAMES), z.int().min(1).max(10_000)),
    /** The settings of the hosted providers that the stage uses. Their keys are in Secrets Manager. */
    providerOptions,
    /** The duration of a development model's whole flow. */
    developmentPaceSeconds: z.int().min(0).max(SECONDS_PER_DAY),
    /** The pause before a failed model's first restart. Later pauses are longer. */
    restartPauseSeconds: z.int().min(1).max(LONGEST_RESTART_PAUSE_SECONDS),
    /** The pauses before the first, second and later retries of a webhook. */
    webhookRetrySeconds: z.array(z.int().min(1).max(SECONDS_PER_DAY)).min(1),
    webhookLoopbackAllowed: z.boolean(),
    /**
     * The number of webhooks delivered at the same time, over all organizations. Each has at most 12 of them.
     */
    webhookConcurrency: z.int().min(2).max(1000),
    /** Requests per minute of one source address without a valid key. A higher limit costs more to count. */
    addressRequestsPerMinute: z.int().min(1).max(3000),
    /** Requests of one source address in five minutes above which WAF blocks it. */
    addressRequestsPerFiveMinutes: z.int().min(100).max(2_000_000_000),
    /**
     * The retries of a stream record that cannot be published, with growing pauses. A short outage of a queue should
     * end before them; other records of the shard wait for as long.
     */
    streamRetries: z.int().min(1).max(10_000),
    /** Requests per second that API Gateway lets pass, over all callers. Above it, it answers 429 by itself. */
    apiRequestsPerSecond: z.int().min(10).max(10_000),
    /**
     * The version of the secret that CloudFront sends to the API. To rotate the secret, raise it by one and deploy.
     */
    originSecretVersion: z.int().min(1),
    /** The recipient of alarms. */
    alarmMail: z.email(),
    /** The sender of invites; SES in the stage's account must have verified its domain. */
    mailFrom: z.string().regex(/^[\w -]+ <[\w.+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+>$/, {
      error: 'must be a name and an address: Headshots <invites@example.com>',
    }),
    /** The number of batches of one model that are generated at the same time. */
    generationConcurrency: z.int().min(1).max(40),
    /**
     * The concurrent executions that Lambda allows the account in the region. `npm run deploy` compares the number with
     * the account's quota, and an alarm is raised at 80 % of it.
     */
    lambdaConcurrency: z.int().min(10),
    /** The costs of the account in a month, in USD, of which 80 % and a forecast of 100 % are reported by mail. */
    monthlyBudgetUsd: z.number().positive(),
    /**
     * The reserved concurrency of the function that trains and of the one that generates: what they may use of
     * the account's concurrency, so that the rest is the API's. Without it they share the account's. An account
     * keeps 100 unreserved, so one with the initial quota of 10 cannot reserve any; there `capacity` limits them.
     */
    drawingConcurrency: z
      .strictObject({ training: z.int().min(1).max(10_000), generation: z.int().min(1).max(10_000) })
      .optional(),
    logRetentionDays: z.literal(LOG_RETENTION_DAYS),
    /**
     * The table that the stage uses instead of the one in its template, after a restore to a point in time:
     * `npm run restore` prints both values.
     */
    restoredTable: z.strictObject({ name: z.string(), streamArn: z.string().startsWith('arn:') }).optional(),
    /** True keeps the table and the images when their stack is deleted. */
    retainData: z.boolean(),
  })
  .refine(({ provider, providerOptions }) => !isHosted(provider) || providerOptions[provider] !== undefined, {
    path: ['providerOptions'],
    error: 'must have the settings of the provider of the stage',
  })
  .refine(({ providerOptions, stage }) => isOnThisMachine(stage) || isEncrypted(providerOptions), {
    path: ['providerOptions'],
    error:
      'may have URLs without TLS in the stages local and localstack only: faces and keys are sent to them',
  })
  .refine((settings) => !settings.webhookLoopbackAllowed || isOnThisMachine(settings.stage), {
    path: ['webhookLoopbackAllowed'],
    error:
      'may be true for the stages local and localstack only: on AWS it would let webhooks reach internal addresses',
  });

function isEncrypted(options: ProviderOptions): boolean {
  return Object.values(options).every((of) => of?.url === undefined || of.url.startsWith('https://'));
}

/** The settings in which stages of the service differ. Everything else is the same in every stage. */
export type StageSettings = z.infer<typeof stageSettings>;

/**
 * Validates the settings of a stage and returns them.
 * @throws ConfigurationError that names each invalid setting.
 */
export function checkedSettings(stage: string, settings: unknown): StageSettings {
  const result = stageSettings.safeParse(settings);
  if (!result.success) {
    const faults = result.error.issues.map(
      (issue) => `${issue.path.join('.') || 'the object'}: ${issue.message}`,
    );
    throw new ConfigurationError(`The settings of the stage '${stage}' are not valid: ${faults.join('; ')}.`);
  }
  if (result.data.stage !== stage) {
    throw new ConfigurationError(
      `The settings of the stage '${stage}' name the stage '${result.data.stage}': set their stage to '${stage}'.`,
    );
  }
  return result.data;
}
