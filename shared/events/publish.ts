import type { ModelEvent, StoredEvent } from '../contract/events.ts';
import { type Clock, isoTime } from '../platform/clock.ts';
import { countMetric } from '../platform/metrics.ts';
import type { Table } from '../table/table.ts';
import { notBefore } from './model-event.ts';
import type { Queues } from './queues.ts';
import { appendToTrail } from './trail-event.ts';

/** Sends the messages that follow from an event, or adds its entry to the audit trail; safe to run twice. */
export async function publishEvent(
  queues: Queues,
  stored: { readonly table: Table },
  event: StoredEvent,
): Promise<void> {
  switch (event.kind) {
    case 'mail':
      return queues.sendMail(event.message);
    case 'model':
      return publishModelEvent(queues, event);
    case 'timer':
      return queues.schedulePoll(event, event.id);
    case 'redelivery': {
      const { kind, organizationId, since, until } = event;
      return queues.setTimer({ kind, organizationId, since, until });
    }
    case 'circuit': {
      const { kind, organizationId, notBefore: nextStepAt } = event;
      return queues.setTimerAt({ kind, organizationId, notBefore: nextStepAt });
    }
    case 'erasure': {
      const { organizationId, erasureId } = event;
      return queues.cleanUp({ kind: 'person', organizationId, erasureId, pass: 1 });
    }
    case 'trail':
      return appendToTrail(stored.table, event);
  }
}

/** Counts the webhooks of an event as a metric. */
export function countEvent(clock: Clock, event: StoredEvent): void {
  if (event.kind !== 'model') return;
  for (const webhook of event.webhooks) countMetric(clock, 'ModelEvents', 1, webhook.event);
}

/** Starts the effect of a model's change, and the delivery of its webhooks. */
async function publishModelEvent(queues: Queues, event: ModelEvent): Promise<void> {
  const { organizationId, modelId, run, sequence, photoId, freedPermitOf } = event;
  if (event.effect === 'join-queue') await queues.advance({ kind: 'queue', organizationId, modelId, run });
  if (event.effect === 'start-flow') await queues.advance({ kind: 'start', organizationId, modelId, run });
  if (freedPermitOf !== undefined)
    await queues.advance({ kind: 'admit', provider: freedPermitOf, repair: false });
  if (event.effect === 'delete-images') {
    await queues.cleanUp({ kind: 'model', organizationId, modelId, run, pass: 1 });
  }
  if (event.effect === 'delete-photo' && photoId !== undefined) {
    await queues.cleanUp({ kind: 'photo', organizationId, modelId, photoId });
  }
  if (event.effect === 'delete-subjects') await queues.cleanUp({ kind: 'subjects', organizationId, modelId });
  if (event.effect === 'delete-copies')
    await queues.cleanUp({ kind: 'copies', organizationId, modelId, run });
  if (event.webhooks.length === 0) return;
  const poll = { organizationId, modelId, notBefore: isoTime(notBefore(event)) };
  await queues.schedulePoll(poll, `${modelId}-${sequence}`);
}
