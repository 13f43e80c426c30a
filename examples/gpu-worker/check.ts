import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.ts';

/** The keywords of JSON Schema that contract.json uses. The file is generated from the interface's declaration. */
interface Schema {
  $ref?: string;
  type?: 'object' | 'array' | 'string' | 'integer';
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  pattern?: string;
  format?: 'uri';
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

const file = join(import.meta.dirname, 'contract.json');
const schemas: Record<string, Schema> = JSON.parse(readFileSync(file, 'utf8'));

/** @returns the value. @throws Failure that names the field which does not match the schema. */
export function check<Value>(name: string, value: unknown): Value {
  const field = faultIn(schemas[name] ?? {}, value, 'the body');
  if (field !== undefined) throw new Failure(400, 'invalid_request', `Missing or not valid: ${field}.`);
  return value as Value;
}

function faultIn(schema: Schema, value: unknown, path: string): string | undefined {
  if (schema.$ref) return faultIn(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, value, path);
  const within = (size: number, min = 0, max = Number.POSITIVE_INFINITY) => size >= min && size <= max;
  if (schema.type === 'object') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return path;
    const fields = new Map<string, unknown>(Object.entries(value));
    for (const [name, part] of Object.entries(schema.properties ?? {})) {
      const fault = fields.has(name) ? faultIn(part, fields.get(name), name) : undefined;
      if (fault !== undefined || (!fields.has(name) && schema.required?.includes(name))) return fault ?? name;
    }
    return undefined;
  }
  if (schema.type === 'array') {
    if (!Array.isArray(value) || !within(value.length, schema.minItems, schema.maxItems)) return path;
    return value
      .map((entry) => faultIn(schema.items ?? {}, entry, path))
      .find((fault) => fault !== undefined);
  }
  const isValid =
    schema.type === 'integer'
      ? Number.isSafeInteger(value) && within(Number(value), schema.minimum, schema.maximum)
      : typeof value === 'string' &&
        within(value.length, schema.minLength, schema.maxLength) &&
        (!schema.enum || schema.enum.includes(value)) &&
        (!schema.pattern || new RegExp(schema.pattern).test(value)) &&
        (schema.format !== 'uri' || URL.canParse(value));
  return isValid ? undefined : path;
}
