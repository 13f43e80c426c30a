import { componentName } from './schema.ts';
import type { JsonSchema } from './types.ts';

/** Which of an object's fields an example shows. */
export interface ExampleOptions {
  /** Fields that are required anyway are always shown; without any, all are. */
  optionalFields: 'where-none-is-required' | 'none';
}

/** A value that the schema describes, made of the examples of its fields. */
export function exampleOf(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
  options: ExampleOptions,
): unknown {
  const make = (part: JsonSchema): unknown => {
    if (part.examples) return part.examples[0];
    const name = componentName(part);
    if (name !== undefined) return make(components[name] ?? {});
    if (part.const !== undefined) return part.const;
    if (part.default !== undefined) return part.default;
    if (part.enum) return part.enum[0];
    if (part.anyOf?.[0]) return make(part.anyOf[0]);
    if (part.allOf) return Object.assign({}, ...part.allOf.map(make));
    return ofType(part, make, options);
  };
  return make(schema);
}

function ofType(schema: JsonSchema, make: (part: JsonSchema) => unknown, options: ExampleOptions): unknown {
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return objectOf(schema, make, options);
    case 'array':
      return schema.items ? [make(schema.items)] : [];
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function objectOf(
  { properties = {}, required = [] }: JsonSchema,
  make: (part: JsonSchema) => unknown,
  { optionalFields }: ExampleOptions,
): Record<string, unknown> {
  const all = required.length === 0 && optionalFields === 'where-none-is-required';
  const shown = Object.entries(properties).filter(([field]) => all || required.includes(field));
  return Object.fromEntries(shown.map(([field, property]) => [field, make(property)]));
}

function textOf({ format, minLength = 0 }: JsonSchema): string {
  if (format === 'date-time') return '2026-03-02T09:15:00.000Z';
  if (format === 'uri') return 'https://company.example';
  if (format === 'email') return 'anna@company.example';
  return 'text'.padEnd(minLength, '.');
}
