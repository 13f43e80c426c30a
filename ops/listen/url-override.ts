import type { DomainContext } from '../../shared/domain/context.ts';
import { readOrganization } from '../../shared/domain/organization/organization.ts';
import { equals, existsWithout } from '../../shared/table/condition.ts';
import { ConcurrencyConflict } from '../../shared/table/conflict.ts';
import { keys } from '../../shared/table/keys.ts';
import { update, type Write } from '../../shared/table/transaction.ts';
import { redeliveryWrite } from '../../shared/webhook/redeliver.ts';

/**
 * A listener's URL contains the URL that it replaces, so that the URL is restored even after a listener was
 * killed.
 */
const PATH = '/webhooks-listen';
const FORMER = 'former';

export interface UrlOverride {
  /** The listener's URL, to which the webhooks are delivered. */
  url: string;
  /** The URL to restore, or undefined when the organization had none. */
  formerUrl: string | undefined;
  /** Restores the former URL. @returns false when the URL was changed meanwhile. The changed URL stays. */
  end(): Promise<boolean>;
}

/**
 * Delivers an organization's webhooks to a listener at `origin` instead of its URL, and redelivers parked
 * ones first. The listener replaces any other listener of the organization.
 */
export async function divertWebhooks(
  context: DomainContext,
  organizationId: string,
  origin: string,
): Promise<UrlOverride> {
  for (;;) {
    const { webhookUrl: current } = await readOrganization(context, organizationId);
    const formerUrl = replacedUrl(current);
    const url = listenerUrl(origin, formerUrl);
    const writes = [
      replaceUrl(organizationId, { from: current, to: url }),
      redeliveryWrite(context, organizationId),
    ];
    if (!(await committed(context, writes))) continue;
    return {
      url,
      formerUrl,
      // No redelivery: webhooks that failed at this listener wait for the next one instead of the former URL.
      end: () => committed(context, [replaceUrl(organizationId, { from: url, to: formerUrl })]),
    };
  }
}

function listenerUrl(origin: string, formerUrl: string | undefined): string {
  const url = new URL(PATH, origin);
  if (formerUrl !== undefined) url.searchParams.set(FORMER, formerUrl);
  return url.href;
}

/** The URL that a listener's URL replaces. Any other URL is returned unchanged. */
function replacedUrl(url: string | undefined): string | undefined {
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
      condition: from === undefined ? existsWithout('webhookUrl') : equals('webhookUrl', from),
      onConditionFailed: () => new ConcurrencyConflict('The webhook URL changed meanwhile.'),
    },
  );
}

/** @returns false when the URL was not the expected one. */
async function committed(context: DomainContext, writes: Write[]): Promise<boolean> {
  try {
    await context.table.commit(writes);
    return true;
  } catch (error) {
    if (error instanceof ConcurrencyConflict) return false;
    throw error;
  }
}
