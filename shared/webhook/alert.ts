import type { MailMessageOf } from '../contract/messages.ts';
import type { DeliveryError } from '../contract/webhooks.ts';
import type { DomainContext } from '../domain/context.ts';
import { mailEventWrite } from '../events/mail-event.ts';
import { DAY, isoTime } from '../platform/clock.ts';
import { absent, equals } from '../table/condition.ts';
import { ifStill } from '../table/conflict.ts';
import { keys } from '../table/keys.ts';
import { put, type Write } from '../table/transaction.ts';
import type { Delivery } from './delivery.ts';
import { listParked } from './waiting.ts';

/** An outage concerns every model with an event, but owners get only one mail a day. */
const ALERT_INTERVAL = DAY;

/** Mails the owners that webhooks do not arrive, once a day. @throws ConcurrencyConflict, when committed, if another does. */
export async function alertWrites(
  context: DomainContext,
  organizationId: string,
  message: MailMessageOf<'webhooks-parked' | 'circuit-opened'>,
): Promise<Write[]> {
  const key = keys.webhookAlert(organizationId);
  const alert = await context.table.get<{ mailedAt: string }>(key);
  const now = context.clock.now();
  if (alert && Date.parse(alert.mailedAt) + ALERT_INTERVAL > now) return [];
  return [
    put(
      { ...key, mailedAt: isoTime(now) },
      ifStill(
        alert ? equals('mailedAt', alert.mailedAt) : absent,
        `The owners of ${organizationId} have been mailed already.`,
      ),
    ),
    mailEventWrite(context, keys.webhookAlertEvent(organizationId, context.newId('timer')), message),
  ];
}

/** An owner who has set no URL, or has switched webhooks off, knows that no webhook arrives. */
const KNOWN_TO_OWNER: readonly (DeliveryError | undefined)[] = ['no-webhook-url', 'switched-off'];

/** The writes of a mail that a model is parked; none when another one is already. */
export async function parkedAlertWrites(
  context: DomainContext,
  { organizationId, modelId, webhookId, error }: Delivery,
): Promise<Write[]> {
  if (KNOWN_TO_OWNER.includes(error)) return [];
  const others = await listParked(context, organizationId, { limit: 1 });
  if (others.length > 0) return [];
  const template = 'webhooks-parked';
  return alertWrites(context, organizationId, { template, organizationId, modelId, webhookId });
}
