import * as z from 'zod';
import { naming } from './components.ts';
import { noteOf } from './fields.ts';
import type { JsonSchema } from './types.ts';

const COMPONENTS = '#/components/schemas/';

/** A request is described as it is sent, a response as it arrives. */
export type Direction = 'request' | 'response';

/** Turns zod schemas into JSON Schema, and gathers the named shapes on the way. */
export class SchemaWriter {
  readonly components: Record<string, JsonSchema> = {};

  /**
   * @param owner names the whole for the notes on its fields.
   * @throws when two shapes claim one name.
   */
  write(schema: z.ZodType, direction: Direction, owner: string): JsonSchema {
    const {
      $defs,
      $schema: _dialect,
      ...written
    } = z.toJSONSchema(schema, {
      metadata: naming,
      io: direction === 'request' ? 'input' : 'output',
      override: ({ zodSchema, jsonSchema }) => {
        tidy(jsonSchema as JsonSchema);
        // zod drops the default of what it transforms.
        const fallback = naming.get(zodSchema)?.default;
        if (fallback !== undefined) (jsonSchema as JsonSchema).default = fallback;
      },
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    for (const [name, definition] of Object.entries($defs ?? {})) this.#define(name, definition);
    return annotated(written, owner);
  }

  /** Gathers a named shape that nothing refers to by zod. */
  define(schema: z.ZodType): void {
    this.write(z.object({ schema }), 'response', '');
  }

  #define(name: string, definition: JsonSchema): void {
    const component = annotated(definition, name);
    const former = this.components[name];
    if (former && JSON.stringify(former) !== JSON.stringify(component)) {
      throw new Error(`Two shapes are called ${name}: name them apart in openapi/components.ts.`);
    }
    this.components[name] = component;
  }
}

/** The component's name, when the schema refers to one. */
export function componentName({ $ref }: JsonSchema): string | undefined {
  return $ref?.startsWith(COMPONENTS) ? $ref.slice(COMPONENTS.length) : undefined;
}

export function componentRef(name: string): JsonSchema {
  return { $ref: COMPONENTS + name };
}

function tidy(schema: JsonSchema): void {
  delete schema.id;
  // Since fields may be added, a value can come to fit more than one option.
  if (schema.oneOf) {
    schema.anyOf = schema.oneOf;
    delete schema.oneOf;
  }
  // The format says it, and more legibly.
  if (schema.format === 'date-time') delete schema.pattern;
  // Callers must expect fields that are added later.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.type === 'object') delete schema.propertyNames;
  if (schema.type === 'integer') {
    if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  }
}

/** The schema with its references set to components, and with the notes on its fields. */
function annotated(schema: JsonSchema, owner: string): JsonSchema {
  const { $ref, properties, additionalProperties, items, anyOf, allOf } = schema;
  const result = { ...schema };
  if ($ref) result.$ref = $ref.replace('#/$defs/', COMPONENTS);
  if (items) result.items = annotated(items, owner);
  if (anyOf) result.anyOf = anyOf.map((option) => annotated(option, owner));
  if (allOf) result.allOf = allOf.map((part) => annotated(part, owner));
  if (typeof additionalProperties === 'object') {
    result.additionalProperties = annotated(additionalProperties, owner);
  }
  if (properties) {
    result.properties = Object.fromEntries(
      Object.entries(properties).map(([field, property]) => [
        field,
        withNote(annotated(property, field), owner, field),
      ]),
    );
  }
  return result;
}

function withNote(property: JsonSchema, owner: string, field: string): JsonSchema {
  const note = noteOf(owner, field);
  const description = property.description ?? (isPlain(property) ? note?.description : undefined);
  const takesExample = note && 'example' in note && isPlain(property) && property.const === undefined;
  return {
    ...property,
    ...(description !== undefined && { description }),
    ...(takesExample && fits(property, note.example) && { examples: [note.example] }),
  };
}

/** Neither a named shape nor an object with notes of its own. */
function isPlain({ $ref, properties, items, anyOf }: JsonSchema): boolean {
  if ($ref || properties || items?.properties || items?.$ref) return false;
  return anyOf?.every(isPlain) ?? true;
}

/** Names recur with other types: an example of another type is none. */
function fits(schema: JsonSchema, example: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((option) => fits(option, example));
  if (Array.isArray(schema.type)) return schema.type.some((type) => fits({ ...schema, type }, example));
  if (schema.enum) return schema.enum.includes(example);
  switch (schema.type) {
    case 'string':
      return typeof example === 'string';
    case 'integer':
    case 'number':
      return typeof example === 'number';
    case 'boolean':
      return typeof example === 'boolean';
    case 'null':
      return example === null;
    case 'array':
      return Array.isArray(example);
    default:
      return typeof example === 'object' && example !== null && !Array.isArray(example);
  }
}
