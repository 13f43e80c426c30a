import { Problem } from '../contract/errors.ts';
import type { DeliveryError } from '../contract/webhooks.ts';
import type { Organization } from '../domain/organization/organization.ts';

/** The reason why no webhook of an organization can be posted at present; undefined when they can. */
export function blockedReason({ webhookUrl, webhooksOff }: Organization): DeliveryError | undefined {
  if (webhooksOff) return 'switched-off';
  return webhookUrl === undefined ? 'no-webhook-url' : undefined;
}

/** Whether a change of the settings gives parked webhooks a new URL to go to. */
export function shouldResume(former: Organization, current: Organization): boolean {
  const reconfigured = current.webhookUrl !== former.webhookUrl || blockedReason(former) !== undefined;
  return reconfigured && blockedReason(current) === undefined;
}

/** @throws INVALID_REQUEST when no webhook of the organization can be posted at present. */
export function requireReceiver(organization: Organization): void {
  const reason = blockedReason(organization);
  if (reason === undefined) return;
  const remedy =
    reason === 'switched-off'
      ? 'Webhooks are switched off: switch them on'
      : 'There is no webhook URL: set one';
  throw new Problem('INVALID_REQUEST', `${remedy} to resume the parked webhooks.`);
}
