import { componentName } from './schema.ts';
import type { JsonSchema } from './types.ts';

/** The first of a schema's `examples`, or one made of its required fields: without one, the simplest value of the type. */
export function exampleOf(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): unknown {
  const make = (part: JsonSchema): unknown => {
    if (part.examples) return part.examples[0];
    const name = componentName(part);
    if (name !== undefined) return make(components[name] ?? {});
    if (part.const !== undefined) return part.const;
    if (part.default !== undefined) return part.default;
    if (part.enum) return part.enum[0];
    if (part.anyOf?.[0]) return make(part.anyOf[0]);
    return ofType(part, make);
  };
  return make(schema);
}

function ofType(schema: JsonSchema, make: (part: JsonSchema) => unknown): unknown {
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return objectOf(schema, make);
    case 'array':
      return schema.items ? [make(schema.items)] : [];
    case 'string':
      return 'text'.padEnd(schema.minLength ?? 0, '.');
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
): Record<string, unknown> {
  const shown = Object.entries(properties).filter(([field]) => required.includes(field));
  return Object.fromEntries(shown.map(([field, property]) => [field, make(property)]));
}
