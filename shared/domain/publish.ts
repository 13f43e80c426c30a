import { epochSeconds, isoTime } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { type MailOrder, sendMessage } from '../queue/messages.ts';
import type { Key } from '../table/keys.ts';
import { put, type Step } from '../table/transaction.ts';
import type { DomainContext } from './context.ts';
import { EVENT_RETENTION, type ModelEvent } from './model/move.ts';
import type { LaneWake } from './webhook/lane.ts';
import { publishModelEvent, publishWake } from './webhook/publish.ts';
import type { RedeliveryRequest } from './webhook/redeliver.ts';

/** A mail that follows from what was written with it. */
export interface MailEvent {
  kind: 'mail';
  order: MailOrder;
  createdAt: string;
  expiresAtSeconds: number;
}

/** Whatever the table's stream hands on: written with its cause in one transaction, and published once at least. */
export type StoredEvent = ModelEvent | MailEvent | LaneWake | RedeliveryRequest;

/** The step by which a transaction has a mail sent. */
export function mailEventStep(context: DomainContext, key: Key, order: MailOrder): Step {
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
    case 'wake':
      return publishWake(clock, event, event.id);
    case 'redelivery':
      return sendMessage(environment('WAKES_QUEUE_URL'), {
        kind: 'redelivery',
        organizationId: event.organizationId,
        since: event.since,
        until: event.until,
      });
  }
}
