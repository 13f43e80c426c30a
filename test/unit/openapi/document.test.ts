import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { OPENAPI_FILE, openApiText } from '../../../scripts/openapi.ts';
import { endpoint, isDeclared } from '../../../shared/contract/endpoint.ts';
import { ERROR_STATUS } from '../../../shared/contract/errors.ts';
import { errorsOf } from '../../../shared/contract/errors-of.ts';
import { success } from '../../../shared/contract/fields.ts';
import { modelParams } from '../../../shared/contract/model.ts';
import { isPublished, openApiDocument } from '../../../shared/contract/openapi/document.ts';
import type { JsonSchema, Operation, PathItem } from '../../../shared/contract/openapi/types.ts';
import { webhookBody } from '../../../shared/contract/openapi/webhook-model.ts';
import { endpoints } from '../../../shared/contract/registry.ts';
import { errorBody, pageQuery } from '../../../shared/contract/schemas.ts';
import { TEST_EVENT, WEBHOOK_EVENTS } from '../../../shared/contract/webhooks.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const SERVER = { url: 'https://headshots.test', description: 'A test' };

const document = openApiDocument(endpoints, SERVER);
const published = endpoints.filter(isPublished);

function operationFor({ path, method }: { path: string; method: string }): Operation {
  const operation = document.paths[path]?.[method.toLowerCase() as keyof PathItem];
  if (!operation) throw new Error(`The document has no ${method} ${path}.`);
  return operation;
}

/** The error codes that the document lists for an operation, by status. */
function documentedCodes({ responses }: Operation): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(responses).flatMap(([status, response]) => {
      if (!('$ref' in response)) return [];
      const component = document.components.responses[response.$ref.split('/').at(-1) ?? ''];
      return [[status, Object.keys(component?.content?.['application/json'].examples ?? {})]];
    }),
  );
}

describe('the OpenAPI document', () => {
  test('docs/openapi.json is up to date with the contracts', async () => {
    const kept = await readFile(join(PROJECT, OPENAPI_FILE), 'utf8');
    expect(
      kept === openApiText(),
      'docs/openapi.json is out of date: npm run openapi && npm run client',
    ).toBe(true);
  });

  test('the document is valid OpenAPI 3.1 without broken references', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(
      structuredClone(document) as unknown as Record<string, unknown>,
    );
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  test('the document has every endpoint once, with a unique operationId', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    expect(operations).toHaveLength(published.length);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(published.length);
  });

  test('every component of the document is used', () => {
    const text = JSON.stringify({ ...document, components: { ...document.components, schemas: {} } });
    const everything = JSON.stringify(document);
    for (const kind of ['responses', 'parameters', 'headers'] as const) {
      for (const name of Object.keys(document.components[kind])) {
        expect(text).toContain(`"#/components/${kind}/${name}"`);
      }
    }
    for (const name of Object.keys(document.components.schemas)) {
      expect(everything).toContain(`"#/components/schemas/${name}"`);
    }
  });
});

test('every schema with a name and every field has a description, of its own or of the schema it refers to', () => {
  expect(undescribed(document, '')).toEqual([]);
  const named = Object.entries(document.components.schemas);
  expect(named.filter(([, schema]) => !schema.description)).toEqual([]);
});

/** The paths of the fields in a part of the document that nothing describes. */
function undescribed(part: unknown, path: string): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const fields = 'properties' in part ? Object.entries(part.properties as Record<string, JsonSchema>) : [];
  return [
    ...fields.filter(([, field]) => !isDescribed(field)).map(([name]) => `${path}.${name}`),
    ...Object.entries(part).flatMap(([key, below]) => undescribed(below, `${path}/${key}`)),
  ];
}

/** A constant needs no description. */
function isDescribed({ description, $ref, items, anyOf = [], const: constant }: JsonSchema): boolean {
  return Boolean(description ?? $ref ?? items?.$ref) || constant !== undefined || anyOf.some(isDescribed);
}

