import type { TestEvent, WebhookEvent } from '../webhooks.ts';
import { exampleOf } from './example.ts';
import type { SchemaWriter } from './schema.ts';
import type { JsonSchema, Parameter, WebhookItem } from './types.ts';
import { webhookBody } from './webhook-model.ts';

interface Described {
  when: string;
  /** How the model of the example differs. */
  object?: Record<string, unknown>;
  /** What becomes of anything but an answer of 200 within 10 seconds. */
  otherwise?: string;
}

const TRIED_AGAIN = 'Anything else, or nothing within 10 seconds, is tried again.';

/** Every event, and when it is told. */
const DESCRIBED: Readonly<Record<WebhookEvent | TestEvent, Described>> = {
  'model.created': {
    when: 'A model was created, by white-label or by the first upload of an invited member',
    object: { status: 'onboarding', finishedAt: null },
  },
  'model.status.updated': {
    when: 'A model has moved to another status',
    object: { status: 'pending', finishedAt: null },
  },
  'model.photos_ready': { when: 'The headshots are ready', object: { photoCount: 40 } },
  'model.favorite_selected': {
    when: 'The member has chosen a favorite photo',
    object: { favoritePhotoId: 'pho_01K3YRB5V8N1G4H7T2QCXZJWE6' },
  },
  'model.deleted': {
    when: 'A model was deleted',
    object: { status: 'deleted', title: '', deletedAt: '2026-03-09T16:40:00.000Z' },
  },
  'webhook.test': {
    when: 'The owner tries the receiver; the model is made up',
    object: { _id: `mdl_${'0'.repeat(26)}`, uid: `anon_${'0'.repeat(26)}`, isDevelopment: true },
    otherwise: 'A test is not tried again.',
  },
};

const HEADERS: readonly [string, string][] = [
  [
    'X-Service-Signature',
    "Lower-case hex of HMAC-SHA256 over the exact bytes of the body; the key is the organization's webhook secret.",
  ],
  ['webhook-id', 'Identifies the event; the same over all attempts.'],
  ['webhook-timestamp', 'Seconds since 1970, new with each attempt.'],
  [
    'webhook-signature',
    'As Standard Webhooks defines it: v1,<base64>, more than one while a secret rotates.',
  ],
];

/** What the service posts to an organization's webhook URL. */
export function webhooksOf(writer: SchemaWriter): Record<string, WebhookItem> {
  const schema = writer.write(webhookBody, 'response', 'webhook');
  const example = exampleOf(schema, writer.components, { optionalFields: 'none' }) as { object: object };
  return Object.fromEntries(
    Object.entries(DESCRIBED).map(([event, described]) => [
      event,
      itemOf(event, described, schema, {
        ...example,
        event,
        object: { ...example.object, ...described.object },
      }),
    ]),
  );
}

function itemOf(
  event: string,
  { when, otherwise = TRIED_AGAIN }: Described,
  schema: JsonSchema,
  example: unknown,
): WebhookItem {
  const { properties, ...rest } = schema;
  const body: JsonSchema = {
    ...rest,
    properties: { ...properties, event: { type: 'string', const: event } },
  };
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
      requestBody: { required: true, content: { 'application/json': { schema: body, example } } },
      responses: {
        200: { description: `Received. ${otherwise}` },
      },
    },
  };
}
