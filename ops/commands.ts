import { parseArgs } from 'node:util';
import * as z from 'zod';
import { auditOrganization, sum } from '../shared/audit/audit.ts';
import { canonicalAddress } from '../shared/contract/address.ts';
import { distinct } from '../shared/contract/distinct.ts';
import { emailAddress, memberAddress } from '../shared/contract/email.ts';
import { organizationName } from '../shared/contract/organization.ts';
import { KEYED_PROVIDERS, PROVIDER_NAMES } from '../shared/contract/providers.ts';
import { ROLES } from '../shared/contract/roles.ts';
import { BACKDROP_NAMES, OUTFIT_NAMES } from '../shared/contract/styles.ts';
import { DELIVERY_STATUSES } from '../shared/contract/webhooks.ts';
import { deployedQueues, deployedSqsClient } from '../shared/deployed/queues.ts';
import { deployedRotation } from '../shared/deployed/rotation.ts';
import { deployedSecret } from '../shared/deployed/secrets.ts';
import { deployedAppUrl, deployedEgressPolicy } from '../shared/deployed/settings.ts';
import type { DomainContext } from '../shared/domain/context.ts';
import { describeCopies } from '../shared/domain/copies/describe.ts';
import { COPIES_STATUSES, listRecords } from '../shared/domain/copies/record.ts';
import { retryCopies } from '../shared/domain/copies/remove.ts';
import { describeErasure, describeErasures, listErasures } from '../shared/domain/erasure/erasure.ts';
import { eraseOrganization } from '../shared/domain/erasure/organization.ts';
import { eraseAddress } from '../shared/domain/erasure/person.ts';
import { restartByHand } from '../shared/domain/flow/failure.ts';
import { expireInvitesOf } from '../shared/domain/invite/expire.ts';
import { listModels } from '../shared/domain/model/list.ts';
import { UPLOAD_RETENTION_DAYS } from '../shared/domain/model/retention.ts';
import { findStuckModels } from '../shared/domain/model/stuck.ts';
import { addCredits } from '../shared/domain/organization/add-credits.ts';
import { createOrganization } from '../shared/domain/organization/create.ts';
import { type LedgerEntry, readBalance } from '../shared/domain/organization/credits.ts';
import { readOrganization, TIERS } from '../shared/domain/organization/organization.ts';
import { changeSettings } from '../shared/domain/organization/settings.ts';
import { describeTrail, listTrail } from '../shared/domain/trail/read.ts';
import { inviteUser } from '../shared/domain/user/change.ts';
import { describeUser, listUsers } from '../shared/domain/user/user.ts';
import type { ImageStore } from '../shared/images/store.ts';
import { setUpCheck } from '../shared/main-job/set-up.ts';
import { environment } from '../shared/platform/environment.ts';
import { collections } from '../shared/table/keys.ts';
import { listDeliveries } from '../shared/webhook/log.ts';
import { redeliver, redeliveryWrite } from '../shared/webhook/redeliver.ts';
import { checkTargetUrl } from '../shared/webhook/send/guard.ts';
import { countWaiting, listParked, listParkedEverywhere } from '../shared/webhook/waiting.ts';
import { FailedEventsQueue, republishFailed } from './failed-events.ts';
import { organizationOfModel } from './find-model.ts';
import { describeKeys, rotateKeys } from './links.ts';
import { migrateTable, PARTS } from './migrate.ts';
import { setProviderKey } from './provider-keys.ts';
import { type Period, republishEvents } from './republish.ts';
import { describeForOperators, usageOfOrganization } from './usage.ts';

export interface Operator {
  context: DomainContext;
  images: ImageStore;
}

export interface CommandResult {
  /** Printed as JSON. */
  output: unknown;
  /** True makes the exit code 1: the command found something that needs attention. */
  failed?: boolean;
}

