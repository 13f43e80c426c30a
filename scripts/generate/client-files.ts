import { capitalized, MAIN_AREA } from '../../shared/contract/openapi/names.ts';
import type { JsonSchema, OpenApiDocument } from '../../shared/contract/openapi/types.ts';
import { type Call, callsOf } from './calls.ts';
import { declaration, docComment, typeOf } from './typescript.ts';

const NOTICE = '// Generated from docs/openapi.json: change the contracts and run `npm run client`.\n\n';

/** The generated files of the client, unformatted, by name. */
export function clientFiles(document: OpenApiDocument): Record<string, string> {
  const calls = callsOf(document);
  return {
    'types.ts':
      NOTICE + [...namedShapes(document), ...webhookTypes(document), ...calls.flatMap(ownTypes)].join('\n'),
    'resources.ts': NOTICE + resourcesFile(calls),
  };
}

function namedShapes({ components }: OpenApiDocument): string[] {
  const codes = Object.values(components.responses).flatMap(({ content }) =>
    Object.keys(content?.['application/json'].examples ?? {}),
  );
  const errorCode: JsonSchema = {
    description: 'The codes of all errors.',
    enum: [...new Set(codes)].toSorted(),
  };
  return [
    ...Object.entries(components.schemas).map(([name, schema]) => declaration(name, schema)),
    declaration('ErrorCode', errorCode),
  ];
}

function webhookTypes({ webhooks }: OpenApiDocument): string[] {
  const bodies = Object.values(webhooks).map(
    ({ post }) => post.requestBody.content['application/json'].schema,
  );
  return [
    declaration('Webhook', {
      description: 'The body of a webhook that the service posts to your URL.',
      anyOf: bodies,
    }),
  ];
}

function ownTypes({ typeName, query, body, response }: Call): string[] {
  return [
    ...(query ? [declaration(`${typeName}Query`, query)] : []),
    ...(body ? [declaration(`${typeName}Body`, body.schema)] : []),
    declaration(`${typeName}Response`, response),
  ];
}

function resourcesFile(calls: readonly Call[]): string {
  const areas = Map.groupBy(calls, ({ area }) => area);
  const others = [...areas.keys()].filter((area) => area !== MAIN_AREA);
  const classes = [...others, MAIN_AREA].flatMap((area) =>
    areaClasses(area, areas.get(area) ?? [], area === MAIN_AREA ? others : []),
  );
  const text = classes.join('\n');
  const types = calls.flatMap(({ typeName, query, body, entries }) => [
    ...(query ? [`${typeName}Query`] : []),
    ...(body ? [`${typeName}Body`] : []),
    `${typeName}Response`,
    ...(entries?.type.$ref ? [typeOf(entries.type)] : []),
  ]);
  return [
    `import { ${text.includes('Entry<') ? 'type Entry, ' : ''}iteratePages } from '../pages.ts';`,
    "import { type CallOptions, segment, type Transport } from '../transport.ts';",
    `import type { ${[...new Set(types)].toSorted().join(', ')} } from './types.ts';\n`,
    text,
  ].join('\n');
}

/**
 * A class for each resource of the area, and one for the area itself. The main area also contains the other
 * areas.
 */
function areaClasses(area: string, calls: readonly Call[], others: readonly string[]): string[] {
  const prefix = area === MAIN_AREA ? '' : capitalized(area);
  const resources = Map.groupBy(calls, ({ resource }) => resource);
  // In an area without resources, the operations belong to the area.
  const own = resources.get(area);
  resources.delete(area);
  const names = [...resources.keys()];
  const classes = names.map((resource) =>
    classText(`${prefix}${capitalized(resource)}Resource`, resources.get(resource) ?? [], []),
  );
  const fields = [
    ...names.map((resource) => ({ name: resource, type: `${prefix}${capitalized(resource)}Resource` })),
    ...others.map((other) => ({ name: other, type: `${capitalized(other)}Area` })),
  ];
  return [...classes, classText(area === MAIN_AREA ? 'Api' : `${capitalized(area)}Area`, own ?? [], fields)];
}

function classText(
  name: string,
  calls: readonly Call[],
  fields: readonly { name: string; type: string }[],
): string {
  const methods = calls.flatMap((call) => [methodText(call), ...(call.entries ? [iteratorText(call)] : [])]);
  return `export class ${name} {
${fields.map((field) => `readonly ${field.name}: ${field.type};`).join('\n')}
${calls.length > 0 ? 'readonly #transport: Transport;' : ''}

constructor(transport: Transport) {
${calls.length > 0 ? 'this.#transport = transport;' : ''}
${fields.map((field) => `this.${field.name} = new ${field.type}(transport);`).join('\n')}
}

${methods.join('\n\n')}
}
`;
}

function methodText(call: Call): string {
  const { method, typeName, summary, httpMethod, path, auth, query, body } = call;
  const input = body ? 'body' : query ? 'query' : undefined;
  return `${docComment(`${summary}. \`${httpMethod} ${path}\``)}${method}(${argumentsOf(call)}): Promise<${typeName}Response> {
return this.#transport.call({ method: '${httpMethod}', path: ${pathText(path)}, auth: '${auth}'${input ? `, ${input}` : ''} }, options);
}`;
}

function iteratorText(call: Call): string {
  const { method, typeName, summary, pathParameters, entries } = call;
  const name = method.replace(/^list/, 'iterate');
  const positional = pathParameters.map(({ name: parameter }) => `${parameter}, `).join('');
  const entry = entries?.type.$ref ? typeOf(entries.type) : `Entry<${typeName}Response, '${entries?.field}'>`;
  return `${docComment(`${summary}. Iterates over all pages: \`limit\` is the page size, \`offset\` the start.`)}${name}(${argumentsOf(call)}): AsyncGenerator<${entry}, void, undefined> {
return iteratePages((page) => this.${method}(${positional}{ ...query, ...page }, options), '${entries?.field}', query);
}`;
}

/** The arguments of a method: path parameters, then the body or the query, then the options of the call. */
function argumentsOf({ pathParameters, query, body, typeName }: Call): string {
  const positional = pathParameters.map(({ name }) => `${name}: string`);
  const isOptional = body ? !body.required : (query?.required ?? []).length === 0;
  const input = body ? `body: ${typeName}Body` : query ? `query: ${typeName}Query` : undefined;
  return [
    ...positional,
    ...(input ? [isOptional ? `${input} = {}` : input] : []),
    'options?: CallOptions',
  ].join(', ');
}

/** The path as a template literal. Path parameters are encoded, so that they cannot change the route. */
function pathText(path: string): string {
  if (!path.includes('{')) return `'${path}'`;
  return `\`${path.replace(/\{(\w+)\}/g, (_, name: string) => `\${segment(${name})}`)}\``;
}
