import { setTimeout as pause } from 'node:timers/promises';
import { ConfigurationError } from '../../infra/configuration-error.ts';
import type { Api } from '../../local/partner/api.ts';
import type { Receiver } from '../../local/partner/receiver.ts';

const POLL_MILLISECONDS = 250;
const TIMEOUT_MILLISECONDS = 8 * 60_000;

const EVENTS = ['model.created', 'waiting', 'pending', 'generatingHeadshots', 'active', 'model.photos_ready'];

/** The statuses of models, in the order of their ids. */
export async function statusesOf(partner: Api, ids: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(
    ids.map((id) =>
      partner.expect<{ model: { status: string } }>('GET', `/api/v2/organization/models/${id}`),
    ),
  );
  return answers.map(({ model }) => model.status);
}

export function untilActive(partner: Api, ids: readonly string[]): Promise<void> {
  return until(
    async () => (await statusesOf(partner, ids)).every((status) => status === 'active'),
    'all models',
  );
}

/** A link to a model's first photo. */
export async function photoLink(partner: Api, modelId: string): Promise<string> {
  const path = `/api/v2/organization/models/${modelId}/photos?limit=1`;
  const { photos } = await partner.expect<{ photos: { urls: { main: string } }[] }>('GET', path);
  return photos[0]?.urls.main ?? '';
}

export async function creditsOf(partner: Api): Promise<number> {
  const { credits } = await partner.expect<{ credits: number }>('GET', '/api/v2/organization/credits');
  return credits;
}

/** Waits until every event of every model was delivered. @throws when one was repeated or out of order. */
export async function untilDelivered(receiver: Receiver, ids: readonly string[]): Promise<void> {
  const namesOf = (id: string) =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as { event: string; object: { _id: string; status: string } })
      .filter(({ object }) => object._id === id)
      .map(({ event, object }) => (event === 'model.status.updated' ? object.status : event));
  await until(() => ids.every((id) => namesOf(id).length >= EVENTS.length), 'all webhooks');
  for (const id of ids) {
    ensure(namesOf(id).join() === EVENTS.join(), `The webhooks of ${id} were ${namesOf(id).join(', ')}.`);
  }
}

async function until(holds: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (
    const end = performance.now() + TIMEOUT_MILLISECONDS;
    !(await holds());
    await pause(POLL_MILLISECONDS)
  ) {
    ensure(performance.now() < end, `Timed out waiting for ${what}.`);
  }
}

/** @throws ConfigurationError with the message when the condition does not hold. */
export function ensure(holds: boolean, otherwise: string): void {
  if (!holds) throw new ConfigurationError(otherwise);
}
