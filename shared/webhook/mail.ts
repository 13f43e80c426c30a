import type { MailMessageOf } from '../contract/messages.ts';
import type { DomainContext } from '../domain/context.ts';
import { readOrganization } from '../domain/organization/organization.ts';
import { mailOwners } from '../domain/user/owners.ts';
import type { Mailer } from '../mail/message.ts';
import { circuitMail, parkedMail } from '../mail/user-mails.ts';
import { isoTime } from '../platform/clock.ts';
import { keys } from '../table/keys.ts';
import { readCircuit } from './breaker/circuit.ts';
import type { Delivery, DeliveryAttempt } from './delivery.ts';
import { WAITING_LIMIT } from './next.ts';
import { isParked, readDeliveryQueue } from './queue.ts';

/** Mails the owners that webhooks do not arrive, unless the model is no longer parked. */
export async function mailParked(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  { organizationId, modelId, webhookId }: MailMessageOf<'webhooks-parked'>,
): Promise<void> {
  const [organization, queue, delivery] = await Promise.all([
    readOrganization(context, organizationId),
    readDeliveryQueue(context, organizationId, modelId),
    context.table.get<Delivery>(keys.delivery(organizationId, webhookId)),
  ]);
  const { webhookUrl } = organization;
  const { waiting, inFlight } = queue;
  if (!webhookUrl || !delivery || !waiting || !isParked(queue) || inFlight?.webhookId !== webhookId) return;
  const attempt = await context.table.get<DeliveryAttempt>(
    keys.deliveryAttempt(organizationId, webhookId, delivery.attempts),
  );
  const mail = {
    organizationName: organization.name,
    webhookUrl,
    reason: attempt?.detail ?? 'The receiver sent no response.',
    givenUpAt: isoTime(Date.parse(waiting.since) + WAITING_LIMIT),
    adminUrl: `${appUrl}/admin`,
  };
  const id = `PARKED#${webhookId}#${waiting.since}`;
  await mailOwners(context, mailer, organization, { id }, (recipient) => parkedMail(recipient, mail));
}

/** Mails the owners that webhooks wait for the receiver, unless its circuit has been closed since. */
export async function mailCircuitOpened(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  { organizationId, openedAt }: MailMessageOf<'circuit-opened'>,
): Promise<void> {
  const [organization, circuit] = await Promise.all([
    readOrganization(context, organizationId),
    readCircuit(context, organizationId),
  ]);
  const { webhookUrl } = organization;
  if (!webhookUrl || circuit.openedAt !== openedAt) return;
  const mail = { organizationName: organization.name, webhookUrl, openedAt, adminUrl: `${appUrl}/admin` };
  const id = `CIRCUIT#${openedAt}`;
  await mailOwners(context, mailer, organization, { id }, (recipient) => circuitMail(recipient, mail));
}
