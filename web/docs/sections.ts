import type { JsonSchema, Operation } from '../../shared/contract/openapi/types.ts';
import { h } from '../shared/dom.ts';
import { type ApiDocument, type Entry, wordsOf } from './api-document.ts';
import { jsonBlock } from './code.ts';
import { fieldList, parameterList } from './fields.ts';
import { inline } from './markdown.ts';
import { type Shared, Trial } from './trial.ts';

export const WEBHOOKS = 'webhooks';
export const SCHEMAS = 'schemas';

const RESOURCE_NAMES: Readonly<Record<string, string>> = { whitelabel: 'White-label', web: 'Service' };

/** The heading of a resource. */
export function resourceName(resource: string): string {
  return RESOURCE_NAMES[resource] ?? wordsOf(resource);
}

/** The heading of an area. Versions have headings such as API v2. */
export function areaName(area: string): string {
  return /^v\d+$/.test(area) ? `API ${area}` : area === 'web' ? 'Service' : wordsOf(area);
}

/** The sections after the introduction: areas with their operations, webhooks, and schemas. */
export function sections(apiDocument: ApiDocument, shared: Shared): HTMLElement[] {
  const described = new Map(apiDocument.document.tags.map(({ name, description }) => [name, description]));
  const areas = [...apiDocument.byArea()].map(([area, resources]) =>
    h(
      'section',
      { class: 'area', id: `area-${area}` },
      h('h2', {}, areaName(area)),
      h('p', { class: 'lead' }, described.get(area)),
      ...[...resources].flatMap(([, entries]) =>
        entries.map((entry) => operationSection(apiDocument, entry, shared)),
      ),
    ),
  );
  return [...areas, webhookSection(apiDocument), schemaSection(apiDocument)];
}

export function methodBadge(method: string): HTMLElement {
  return h('b', { class: `method ${method.toLowerCase()}` }, method);
}

function operationSection(apiDocument: ApiDocument, entry: Entry, shared: Shared): HTMLElement {
  const { id, title, method, path, operation, parameters } = entry;
  const body = operation.requestBody?.content['application/json'].schema;
  const success = operation.responses['200'];
  const answer = success && apiDocument.response(success)?.content?.['application/json'].schema;
  return h(
    'article',
    { class: 'operation', id, 'aria-labelledby': `${id}-title` },
    h(
      'div',
      { class: 'told' },
      h('p', { class: 'resource' }, resourceName(entry.resource)),
      h('h3', { id: `${id}-title` }, h('a', { href: `#${id}` }, title)),
      h('p', { class: 'address' }, methodBadge(method), h('code', {}, ...breakable(path))),
      h('p', {}, `${operation.summary}.`),
      ...['path', 'query', 'header'].flatMap((place) => {
        const here = parameters.filter((parameter) => parameter.in === place);
        return here.length > 0 ? [h('h4', {}, PLACES[place]), parameterList(here)] : [];
      }),
      ...(body ? [h('h4', {}, 'Body'), fieldList(apiDocument, body)] : []),
      answer && folded('Response', fieldList(apiDocument, answer)),
      folded('Errors', errorList(apiDocument, operation)),
    ),
    new Trial(apiDocument, entry, shared).element,
  );
}

const PLACES: Readonly<Record<string, string>> = { path: 'Path', query: 'Query', header: 'Header' };

/** Lets a long path wrap at its slashes. */
function breakable(path: string): (string | HTMLElement)[] {
  return path.split(/(?=\/)/).flatMap((part) => [h('wbr'), part]);
}

function folded(title: string, content: HTMLElement): HTMLElement {
  return h('details', { class: 'folded' }, h('summary', {}, title), content);
}

function errorList(apiDocument: ApiDocument, { responses }: Operation): HTMLElement {
  const rows = Object.entries(responses).flatMap(([status, response]) => {
    const examples =
      status === '200' ? {} : (apiDocument.response(response)?.content?.['application/json'].examples ?? {});
    return Object.entries(examples).map(([code, { summary }]) =>
      h(
        'li',
        {},
        h('p', { class: 'field-name' }, h('code', {}, code), h('span', { class: 'type' }, status)),
        summary !== undefined && h('p', {}, `${summary}.`),
      ),
    );
  });
  return h('ul', { class: 'fields' }, ...rows);
}

function webhookSection(apiDocument: ApiDocument): HTMLElement {
  const events = Object.entries(apiDocument.document.webhooks).map(([event, { post }]) => {
    const { schema, example } = post.requestBody.content['application/json'];
    return h(
      'article',
      { class: 'operation', id: `webhook-${event}` },
      h(
        'div',
        { class: 'told' },
        h('h3', {}, h('a', { href: `#webhook-${event}` }, event)),
        h('p', {}, `${post.summary}.`),
        folded('Headers', parameterList(post.parameters)),
        folded('Body', fieldList(apiDocument, schema)),
      ),
      h('div', { class: 'trial' }, jsonBlock('Example', event, example).element),
    );
  });
  const description = apiDocument.document.tags.find(({ name }) => name === WEBHOOKS)?.description;
  return h(
    'section',
    { class: 'area', id: `area-${WEBHOOKS}` },
    h('h2', {}, 'Webhooks'),
    h('p', { class: 'lead' }, description),
    ...events,
  );
}

function schemaSection(apiDocument: ApiDocument): HTMLElement {
  const schemas = Object.entries(apiDocument.document.components.schemas).map(([name, schema]) =>
    h(
      'article',
      { class: 'schema', id: `schema-${name}` },
      h('h3', {}, h('a', { href: `#schema-${name}` }, name)),
      schema.description !== undefined && h('p', {}, ...inline(schema.description)),
      schemaContent(apiDocument, schema),
    ),
  );
  return h(
    'section',
    { class: 'area', id: `area-${SCHEMAS}` },
    h('h2', {}, 'Schemas'),
    h('p', { class: 'lead' }, 'Objects that several requests and responses share.'),
    h('div', { class: 'schemas' }, ...schemas),
  );
}

function schemaContent(apiDocument: ApiDocument, schema: JsonSchema): HTMLElement {
  if (!schema.enum) return fieldList(apiDocument, schema);
  return h(
    'ul',
    { class: 'values' },
    ...schema.enum.map((value) => h('li', {}, h('code', {}, String(value)))),
  );
}
