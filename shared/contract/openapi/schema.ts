import * as z from 'zod';
import type { JsonSchema } from './types.ts';

const DEFINITIONS = '#/$defs/';
const COMPONENTS = '#/components/schemas/';

/** Converts zod schemas to JSON Schema, and collects those with an `id` as components. */
export class SchemaWriter {
  readonly components: Record<string, JsonSchema> = {};

  /** Writes the schema of a request (`input`) or a response. @throws when two different schemas have one `id`. */
  write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $schema: _dialect, $defs = {}, ...written } = jsonSchema(schema, io);
    for (const [id, component] of Object.entries($defs)) {
      const former = this.components[id];
      if (former && JSON.stringify(former) !== JSON.stringify(component)) {
        throw new Error(`Two schemas have the id ${id}: give one of them another id in its meta().`);
      }
      this.components[id] = component;
    }
    return written;
  }
}

/** The name of the component to which the schema refers, if any. */
export function componentName({ $ref }: JsonSchema): string | undefined {
  return $ref?.startsWith(COMPONENTS) ? $ref.slice(COMPONENTS.length) : undefined;
}

export function componentRef(name: string): JsonSchema {
  return { $ref: COMPONENTS + name };
}

function jsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
): JsonSchema & { $defs?: Record<string, JsonSchema> } {
  const written = z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema }) => {
      simplify(jsonSchema);
      // zod omits the default of a schema that transforms.
      const { def } = zodSchema._zod;
      if (def.type === 'default') jsonSchema.default = def.defaultValue;
    },
  });
  return JSON.parse(JSON.stringify(written).replaceAll(`"${DEFINITIONS}`, `"${COMPONENTS}`));
}

function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  // Fields may be added, so a value may match more than one option.
  if (schema.oneOf) {
    schema.anyOf = schema.properties ? alternatives(schema) : schema.oneOf;
    delete schema.oneOf;
  }
  // The format describes the same.
  if (schema.format === 'date-time') delete schema.pattern;
  // Callers have to accept fields that are added later.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.type === 'object') delete schema.propertyNames;
  if (schema.type === 'integer') {
    if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  }
}

/**
 * An object of which a contract says by hand that one or the other field is required, as the objects that it may be.
 * Generators of clients do not understand options that have no properties of their own.
 */
function alternatives(schema: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.BaseSchema[] {
  const { properties = {}, required = [], oneOf = [] } = schema;
  const alternating = new Set(oneOf.flatMap((option) => option.required ?? []));
  delete schema.type;
  delete schema.properties;
  delete schema.required;
  return oneOf.map((option) => {
    const own = option.required ?? [];
    const fields = Object.entries(properties).filter(
      ([name]) => !alternating.has(name) || own.includes(name),
    );
    return { type: 'object', properties: Object.fromEntries(fields), required: [...required, ...own] };
  });
}
