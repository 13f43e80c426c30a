import type { DeliveryTimer } from '../contract/events.ts';
import type { DomainContext } from '../domain/context.ts';
import { DAY, epochSeconds, isoTime } from '../platform/clock.ts';
import { keys } from '../table/keys.ts';
import { put, type Write } from '../table/transaction.ts';

/** A timer that the stream has not published by then is of no use. */
const TIMER_RETENTION = DAY;

/**
 * The write by which a change of a delivery queue has it polled, at once or later.
 * @param at milliseconds since the epoch
 */
export function timerWrite(
  context: DomainContext,
  { organizationId, modelId }: { organizationId: string; modelId: string },
  at: number,
): Write {
  const id = context.newId('timer');
  const timer: DeliveryTimer = {
    kind: 'timer',
    id,
    organizationId,
    modelId,
    notBefore: isoTime(at),
    expiresAtSeconds: epochSeconds(at + TIMER_RETENTION),
  };
  return put({ ...keys.deliveryTimer(organizationId, modelId, id), ...timer });
}
