import type { JsonSchema, Parameter } from '../../shared/contract/openapi/types.ts';
import { h } from '../shared/dom.ts';
import { type ApiDocument, schemaName } from './api-document.ts';
import { inline } from './markdown.ts';

interface Field {
  name: string;
  schema: JsonSchema;
  required: boolean;
  description?: string | undefined;
}

/** A list of parameters with their types and descriptions. */
export function parameterList(parameters: readonly Parameter[]): HTMLElement {
  return list(parameters.map((parameter) => ({ ...parameter, description: parameter.description })));
}

/** A list of an object's fields, including the fields of nested objects. Named schemas are links. */
export function fieldList(apiDocument: ApiDocument, schema: JsonSchema): HTMLElement {
  const options = schema.anyOf?.filter(({ type }) => type === 'object');
  if (options && options.length > 1) {
    return h(
      'div',
      { class: 'options' },
      ...options.flatMap((option, index) => [
        index > 0 && h('p', { class: 'or' }, 'or'),
        fieldList(apiDocument, option),
      ]),
    );
  }
  return list(fieldsOf(schema), (field) => inside(apiDocument, field));
}

function fieldsOf({ properties = {}, required = [], allOf }: JsonSchema): Field[] {
  if (allOf) return allOf.flatMap(fieldsOf);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
    description: schema.description,
  }));
}

function inside(apiDocument: ApiDocument, { schema }: Field): HTMLElement | false {
  const part = schema.items ?? schema.anyOf?.find(({ type }) => type === 'object') ?? schema;
  if (schemaName(part) !== undefined) return false;
  const hasFields = part.properties !== undefined || part.anyOf?.some(({ properties }) => properties);
  return hasFields === true && fieldList(apiDocument, part);
}

function list(
  fields: readonly Field[],
  more: (field: Field) => HTMLElement | false = () => false,
): HTMLElement {
  return h(
    'ul',
    { class: 'fields' },
    ...fields.map((field) => {
      const { name, schema, required, description } = field;
      return h(
        'li',
        {},
        h(
          'p',
          { class: 'field-name' },
          h('code', {}, name),
          h('span', { class: 'type' }, ...typeText(schema)),
          !required && h('span', { class: 'optional' }, 'optional'),
        ),
        description !== undefined && h('p', {}, ...inline(description)),
        limits(schema),
        more(field),
      );
    }),
  );
}

/** The type in words. Named schemas are links. */
export function typeText(schema: JsonSchema): (string | HTMLElement)[] {
  const name = schemaName(schema);
  if (name !== undefined) return [h('a', { href: `#schema-${name}` }, name)];
  if (schema.anyOf) {
    return schema.anyOf.flatMap((option, index) => [...(index > 0 ? [' or '] : []), ...typeText(option)]);
  }
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.type === 'array') return ['list of ', ...typeText(schema.items ?? {})];
  if (schema.format === 'date-time') return ['time'];
  if (schema.format === 'uri') return ['URL'];
  return [[schema.type ?? 'any'].flat().join(' or ')];
}

function limits(schema: JsonSchema): HTMLElement | false {
  const { enum: values, default: fallback, minimum, maximum, minItems, maxItems } = schema;
  const sentences = [
    values && `One of ${values.join(', ')}.`,
    range(minimum, maximum, ''),
    range(minItems, maxItems, ' entries'),
    fallback !== undefined && `Default: ${String(fallback)}.`,
  ].filter((sentence) => typeof sentence === 'string');
  return sentences.length > 0 && h('p', { class: 'hint' }, sentences.join(' '));
}

function range(lowest: number | undefined, highest: number | undefined, unit: string): string | undefined {
  if (lowest === undefined && highest === undefined) return undefined;
  if (highest === undefined) return `${lowest} or more${unit}.`;
  return lowest === undefined ? `At most ${highest}${unit}.` : `${lowest} to ${highest}${unit}.`;
}
