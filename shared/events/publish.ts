import type { ModelEvent, StoredEvent } from '../contract/events.ts';
import { type Clock, isoTime, SECOND } from '../platform/clock.ts';
import { countMetric } from '../platform/metrics.ts';
import { notBefore } from './model-event.ts';
import type { Queues } from './queues.ts';

/** Sends the messages that follow from an event; safe to run twice. */
export async function publishEvent(clock: Clock, queues: Queues, event: StoredEvent): Promise<void> {
  switch (event.kind) {
    case 'mail':
      return queues.sendMail(event.message);
    case 'model':
      return publishModelEvent(clock, queues, event);
    case 'timer':
      return queues.schedulePoll(event, event.id);
    case 'redelivery': {
      const { kind, organizationId, since, until } = event;
      return queues.setTimer({ kind, organizationId, since, until });
    }
    case 'circuit': {
      const { kind, organizationId, notBefore: nextStepAt } = event;
      const delaySeconds = Math.ceil((Date.parse(nextStepAt) - clock.now()) / SECOND);
      return queues.setTimer({ kind, organizationId, notBefore: nextStepAt }, delaySeconds);
    }
    case 'erasure': {
      const { organizationId, erasureId } = event;
      return queues.cleanUp({ kind: 'person', organizationId, erasureId, pass: 1 });
    }
  }
}

/** Starts the effect of a model's change, and the delivery of its webhooks. */
async function publishModelEvent(clock: Clock, queues: Queues, event: ModelEvent): Promise<void> {
  const { organizationId, modelId, run, sequence, photoId } = event;
  if (event.effect === 'start-flow') await queues.startFlow({ organizationId, modelId, run });
  if (event.effect === 'delete-images') {
    await queues.cleanUp({ kind: 'model', organizationId, modelId, run, pass: 1 });
  }
  if (event.effect === 'delete-photo' && photoId !== undefined) {
    await queues.cleanUp({ kind: 'photo', organizationId, modelId, photoId });
  }
  if (event.effect === 'delete-subjects') await queues.cleanUp({ kind: 'subjects', organizationId, modelId });
  for (const webhook of event.webhooks) countMetric(clock, 'ModelEvents', 1, webhook.event);
  if (event.webhooks.length === 0) return;
  const poll = { organizationId, modelId, notBefore: isoTime(notBefore(event)) };
  await queues.schedulePoll(poll, `${modelId}-${sequence}`);
}
