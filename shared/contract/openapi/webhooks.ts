import * as z from 'zod';
import { SAMPLE } from '../samples.ts';
import type { TestEvent, WebhookEvent } from '../webhooks.ts';
import { exampleOf } from './example.ts';
import type { SchemaWriter } from './schema.ts';
import type { MediaType, Parameter, WebhookItem } from './types.ts';
import { webhookBody } from './webhook-model.ts';

interface Described {
  /** The cause of the event. */
  when: string;
  /** Fields of the example that differ from the example of the schema. */
  object?: Record<string, unknown>;
  /** The consequence of any result but an answer of 200 within 10 seconds. */
  otherwise?: string;
}

const RETRIED = 'Any other answer, or none within 10 seconds, is retried.';

/** Every event, in the order of the document. */
const DESCRIBED: Readonly<Record<WebhookEvent | TestEvent, Described>> = {
  'model.created': {
    when: 'A model was created: a white-label model, or by the first upload of an invited member',
    object: { status: 'onboarding', finishedAt: null },
  },
  'model.status.updated': {
    when: 'The status of a model has changed',
    object: { status: 'pending', finishedAt: null },
  },
  'model.photos_ready': { when: 'The headshots are ready', object: { photoCount: 40 } },
  'model.favorite_selected': {
    when: 'The member has chosen a favorite photo',
    object: { favoritePhotoId: SAMPLE.photoId },
  },
  'model.deleted': {
    when: 'A model was deleted',
    object: { status: 'deleted', title: '', deletedAt: '2026-03-09T16:40:00.000Z' },
  },
  'webhook.test': {
    when: 'An owner tests the receiver; the model does not exist',
    object: { _id: `mdl_${'0'.repeat(26)}`, uid: `anon_${'0'.repeat(26)}`, isDevelopment: true },
    otherwise: 'A test is not retried.',
  },
};

const HEADERS: readonly [string, string][] = [
  [
    'X-Service-Signature',
    "Lower-case hex of HMAC-SHA256 over the exact bytes of the body; the key is the organization's webhook secret.",
  ],
  ['webhook-id', 'The id of the webhook, the same in all attempts.'],
  ['webhook-timestamp', 'Seconds since 1970, new with each attempt.'],
  [
    'webhook-signature',
    'The signature of Standard Webhooks, v1,<base64>; several of them for 24 hours after a rotation of the secret.',
  ],
];

/** The webhooks that the service posts to an organization's URL. */
export function webhooksOf(writer: SchemaWriter): Record<string, WebhookItem> {
  return Object.fromEntries(
    Object.entries(DESCRIBED).map(([event, described]) => {
      const body = webhookBody.extend({ event: z.literal(event).meta({ description: 'The event.' }) });
      const schema = writer.write(body, 'output');
      const example = exampleOf(schema, writer.components) as { object: object };
      const object = { ...example.object, ...described.object };
      return [event, itemOf(event, described, { schema, example: { ...example, object } })];
    }),
  );
}

function itemOf(event: string, { when, otherwise = RETRIED }: Described, body: MediaType): WebhookItem {
  return {
    post: {
      operationId: `webhooks_${event.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      tags: ['webhooks'],
      summary: when,
      parameters: HEADERS.map(
        ([name, description]): Parameter => ({
          name,
          in: 'header',
          required: true,
          description,
          schema: { type: 'string' },
        }),
      ),
      requestBody: { required: true, content: { 'application/json': body } },
      responses: {
        200: { description: `Received. ${otherwise}` },
      },
    },
  };
}