describe.each(published.map((contract) => [contract.operation, contract] as const))(
  'the operation %s',
  (_name, contract) => {
    const { params, query, body, response } = contract;
    const operation = operationFor(contract);
    const parameters = (operation.parameters ?? []).flatMap((parameter) =>
      'name' in parameter ? [parameter] : [],
    );

    test('has examples that its schemas accept', () => {
      const given = operation.responses[200];
      if (!given || '$ref' in given)
        throw new Error(`The document has no successful answer for ${contract.operation}.`);
      expect(response.safeParse(given.content?.['application/json'].example).error).toBeUndefined();
      if (isDeclared(body)) {
        const example = operation.requestBody?.content['application/json'].example;
        expect(body.safeParse(example).error).toBeUndefined();
        expect(example, 'a body of optional fields needs an example in its meta()').not.toEqual({});
      }
      if (isDeclared(params)) {
        const path = parameters.filter((parameter) => parameter.in === 'path');
        const example = Object.fromEntries(path.map(({ name, example }) => [name, example]));
        expect(params.safeParse(example).error).toBeUndefined();
      }
    });

    test('documents exactly the codes that it can answer, by status', () => {
      const documented = documentedCodes(operation);
      expect(Object.values(documented).flat().sort()).toEqual(errorsOf(contract).toSorted());
      for (const [status, codes] of Object.entries(documented)) {
        for (const code of codes)
          expect(String(ERROR_STATUS[code as keyof typeof ERROR_STATUS])).toBe(status);
      }
    });

    test('documents exactly the parameters that it reads, and describes each', () => {
      const named = (place: string) =>
        parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
      expect(named('path')).toEqual(shapeOf(params));
      expect(named('query')).toEqual(shapeOf(query));
      for (const { name, description, schema } of parameters) {
        expect(description ?? schema.$ref, `${name} needs a description in its meta()`).toBeDefined();
      }
    });
  },
);

function shapeOf(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

test('every example of an error answer matches the schema of errors', () => {
  for (const { content } of Object.values(document.components.responses)) {
    for (const { value } of Object.values(content?.['application/json'].examples ?? {})) {
      expect(errorBody.safeParse(value).error).toBeUndefined();
    }
  }
});

test('the examples of the five webhooks and the test webhook match their schema', () => {
  expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENTS, TEST_EVENT]);
  for (const [event, { post }] of Object.entries(document.webhooks)) {
    const example = post.requestBody.content['application/json'].example;
    expect(webhookBody.parse(example)).toMatchObject({ event, objectType: 'model' });
  }
});

describe('a contract without a description', () => {
  const novelty = endpoint({
    operation: 'v2/models/list-novelties',
    summary: 'Things',
    method: 'POST',
    path: '/api/v2/novelties/{modelId}',
    auth: 'apiKey',
    feature: 'whiteLabel',
    params: modelParams,
    query: z.object({ ...pageQuery, shade: z.enum(['dark', 'light']).optional() }),
    body: z.object({ weight: z.int().min(3), words: z.array(z.string().min(6)).min(1) }),
    response: z.object({ success, when: z.iso.datetime({ precision: 3 }), nothing: z.string().nullable() }),
    errors: ['NOT_FOUND'],
    permissions: ['table:get'],
  });

  test('a session is opened by either a token or an invite, as the document says', () => {
    const { paths, components } = openApiDocument(endpoints, SERVER);
    const content = paths['/api/member/session']?.post?.requestBody?.content['application/json'];
    const { $ref } = { $ref: '', ...content?.schema };
    const schema = components.schemas[$ref.split('/').at(-1) ?? ''] ?? content?.schema;
    expect(schema).toMatchObject({
      anyOf: [
        { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] },
        { type: 'object', properties: { invite: { type: 'string' } }, required: ['invite'] },
      ],
    });
    expect(schema?.anyOf?.[0]?.properties).not.toHaveProperty('invite');
    expect(schema).not.toHaveProperty('properties');
  });

  test('a new contract is documented from its schemas alone', () => {
    const operation = openApiDocument([novelty], SERVER).paths[novelty.path]?.post;
    expect(operation).toMatchObject({
      operationId: 'v2_models_listNovelties',
      tags: ['v2'],
      security: [{ apiKey: ['models:write'] }, { userSession: [] }],
    });
    expect(operation?.parameters).toEqual([
      expect.objectContaining({ name: 'modelId', in: 'path', required: true }),
      expect.objectContaining({
        name: 'limit',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
      }),
      expect.objectContaining({
        name: 'offset',
        schema: { type: 'integer', minimum: 0, maximum: 999_999_999_999_999, default: 0 },
      }),
      expect.objectContaining({ name: 'shade', schema: { type: 'string', enum: ['dark', 'light'] } }),
      { $ref: '#/components/parameters/IdempotencyKey' },
    ]);
    const example = operation?.requestBody?.content['application/json'].example;
    expect(novelty.body.safeParse(example).error).toBeUndefined();
    expect(Object.keys(operation?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '429',
      '500',
    ]);
  });
});

test('two different schemas with one id are refused with a sentence that names the id', () => {
  const shade = z.enum(['dark']).meta({ id: 'Shade' });
  const other = z.enum(['light']).meta({ id: 'Shade' });
  const contract = (operation: string, response: z.ZodType) =>
    endpoint({
      operation,
      summary: 'Shades',
      method: 'GET',
      path: `/api/${operation}`,
      auth: 'none',
      response,
      errors: [],
      permissions: [],
    });
  const contracts = [
    contract('v2/shades/get-one', z.object({ shade })),
    contract('v2/shades/get-other', z.object({ shade: other })),
  ];
  expect(() => openApiDocument(contracts, SERVER)).toThrow('Two schemas have the id Shade');
});
