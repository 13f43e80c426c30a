import * as z from 'zod';
import type { JsonSchema } from './types.ts';

const DEFINITIONS = '#/$defs/';
const COMPONENTS = '#/components/schemas/';

/** Turns zod schemas into JSON Schema, and gathers those with an `id` as components. */
export class SchemaWriter {
  readonly components: Record<string, JsonSchema> = {};

  /**
   * @param io `input` describes a request as it is sent, `output` a response as it arrives.
   * @throws when two different schemas have one `id`.
   */
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

/** The component's name, when the schema refers to one. */
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
      tidy(jsonSchema);
      // zod drops the default of a schema that transforms.
      const { def } = zodSchema._zod;
      if (def.type === 'default') jsonSchema.default = def.defaultValue;
    },
  });
  return JSON.parse(JSON.stringify(written).replaceAll(`"${DEFINITIONS}`, `"${COMPONENTS}`));
}

function tidy(schema: z.core.JSONSchema.BaseSchema): void {
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
