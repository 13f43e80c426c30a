import type { MailEvent } from '../contract/events.ts';
import type { MailMessage } from '../contract/messages.ts';
import { type Clock, epochSeconds, isoTime } from '../platform/clock.ts';
import type { Key } from '../table/keys.ts';
import { type PutWrite, put } from '../table/transaction.ts';
import { EVENT_RETENTION } from './model-event.ts';

/** The write of an event that has a mail sent once its transaction is committed. */
export function mailEventWrite({ clock }: { clock: Clock }, key: Key, message: MailMessage): PutWrite {
  const now = clock.now();
  const event: MailEvent = {
    kind: 'mail',
    message,
    createdAt: isoTime(now),
    expiresAtSeconds: epochSeconds(now + EVENT_RETENTION),
  };
  return put({ ...key, ...event });
}
