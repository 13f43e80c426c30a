import { parseArgs } from 'node:util';
import * as z from 'zod';
import { emailAddress } from '../shared/contract/fields.ts';
import { DELIVERY_STATUSES } from '../shared/contract/webhooks.ts';
import { auditOrganization, sum } from '../shared/domain/audit/audit.ts';
import type { DomainContext } from '../shared/domain/context.ts';
import { restartByHand } from '../shared/domain/flow/failure.ts';
import { expireInvitesOf } from '../shared/domain/invite/expire.ts';
import { listModels } from '../shared/domain/model/model.ts';
import { findStuckModels } from '../shared/domain/model/stuck.ts';
import { addCredits, type LedgerEntry, readBalance } from '../shared/domain/organization/credits.ts';
import {
  createOrganization,
  PROVIDER_NAMES,
  readOrganization,
  TIERS,
} from '../shared/domain/organization/organization.ts';
import { listDeliveries } from '../shared/domain/webhook/log.ts';
import { countWaiting, listParked, listParkedEverywhere } from '../shared/domain/webhook/park.ts';
import { redeliver, redeliveryStep } from '../shared/domain/webhook/redeliver.ts';
import { deployedRotation } from '../shared/photos/key-rotation.ts';
import type { PictureStore } from '../shared/photos/store.ts';
import { collections } from '../shared/table/keys.ts';
import { checkTargetUrl } from '../shared/webhooks/egress-guard.ts';
import { deployedEgressPolicy } from '../shared/webhooks/target.ts';
import { organizationOfModel } from './find-model.ts';
import { describeKeys, rotateKeys } from './links.ts';
import { migrateTable, PARTS } from './migrate.ts';

export interface Operator {
  context: DomainContext;
  pictures: PictureStore;
}

/** What a command prints, and whether what it found calls for attention. */
export interface CommandResult {
  output: unknown;
  failed?: boolean;
}

/** Wrong words on the command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface Command {
  usage: string;
  run(operator: Operator, words: readonly string[]): Promise<CommandResult>;
}

const SHOWN_BY_DEFAULT = 100;
const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);
/** Looks at the spelling only: an operator's machine may know other names than the stage does. */
const webhookUrl = z.string().superRefine((url, check) => {
  const message = checkTargetUrl(url, deployedEgressPolicy());
  if (message !== null) check.addIssue({ code: 'custom', message });
});
const organizationOption = { organization: z.string() };

/** Items a second, read or written: a fourth of what one partition of the table takes. */
const MIGRATION_RATE = 250;

const ROTATED = 'Links that were signed with the former key live for their 24 hours.';
const REVOKED =
  'Links that were signed with a former key are dead. So are those that functions hand out in the next five minutes, until they have read the new key.';

/** Declares a command by the options it takes; all of them are `--name VALUE`, or a flag for a boolean. */
function command<Options extends z.ZodRawShape>(
  usage: string,
  options: Options,
  run: (operator: Operator, options: z.output<z.ZodObject<Options>>) => Promise<CommandResult>,
): Command {
  const schema = z.strictObject(options);
  return { usage, run: (operator, words) => run(operator, parseOptions(schema, words)) };
}

