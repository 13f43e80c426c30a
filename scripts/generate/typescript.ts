import type { JsonSchema } from '../../shared/contract/openapi/types.ts';

/** The TypeScript type of a schema. Named schemas are referred to by name. */
export function typeOf(schema: JsonSchema): string {
  const { $ref, type, properties, additionalProperties, items, anyOf, allOf } = schema;
  if ($ref) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf) return union(anyOf.map(typeOf));
  if (allOf) return allOf.map(typeOf).join(' & ');
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one })));
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `${inBrackets(items ? typeOf(items) : 'unknown')}[]`;
    case 'object':
      if (!properties && typeof additionalProperties === 'object') {
        return `Record<string, ${typeOf(additionalProperties)}>`;
      }
      return objectType(schema);
    default:
      return typeof type === 'string' ? type : 'unknown';
  }
}

/** The declaration of a named type, with its documentation. */
export function declaration(name: string, schema: JsonSchema): string {
  return `${docComment(schema.description)}export type ${name} = ${typeOf(schema)};\n`;
}

/** A documentation comment, or an empty string when there is no text. */
export function docComment(text: string | undefined): string {
  return text ? `/** ${text.replaceAll('*/', '*\\/')} */\n` : '';
}

function objectType({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const fields = Object.entries(properties).map(([name, property]) => {
    const comment = property.$ref ? '' : docComment(property.description);
    return `${comment}${propertyName(name)}${required.includes(name) ? '' : '?'}: ${typeOf(property)};`;
  });
  if (additionalProperties) fields.push('[field: string]: unknown;');
  return `{\n${fields.join('\n')}\n}`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function inBrackets(type: string): string {
  return /^[\w.]+$/.test(type) ? type : `(${type})`;
}
