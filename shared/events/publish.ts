import type { DomainContext } from '../domain/context.ts';
import { EVENT_RETENTION, type ModelEvent } from '../domain/model/transition.ts';
import { epochSeconds, isoTime } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import type { Key } from '../table/keys.ts';
import { put, type Write } from '../table/transaction.ts';
import { publishModelEvent, schedulePoll } from '../webhook/poll.ts';
import type { DeliveryTimer } from '../webhook/queue.ts';
import type { RedeliveryRequest } from '../webhook/redeliver.ts';
import { type MailMessage, sendMessage } from './queues.ts';

/** A mail that follows from what was written with it. */
export interface MailEvent {
  kind: 'mail';
  order: MailMessage;
  createdAt: string;
  expiresAtSeconds: number;
}

/** Whatever the table's stream hands on: written with its cause in one transaction, and published once at least. */
export type StoredEvent = ModelEvent | MailEvent | DeliveryTimer | RedeliveryRequest;

/** The write by which a transaction has a mail sent. */
export function mailEventWrite(context: DomainContext, key: Key, order: MailMessage): Write {
  const now = context.clock.now();
  const event: MailEvent = {
    kind: 'mail',
    order,
    createdAt: isoTime(now),
    expiresAtSeconds: epochSeconds(now + EVENT_RETENTION),
  };
  return put({ ...key, ...event });
}

/** Hands an event of the stream to the queues that it concerns; safe to run twice. */
export async function publishEvent({ clock }: DomainContext, event: StoredEvent): Promise<void> {
  switch (event.kind) {
    case 'mail':
      return sendMessage(environment('MAIL_QUEUE_URL'), event.order);
    case 'model':
      return publishModelEvent(clock, event);
    case 'timer':
      return schedulePoll(clock, event, event.id);
    case 'redelivery':
      return sendMessage(environment('TIMERS_QUEUE_URL'), {
        kind: 'redelivery',
        organizationId: event.organizationId,
        since: event.since,
        until: event.until,
      });
  }
}
