import { capitalized } from '../../../shared/contract/openapi/names.ts';
import type { JsonSchema, OpenApiDocument } from '../../../shared/contract/openapi/types.ts';
import type { Call } from '../calls.ts';
import { docstring, literal } from './text.ts';

/** Collects the declarations of Python types: a TypedDict for every object, with a name of its own. */
export class PythonTypes {
  readonly #declarations = new Map<string, string>();

  /** Declares a named schema. */
  declare(name: string, schema: JsonSchema): void {
    if (isObject(schema)) this.#declareObject(name, schema);
    else this.#add(name, `${name} = ${this.#aliasOf(name, schema)}\n${docstring(schema.description, '')}`);
  }

  /**
   * The type of a schema. Objects in it are declared.
   * @param name of the place, from which objects in it get their names
   */
  typeOf(schema: JsonSchema, name: string): string {
    const { $ref, type, items, anyOf, allOf, additionalProperties } = schema;
    if ($ref) return $ref.slice($ref.lastIndexOf('/') + 1);
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    if (anyOf) {
      const names = variantNames(anyOf, name);
      return union(anyOf.map((one, index) => this.typeOf(one, names[index] ?? name)));
    }
    if (allOf) throw new Error(`${name} combines schemas, for which Python has no type: name one schema.`);
    if (Array.isArray(type)) return union(type.map((one) => this.typeOf({ ...schema, type: one }, name)));
    switch (type) {
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'string':
        return 'str';
      case 'null':
        return 'None';
      case 'array':
        return `list[${items ? this.typeOf(items, singular(name)) : 'Any'}]`;
      case 'object': {
        if (isObject(schema)) return this.#declareObject(name, schema);
        const values =
          typeof additionalProperties === 'object' ? this.typeOf(additionalProperties, name) : 'Any';
        return `dict[str, ${values}]`;
      }
      default:
        return 'Any';
    }
  }

  /** The declarations, each after those that it needs. */
  text(): string {
    return [...this.#declarations.values()].join('\n\n');
  }

  names(): string[] {
    return [...this.#declarations.keys()];
  }

  /** An alias is evaluated when the module is loaded, so types that are declared later are quoted. */
  #aliasOf(name: string, schema: JsonSchema): string {
    const type = this.typeOf(schema, name);
    return type.includes(' | ') ? `Union[${type.split(' | ').join(', ')}]` : type;
  }

  #declareObject(name: string, schema: JsonSchema): string {
    const { properties = {}, required = [], description } = schema;
    const fields = Object.entries(properties).map(([field, property]) => {
      if (!/^[A-Za-z_]\w*$/.test(field))
        throw new Error(`${name} has a field that Python cannot name: ${field}.`);
      const type = this.typeOf(property, name + capitalized(field));
      const text = `    ${field}: ${required.includes(field) ? type : `NotRequired[${type}]`}\n`;
      return text + (property.$ref ? '' : docstring(property.description, '    '));
    });
    this.#add(
      name,
      `class ${name}(TypedDict):\n${docstring(description, '    ')}${fields.join('') || '    pass\n'}`,
    );
    return name;
  }

  #add(name: string, text: string): void {
    const former = this.#declarations.get(name);
    if (former !== undefined && former !== text) {
      throw new Error(`Two types of the Python client have the name ${name}: name one of their schemas.`);
    }
    this.#declarations.set(name, text);
  }
}

/** Declares the named schemas, the webhooks, and the response of each call. */
export function declareAll(types: PythonTypes, document: OpenApiDocument, calls: readonly Call[]): void {
  const { components, webhooks } = document;
  for (const [name, schema] of inOrder(components.schemas)) types.declare(name, schema);
  const codes = Object.values(components.responses).flatMap(({ content }) =>
    Object.keys(content?.['application/json'].examples ?? {}),
  );
  types.declare('ErrorCode', {
    description: 'The codes of all errors.',
    enum: [...new Set(codes)].toSorted(),
  });
  const bodies = Object.values(webhooks).map(
    ({ post }) => post.requestBody.content['application/json'].schema,
  );
  types.declare('Webhook', { description: 'The body of a webhook.', anyOf: bodies });
  for (const { typeName, response } of calls) types.declare(`${typeName}Response`, response);
}

/** The named schemas, each after those that it refers to: aliases are evaluated when the module is loaded. */
function inOrder(schemas: Readonly<Record<string, JsonSchema>>): [string, JsonSchema][] {
  const ordered = new Map<string, JsonSchema>();
  const add = (name: string) => {
    const schema = schemas[name];
    if (!schema || ordered.has(name)) return;
    for (const [, other] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (other !== undefined && other !== name) add(other);
    }
    ordered.set(name, schema);
  };
  for (const name of Object.keys(schemas)) add(name);
  return [...ordered];
}

function isObject({ type, properties }: JsonSchema): boolean {
  return type === 'object' && properties !== undefined;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

/** `…Entries` is a list of `…Entry`. */
export function singular(name: string): string {
  if (/ies$/.test(name)) return name.replace(/ies$/, 'y');
  return /[^s]s$/.test(name) ? name.slice(0, -1) : `${name}Item`;
}

/** The names of the objects of a union: by the constant that tells them apart, else numbered. */
function variantNames(variants: readonly JsonSchema[], name: string): string[] {
  const objects = variants.filter(isObject);
  if (objects.length < 2) return variants.map(() => name);
  const field = Object.keys(objects[0]?.properties ?? {}).find((one) => {
    const values = objects.map(({ properties }) => properties?.[one]?.const);
    return new Set(values).size === objects.length && values.every((value) => typeof value === 'string');
  });
  return variants.map(({ properties }, index) => {
    const value = field === undefined ? undefined : properties?.[field]?.const;
    return (
      name + (typeof value === 'string' ? value.split(/\W+/).map(capitalized).join('') : String(index + 1))
    );
  });
}
