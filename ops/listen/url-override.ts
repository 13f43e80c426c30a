import type { DomainContext } from '../../shared/domain/context.ts';
import { readOrganization } from '../../shared/domain/organization/organization.ts';
import { equals, lacking } from '../../shared/table/condition.ts';
import { ConcurrencyConflict } from '../../shared/table/conflict.ts';
import { keys } from '../../shared/table/keys.ts';
import { update, type Write } from '../../shared/table/transaction.ts';
import { redeliveryWrite } from '../../shared/webhook/redeliver.ts';

/** A listener's URL carries the one that it stands in for, so that even one that was killed is undone. */
const PATH = '/webhooks-listen';
const FORMER = 'former';

export interface UrlOverride {
  /** Where the webhooks go for now. */
  url: string;
  /** The URL to be put back; undefined when the organization had none. */
  formerUrl: string | undefined;
  /** Puts the former URL back. @returns false when somebody has set another one meanwhile, which then stays. */
  end(): Promise<boolean>;
}

/**
 * Sends an organization's webhooks to a listener at `origin` instead of to its URL, those first that are parked.
 * Where another listener has them already, this one takes over.
 */
export async function divertWebhooks(
  context: DomainContext,
  organizationId: string,
  origin: string,
): Promise<UrlOverride> {
  for (;;) {
    const { webhookUrl: current } = await readOrganization(context, organizationId);
    const formerUrl = behindListeners(current);
    const url = standingIn(origin, formerUrl);
    const steps = [
      replaceUrl(organizationId, { from: current, to: url }),
      redeliveryWrite(context, organizationId),
    ];
    if (!(await committed(context, steps))) continue;
    return {
      url,
      formerUrl,
      // What this listener's receiver refused waits for the next one, and is not for the former URL.
      end: () => committed(context, [replaceUrl(organizationId, { from: url, to: formerUrl })]),
    };
  }
}

function standingIn(origin: string, formerUrl: string | undefined): string {
  const url = new URL(PATH, origin);
  if (formerUrl !== undefined) url.searchParams.set(FORMER, formerUrl);
  return url.href;
}

/** The URL that a listener stands in for, perhaps one that was killed; any other URL as it is. */
function behindListeners(url: string | undefined): string | undefined {
  const listener = url === undefined ? null : URL.parse(url);
  return listener?.pathname === PATH ? (listener.searchParams.get(FORMER) ?? undefined) : url;
}

function replaceUrl(
  organizationId: string,
  change: { from: string | undefined; to: string | undefined },
): Write {
  const { from, to } = change;
  return update(
    keys.organization(organizationId),
    to === undefined ? { remove: ['webhookUrl'] } : { set: { webhookUrl: to } },
    {
      condition: from === undefined ? lacking('webhookUrl') : equals('webhookUrl', from),
      onConditionFailed: () => new ConcurrencyConflict('The webhook URL changed meanwhile.'),
    },
  );
}

/** @returns false when the URL was not the expected one. */
async function committed(context: DomainContext, steps: Write[]): Promise<boolean> {
  try {
    await context.table.commit(steps);
    return true;
  } catch (error) {
    if (error instanceof ConcurrencyConflict) return false;
    throw error;
  }
}