/** An invalid command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface Command {
  usage: string;
  run(operator: Operator, words: readonly string[]): Promise<CommandResult>;
}

const DEFAULT_LIMIT = 100;
const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);
/** Checks the URL without resolving its host, because an operator's machine may resolve it differently. */
const webhookUrl = z.string().superRefine((url, check) => {
  const message = checkTargetUrl(url, deployedEgressPolicy());
  if (message !== null) check.addIssue({ code: 'custom', message });
});
const organizationOption = { organization: z.string() };

const retentionDays = wholeNumber.refine((days) => days >= 1 && days <= 365, 'must be 1 to 365');

/** Some of these names, separated by commas. */
function namesOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z
    .string()
    .transform((text) => distinct(text.split(',')))
    .pipe(z.array(z.enum(names)));
}

/** Items per second, read or written: a quarter of the write throughput of one partition of the table. */
const MIGRATION_RATE = 250;

const ROTATED = 'Links that are signed with the former key stay valid for their 24 hours.';
const REVOKED =
  'Links that are signed with a former key no longer work. Functions read the new key within five minutes, and links that they sign with the former key until then do not work either.';

/** Declares a command by its options. An option is written `--name VALUE`, and a boolean one `--name`. */
function command<Options extends z.ZodRawShape>(
  usage: string,
  options: Options,
  run: (operator: Operator, options: z.output<z.ZodObject<Options>>) => Promise<CommandResult>,
): Command {
  const schema = z.strictObject(options);
  return { usage, run: (operator, words) => run(operator, parseOptions(schema, words, usage)) };
}

function parseOptions<Schema extends z.ZodObject>(
  schema: Schema,
  words: readonly string[],
  usage: string,
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
      const [issue] = error.issues;
      const option = `--${issue?.path.join('.')}`;
      if (issue?.code === 'invalid_type') {
        throw new UsageError(`${option} is required, after \`npm run ops --\`. The options are: ${usage}`);
      }
      throw new UsageError(`${option}: ${issue?.message}`);
    }
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws UsageError for half a period, or one that ends before it begins. */
function givenPeriod(since: string | undefined, until: string | undefined): Period {
  if (since === undefined || until === undefined) {
    throw new UsageError('--since and --until: give both, or none to take the queue of failed events.');
  }
  const period = { since: Date.parse(since), until: Date.parse(until) };
  if (period.until < period.since) throw new UsageError('--until: must not be before --since.');
  return period;
}

