import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../shared/contract/openapi/document.ts';
import { webhookBody } from '../../shared/contract/openapi/webhook-model.ts';
import { endpoints } from '../../shared/contract/registry.ts';
import { ownedTenant, WEBHOOKS } from '../support/owner.ts';
import {
  baseUrl,
  eventNames,
  eventsOf,
  type ReceivedEvent,
  submittedModel,
  until,
} from '../support/tenant.ts';

test('GET /api/openapi.json serves the valid document, with this service as its server', async () => {
  const response = await fetch(`${baseUrl}/api/openapi.json`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(response.headers.get('x-request-id')).toMatch(/^req_/);
  const document = (await response.json()) as Record<string, unknown>;
  expect(document).toEqual(openApiDocument(endpoints, { url: baseUrl, description: 'This service' }));
  expect(document).not.toHaveProperty('success');
  expect(await new Validator().validate(document)).toMatchObject({ valid: true });
});

test('every webhook of the OpenAPI document is sent, with exactly the documented fields', async () => {
  const tenant = await ownedTenant();
  const { modelId, member } = await submittedModel(tenant, { isDevelopment: true });
  await until(() => eventNames(tenant, modelId).includes('model.photos_ready'), 'the photos');
  const { photos } = await member.expect<{ photos: { id: string }[] }>('GET', '/api/member/photos');
  await member.expect('PUT', `/api/member/photos/${photos[0]?.id}`, { favorite: true });
  await member.expect('DELETE', '/api/member/model');
  await until(() => eventNames(tenant, modelId).includes('model.deleted'), 'the last webhook');
  await tenant.owner.expect('POST', `${WEBHOOKS}/test`);
  const test = tenant.receiver.received.map(({ body }) => JSON.parse(body) as ReceivedEvent).at(-1);
  const events = [...eventsOf(tenant, modelId), ...(test ? [test] : [])];
  expect(new Set(events.map(({ event }) => event))).toEqual(
    new Set(Object.keys(openApiDocument(endpoints, { url: baseUrl, description: '' }).webhooks)),
  );
  for (const event of events) {
    // The schema drops unknown fields, so equality means that there are none.
    expect(webhookBody.parse(event)).toEqual(event);
  }
});
