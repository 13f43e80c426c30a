import { areaOf, resourceOf } from '../../shared/contract/openapi/names.ts';
import type {
  JsonSchema,
  OpenApiDocument,
  Operation,
  Parameter,
  ResponseObject,
} from '../../shared/contract/openapi/types.ts';

/** One operation, with its place in the document. */
export interface Entry {
  id: string;
  title: string;
  method: string;
  path: string;
  area: string;
  resource: string;
  operation: Operation;
  parameters: Parameter[];
  /** The security scheme, or undefined when the operation is public. */
  scheme: string | undefined;
}

/** The OpenAPI document, with resolved references. */
export class ApiDocument {
  readonly document: OpenApiDocument;
  readonly entries: readonly Entry[];

  constructor(document: OpenApiDocument) {
    this.document = document;
    this.entries = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => this.#entry(path, method.toUpperCase(), operation)),
    );
  }

  /** Area → resource → operations, in the order of the document. */
  byArea(): Map<string, Map<string, Entry[]>> {
    const areas = Map.groupBy(this.entries, ({ area }) => area);
    return new Map(
      [...areas].map(([area, entries]) => [area, Map.groupBy(entries, ({ resource }) => resource)]),
    );
  }

  find(method: string, path: string): Entry | undefined {
    return this.entries.find((entry) => entry.method === method && entry.path === path);
  }

  response(response: Operation['responses'][string]): ResponseObject | undefined {
    if (!('$ref' in response)) return response;
    return this.document.components.responses[lastPart(response.$ref)];
  }

  #entry(path: string, method: string, operation: Operation): Entry {
    const id = operation.operationId;
    return {
      id,
      title: wordsOf(lastPart(id, '_')),
      method,
      path,
      area: areaOf(id),
      resource: resourceOf(id),
      operation,
      parameters: (operation.parameters ?? []).flatMap((parameter) => {
        const found =
          'name' in parameter ? parameter : this.document.components.parameters[lastPart(parameter.$ref)];
        return found ? [found] : [];
      }),
      scheme: Object.keys(operation.security[0] ?? {})[0],
    };
  }
}

/** The name of the schema that a reference points to. */
export function schemaName({ $ref }: JsonSchema): string | undefined {
  return $ref && lastPart($ref);
}

/** Converts camel case to words: `listModels` → `List models`. */
export function wordsOf(name: string): string {
  const words = name
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\bapi\b/, 'API')
    .replace(/\bopenapi\b/, 'OpenAPI document');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function lastPart(text: string, separator = '/'): string {
  return text.slice(text.lastIndexOf(separator) + 1);
}