export const COMMANDS: Readonly<Record<string, Command>> = {
  'organization create': command(
    '--name N [--website U] [--credits N] [--tier standard|professional|enterprise] [--white-label] [--webhook-url U] [--owner E] [--provider NAME] [--upload-retention-days N] [--white-label-consent] [--backdrops NAME,…] [--outfits NAME,…]',
    {
      name: organizationName,
      website: z.string().optional(),
      credits: wholeNumber.optional(),
      tier: z.enum(TIERS).optional(),
      'white-label': z.boolean().optional(),
      'webhook-url': webhookUrl.optional(),
      owner: emailAddress.optional(),
      provider: z.enum(PROVIDER_NAMES).optional(),
      'upload-retention-days': retentionDays.optional(),
      'white-label-consent': z.boolean().optional(),
      backdrops: namesOf(BACKDROP_NAMES).optional(),
      outfits: namesOf(OUTFIT_NAMES).optional(),
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
        ...(options['upload-retention-days'] !== undefined && {
          uploadRetentionDays: options['upload-retention-days'],
        }),
        ...(options['white-label-consent'] !== undefined && {
          whiteLabelConsent: options['white-label-consent'],
        }),
        ...((options.backdrops ?? options.outfits) && {
          styles: { backdrops: options.backdrops, outfits: options.outfits },
        }),
      }),
    }),
  ),
  'organization show': command('--organization ID', organizationOption, async ({ context }, options) => {
    const organization = await readOrganization(context, options.organization);
    // Expired invites do not count, even before the daily sweep.
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
        users: await listUsers(context, organization.id),
        provider: organization.provider ?? null,
        uploadRetentionDays: organization.uploadRetentionDays ?? UPLOAD_RETENTION_DAYS,
        whiteLabelConsent: organization.whiteLabelConsent ?? false,
        styles: organization.styles ?? null,
        createdAt: organization.createdAt,
        credits: balance.credits,
        pendingInvites: balance.pendingInvites,
        ledgerSum: sum(ledger),
      },
    };
  }),
  'organization usage': command('--organization ID', organizationOption, async ({ context }, options) => {
    await readOrganization(context, options.organization);
    return { output: await usageOfOrganization(context, options.organization) };
  }),
  'user invite': command(
    '--organization ID --email E --role viewer|manager|owner',
    { ...organizationOption, email: emailAddress, role: z.enum(ROLES) },
    async ({ context }, { organization, email, role }) => {
      await readOrganization(context, organization);
      return { output: describeUser(await inviteUser(context, organization, { email, role }), undefined) };
    },
  ),
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
      const page = { limit: options.limit ?? DEFAULT_LIMIT, offset: 0 };
      return { output: await listModels(context, options.organization, page) };
    },
  ),
  'model stuck': command('', {}, async ({ context }) => {
    const models = (await Array.fromAsync(findStuckModels(context))).sort((one, other) =>
      (one.deadline ?? '').localeCompare(other.deadline ?? ''),
    );
    return {
      output: {
        stuck: models.map(({ organizationId, id, status, run, deadline }) => ({
          organizationId,
          modelId: id,
          status,
          run,
          deadline,
        })),
      },
      failed: models.length > 0,
    };
  }),
  'model show': command(
    '--model ID [--organization ID]',
    { organization: z.string().optional(), model: z.string() },
    async ({ context }, { organization, model }) => {
      const organizationId = organization ?? (await organizationOfModel(context.table.name, model));
      return { output: await describeForOperators(context, organizationId, model) };
    },
  ),
  'model restart': command(
    '--model ID [--organization ID]',
    { organization: z.string().optional(), model: z.string() },
    async ({ context, images }, options) => {
      const organization =
        options.organization ?? (await organizationOfModel(context.table.name, options.model));
      const model = await restartByHand(context, images, organization, options.model);
      return { output: { modelId: model.id, status: model.status, run: model.run } };
    },
  ),
  erasures: command('--organization ID', organizationOption, async ({ context }, { organization }) => {
    const erasures = await listErasures(context, organization);
    return { output: { erasures: await describeErasures(context, erasures) } };
  }),
  'provider-deletions list': command(
    `--organization ID [--model ID] [--status ${COPIES_STATUSES.join('|')}]`,
    { ...organizationOption, model: z.string().optional(), status: z.enum(COPIES_STATUSES).optional() },
    // The records of an organization outlive it.
    async ({ context }, { organization, model, status }) => {
      const records = await listRecords(context, organization, model);
      const shown = records.filter((record) => status === undefined || record.status === status);
      return { output: { providerDeletions: shown.map(describeCopies) } };
    },
  ),
  'provider-deletions retry': command(
    '--organization ID [--model ID]',
    { ...organizationOption, model: z.string().optional() },
    async ({ context }, { organization, model }) => {
      const records = await listRecords(context, organization, model);
      const retried = await retryCopies(context, records);
      return { output: { retried: retried.length, note: 'The next hourly sweep asks the providers.' } };
    },
  ),
  'person erase': command(
    '--organization ID --email E --yes E',
    { ...organizationOption, email: memberAddress, yes: z.string() },
    async ({ context }, { organization, email, yes }) => {
      if (canonicalAddress(yes) !== email) {
        throw new UsageError('--yes: repeat the address. The data of its owner cannot be restored.');
      }
      await eraseAddress(context, organization, email, 'operator');
      return { output: { erased: email } };
    },
  ),
  'organization settings': command(
    '--organization ID [--upload-retention-days N] [--white-label-consent required|partner]',
    {
      ...organizationOption,
      'upload-retention-days': retentionDays.optional(),
      'white-label-consent': z.enum(['required', 'partner']).optional(),
    },
    async ({ context }, options) => {
      const { organization, 'white-label-consent': consent } = options;
      const { uploadRetentionDays, whiteLabelConsent } = await changeSettings(context, organization, {
        uploadRetentionDays: options['upload-retention-days'],
        whiteLabelConsent: consent && consent === 'required',
      });
      return { output: { uploadRetentionDays, whiteLabelConsent } };
    },
  ),
  'organization erase': command(
    '--organization ID --yes ID',
    { ...organizationOption, yes: z.string() },
    async ({ context, images }, { organization, yes }) => {
      if (yes !== organization) {
        throw new UsageError('--yes: repeat the id of the organization. Its data cannot be restored.');
      }
      const report = (line: string) => process.stderr.write(`${line}\n`);
      const erasure = await eraseOrganization(context, images, organization, report);
      return { output: await describeErasure(context, erasure) };
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
    async ({ context }, { organization, status, before, limit = DEFAULT_LIMIT }) => {
      await readOrganization(context, organization);
      return { output: await listDeliveries(context, organization, { status }, { limit, before }) };
    },
  ),
  'deliveries parked': command(
    '[--organization ID] [--limit N]',
    { organization: z.string().optional(), limit: wholeNumber.optional() },
    async ({ context }, { organization, limit = DEFAULT_LIMIT }) => {
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
              parkedAt: model.since,
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
      if (webhook === undefined) await context.table.commit([redeliveryWrite(context, organization, since)]);
      else await redeliver(context, organization, webhook);
      return { output: { organizationId: organization, asked: webhook ?? 'all', since: since ?? null } };
    },
  ),
  'check set-up': command(
    '(creates the organization that `npm run smoke` uses)',
    {},
    async ({ context }) => ({
      output: await setUpCheck(context, deployedSecret('CHECK_SECRET'), deployedAppUrl()),
    }),
  ),
  'provider set-key': command(
    `--provider ${KEYED_PROVIDERS.join('|')} < FILE`,
    { provider: z.enum(KEYED_PROVIDERS) },
    async (_operator, { provider }) => {
      if (process.stdin.isTTY) {
        process.stderr.write(`Enter the API key of ${provider}, and end with Ctrl-D.\n`);
      }
      return { output: await setProviderKey(provider, process.stdin) };
    },
  ),
  'events republish': command(
    '[--since TIME --until TIME]',
    { since: z.iso.datetime().optional(), until: z.iso.datetime().optional() },
    async ({ context }, { since, until }) => {
      const result =
        since === undefined && until === undefined
          ? await republishFailed(
              context.table,
              deployedQueues(),
              new FailedEventsQueue(deployedSqsClient(), environment('FAILED_EVENTS_QUEUE_URL')),
            )
          : await republishEvents(context.table, deployedQueues(), [givenPeriod(since, until)]);
      return { output: result, failed: result.failed.length > 0 };
    },
  ),
  'links show': command('', {}, async ({ context }) => {
    const { keys } = await deployedRotation(context.clock).secret.read();
    return { output: describeKeys(keys) };
  }),
  'links rotate': command('[--revoke]', { revoke: z.boolean().optional() }, async ({ context }, options) => {
    const revoke = options.revoke ?? false;
    process.stderr.write('Waiting until S3 accepts the new key. This takes about a minute.\n');
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
  trail: command(
    '--organization ID [--limit N] [--before ENTRY_ID]',
    { ...organizationOption, limit: wholeNumber.optional(), before: z.string().optional() },
    async ({ context }, { organization, before, limit = DEFAULT_LIMIT }) => {
      await readOrganization(context, organization);
      const { entries, next } = await listTrail(context, organization, { limit, before });
      return { output: { entries: await describeTrail(context, organization, entries), next } };
    },
  ),
  audit: command('--organization ID', organizationOption, async ({ context, images }, options) => {
    await readOrganization(context, options.organization);
    const report = await auditOrganization(context, images, options.organization);
    return { output: report, failed: report.violations.length > 0 };
  }),
};
