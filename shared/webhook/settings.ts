import type * as z from 'zod';
import type { updateWebhooks as contract } from '../contract/admin/webhooks.ts';
import { Problem } from '../contract/errors.ts';
import type { DomainContext } from '../domain/context.ts';
import { type Organization, readOrganization } from '../domain/organization/organization.ts';
import {
  newWebhookSecret,
  readWebhookSecrets,
  sealWebhookSecret,
  validSecrets,
} from '../domain/organization/webhook-secret.ts';
import { noticedWrites, settingsTrailWrite } from '../domain/trail/trail.ts';
import { allInOrder } from '../platform/all-in-order.ts';
import { DAY, isoTime } from '../platform/clock.ts';
import { both, equals, exists, unchanged } from '../table/condition.ts';
import { ifStill, retryOnConflict } from '../table/conflict.ts';
import { keys } from '../table/keys.ts';
import { update } from '../table/transaction.ts';
import { shouldResume } from './blocked.ts';
import { describeCircuit, planReset } from './breaker/breaker.ts';
import { type Circuit, readCircuit } from './breaker/circuit.ts';
import { redeliveryWrite } from './redeliver.ts';
import { checkTarget, type EgressPolicy, type Resolve } from './send/guard.ts';
import { countParked } from './waiting.ts';

/** The time for which a replaced secret signs beside the new one, for receivers to change over. */
const SECRET_OVERLAP = DAY;
/** The current secret and those replaced within the overlap; each makes the signature header longer. */
const VALID_SECRETS_MAX = 3;

/** The items that a change of the settings writes. */
export interface WebhookState {
  organization: Organization;
  circuit: Circuit;
}

/** @param organization the organization, which the request reads anyway */
export async function readWebhookState(
  context: DomainContext,
  organizationId: string,
  organization: Promise<Organization>,
): Promise<WebhookState> {
  const [found, circuit] = await allInOrder(organization, readCircuit(context, organizationId));
  return { organization: found, circuit };
}

/**
 * The webhook settings as their owner sees them, with only the end of each secret.
 * @param state the settings as they are read, or after a change; what the change leaves as it is, is read meanwhile
 */
export async function describeWebhooks(
  context: DomainContext,
  organizationId: string,
  state: Promise<WebhookState>,
) {
  const [{ organization }, secrets, parkedModels, circuit] = await allInOrder(
    state,
    readWebhookSecrets(context, organizationId),
    countParked(context, organizationId),
    describeCircuit(
      context,
      organizationId,
      state.then((read) => read.circuit),
    ),
  );
  return {
    url: organization.webhookUrl ?? null,
    enabled: !organization.webhooksOff,
    secrets: validSecrets(secrets, context.clock.now()).map(({ endsWith, validUntil }) => ({
      endsWith,
      validUntil: validUntil ?? null,
    })),
    parkedModels,
    circuit,
  };
}

/** An absent field stays as it is. Null removes the URL, and events wait for another one. */
export type WebhookChange = z.output<(typeof contract)['body']>;

/** Changes the settings; webhooks that can be posted then resume. @throws INVALID_REQUEST for no change or a bad URL. */
export async function changeWebhooks(
  context: DomainContext,
  organizationId: string,
  change: WebhookChange,
  target: { policy: EgressPolicy; resolve?: Resolve },
): Promise<WebhookState> {
  const { url, enabled } = change;
  if (url === undefined && enabled === undefined) {
    throw new Problem('INVALID_REQUEST', "At least one of the fields 'url' and 'enabled' is required.");
  }
  const reason = typeof url === 'string' ? await checkTarget(url, target.policy, target.resolve) : null;
  if (reason !== null) throw new Problem('INVALID_REQUEST', reason);
  return retryOnConflict(async () => {
    const [former, reset] = await allInOrder(
      readOrganization(context, organizationId),
      planReset(context, organizationId),
    );
    const next = withChange(former, change);
    const resumes = shouldResume(former, next);
    const { webhookUrl, webhooksOff } = next;
    await context.table.commit([
      update(
        keys.organization(organizationId),
        {
          set: { webhookUrl, webhooksOff },
          remove: (['webhookUrl', 'webhooksOff'] as const).filter((name) => next[name] === undefined),
        },
        ifStill(
          both(
            exists,
            unchanged('webhookUrl', former.webhookUrl),
            unchanged('webhooksOff', former.webhooksOff),
          ),
          `The settings of ${organizationId} have changed.`,
        ),
      ),
      ...(resumes ? [redeliveryWrite(context, organizationId), ...reset.writes] : []),
      settingsTrailWrite(context, organizationId, 'webhooks.updated', named(former), named(next)),
    ]);
    return { organization: next, circuit: resumes ? reset.circuit : reset.former };
  });
}

/** The settings by their names in requests. */
function named({ webhookUrl: url, webhooksOff }: Organization) {
  return { url, enabled: !webhooksOff };
}

/**
 * Gives the organization a new secret, shown once. The former one signs beside it for 24 hours, and the oldest is dropped
 * when there are too many. The circuit is reset, since a receiver may have failed because of its secret.
 */
export async function rotateWebhookSecret(
  context: DomainContext,
  organizationId: string,
): Promise<{ secret: string; previousValidUntil: string }> {
  const secret = newWebhookSecret(context.randomness);
  const sealing = sealWebhookSecret(context, organizationId, secret);
  const now = context.clock.now();
  const previousValidUntil = isoTime(now + SECRET_OVERLAP);
  await retryOnConflict(async () => {
    const [sealed, former, reset] = await allInOrder(
      sealing,
      readWebhookSecrets(context, organizationId),
      planReset(context, organizationId),
    );
    const replaced = validSecrets(former, now)
      .slice(0, VALID_SECRETS_MAX - 1)
      .map((kept) => ({ ...kept, validUntil: kept.validUntil ?? previousValidUntil }));
    await context.table.commit([
      update(
        keys.webhookSecrets(organizationId),
        { set: { webhookSecrets: [sealed, ...replaced] } },
        ifStill(
          equals('webhookSecrets', former.webhookSecrets),
          `The secrets of ${organizationId} have changed.`,
        ),
      ),
      ...reset.writes,
      ...noticedWrites(context, organizationId, 'webhooks.secret_rotated'),
    ]);
  });
  return { secret, previousValidUntil };
}

function withChange(former: Organization, { url, enabled }: WebhookChange): Organization {
  const next = { ...former };
  if (url === null) delete next.webhookUrl;
  else if (url !== undefined) next.webhookUrl = url;
  if (enabled) delete next.webhooksOff;
  else if (enabled === false) next.webhooksOff = true;
  return next;
}