function parseOptions<Schema extends z.ZodObject>(
  schema: Schema,
  words: readonly string[],
): z.output<Schema> {
  const known = Object.fromEntries(
    Object.entries(schema.shape).map(([name, type]) => {
      const flag = type instanceof z.ZodOptional && type.unwrap() instanceof z.ZodBoolean;
      return [name, { type: flag ? ('boolean' as const) : ('string' as const) }];
    }),
  );
  try {
    const { values } = parseArgs({ args: [...words], options: known, strict: true });
    return schema.parse({ ...values });
  } catch (error) {
    if (error instanceof z.ZodError) {
      const issue = error.issues[0];
      throw new UsageError(`--${issue?.path.join('.')}: ${issue?.message}`);
    }
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

export const COMMANDS: Readonly<Record<string, Command>> = {
  'organization create': command(
    '--name N [--website U] [--credits N] [--tier standard|professional|enterprise] [--white-label] [--webhook-url U] [--owner E] [--provider studio|development]',
    {
      name: z.string().min(1),
      website: z.string().optional(),
      credits: wholeNumber.optional(),
      tier: z.enum(TIERS).optional(),
      'white-label': z.boolean().optional(),
      'webhook-url': webhookUrl.optional(),
      owner: emailAddress.optional(),
      provider: z.enum(PROVIDER_NAMES).optional(),
    },
    async ({ context }, options) => ({
      output: await createOrganization(context, {
        name: options.name,
        ...(options.website !== undefined && { website: options.website }),
        ...(options.credits !== undefined && { credits: options.credits }),
        ...(options.tier !== undefined && { tier: options.tier }),
        ...(options['white-label'] !== undefined && { whiteLabel: options['white-label'] }),
        ...(options['webhook-url'] !== undefined && { webhookUrl: options['webhook-url'] }),
        ...(options.owner !== undefined && { ownerEmail: options.owner }),
        ...(options.provider !== undefined && { provider: options.provider }),
      }),
    }),
  ),
  'organization show': command('--organization ID', organizationOption, async ({ context }, options) => {
    const organization = await readOrganization(context, options.organization);
    // An invite that has expired counts no longer, whether the daily sweep has come by or not.
    await expireInvitesOf(context, organization.id, await readBalance(context, organization.id));
    const [balance, ledger] = await Promise.all([
      readBalance(context, organization.id),
      context.table.all<LedgerEntry>(collections.ledger(organization.id)),
    ]);
    return {
      output: {
        organizationId: organization.id,
        name: organization.name,
        website: organization.website,
        description: organization.description,
        tier: organization.tier,
        whiteLabel: organization.whiteLabel,
        webhookUrl: organization.webhookUrl ?? null,
        webhooksEnabled: !organization.webhooksOff,
        owner: organization.ownerEmail ?? null,
        provider: organization.provider ?? null,
        createdAt: organization.createdAt,
        credits: balance.credits,
        pendingInvites: balance.pendingInvites,
        ledgerSum: sum(ledger),
      },
    };
  }),
  'credits add': command(
    '--organization ID --amount N',
    { ...organizationOption, amount: wholeNumber },
    async ({ context }, options) => {
      await readOrganization(context, options.organization);
      const { credits } = await addCredits(context, options.organization, options.amount);
      return { output: { organizationId: options.organization, credits } };
    },
  ),
  'model list': command(
    '--organization ID [--limit N]',
    { ...organizationOption, limit: wholeNumber.optional() },
    async ({ context }, options) => {
      await readOrganization(context, options.organization);
      const page = { limit: options.limit ?? SHOWN_BY_DEFAULT, offset: 0 };
      return { output: await listModels(context, options.organization, page) };
    },
  ),
  'model stuck': command('', {}, async ({ context }) => {
    const models = await Array.fromAsync(findStuckModels(context));
    return {
      output: {
        stuck: models.map(({ organizationId, id, status, attempt, dueAt }) => ({
          organizationId,
          modelId: id,
          status,
          attempt,
          dueAt,
        })),
      },
      failed: models.length > 0,
    };
  }),
  'model restart': command(
    '--model ID [--organization ID]',
    { organization: z.string().optional(), model: z.string() },
    async ({ context, pictures }, options) => {
      const organization =
        options.organization ?? (await organizationOfModel(context.table.name, options.model));
      const model = await restartByHand(context, pictures, organization, options.model);
      return { output: { modelId: model.id, status: model.status, attempt: model.attempt } };
    },
  ),
  'deliveries list': command(
    `--organization ID [--status ${DELIVERY_STATUSES.join('|')}] [--limit N] [--before WEBHOOK_ID]`,
    {
      ...organizationOption,
      status: z.enum(DELIVERY_STATUSES).optional(),
      limit: wholeNumber.optional(),
      before: z.string().optional(),
    },
    async ({ context }, { organization, status, before, limit = SHOWN_BY_DEFAULT }) => {
      await readOrganization(context, organization);
      return { output: await listDeliveries(context, organization, { status }, { limit, before }) };
    },
  ),
  'deliveries parked': command(
    '[--organization ID] [--limit N]',
    { organization: z.string().optional(), limit: wholeNumber.optional() },
    async ({ context }, { organization, limit = SHOWN_BY_DEFAULT }) => {
      const parked = await (organization === undefined
        ? listParkedEverywhere(context, { limit })
        : listParked(context, organization, { limit }));
      return {
        output: {
          parked: await Promise.all(
            parked.map(async (model) => ({
              organizationId: model.organizationId,
              modelId: model.modelId,
              webhookId: model.webhookId,
              event: model.event,
              error: model.error ?? null,
              responseStatus: model.responseStatus ?? null,
              parkedAt: model.parkedAt,
              waiting: await countWaiting(context, model),
            })),
          ),
        },
      };
    },
  ),
  'deliveries redeliver': command(
    '--organization ID [--webhook ID | --since TIME]',
    { ...organizationOption, webhook: z.string().optional(), since: z.iso.datetime().optional() },
    async ({ context }, { organization, webhook, since }) => {
      await readOrganization(context, organization);
      if (webhook === undefined) await context.table.commit([redeliveryStep(context, organization, since)]);
      else await redeliver(context, organization, webhook);
      return { output: { organizationId: organization, asked: webhook ?? 'all', since: since ?? null } };
    },
  ),
  'links show': command('', {}, async ({ context }) => {
    const { keys } = await deployedRotation(context.clock).secret.read();
    return { output: describeKeys(keys) };
  }),
  'links rotate': command('[--revoke]', { revoke: z.boolean().optional() }, async ({ context }, options) => {
    const revoke = options.revoke ?? false;
    process.stderr.write('Waiting until the new key has settled and S3 takes it: a minute or so.\n');
    const keys = await rotateKeys(deployedRotation(context.clock), revoke);
    return { output: { ...describeKeys(keys), note: revoke ? REVOKED : ROTATED } };
  }),
  migrate: command(
    '[--dry-run] [--from-part N] [--rate N]',
    {
      'dry-run': z.boolean().optional(),
      'from-part': wholeNumber.refine((part) => part < PARTS, `must be less than ${PARTS}`).optional(),
      rate: wholeNumber.refine((rate) => rate > 0, 'must be at least 1').optional(),
    },
    async ({ context }, options) => {
      const output = await migrateTable(context, {
        dryRun: options['dry-run'] ?? false,
        fromPart: options['from-part'] ?? 0,
        rate: options.rate ?? MIGRATION_RATE,
        report: (line) => process.stderr.write(`${line}\n`),
      });
      return { output, failed: output.left > 0 };
    },
  ),
  audit: command('--organization ID', organizationOption, async ({ context, pictures }, options) => {
    await readOrganization(context, options.organization);
    const report = await auditOrganization(context, pictures, options.organization);
    return { output: report, failed: report.violations.length > 0 };
  }),
};
