import { capitalized, MAIN_AREA, snake } from '../../../shared/contract/openapi/names.ts';
import type { JsonSchema } from '../../../shared/contract/openapi/types.ts';
import type { Call } from '../calls.ts';
import { docstring } from './text.ts';
import { type PythonTypes, singular } from './types.ts';

/** The classes of a client that waits for answers, or of one that is awaited. */
export interface Flavour {
  prefix: '' | 'Async';
  def: 'def' | 'async def';
  await: '' | 'await ';
  iterator: 'Iterator' | 'AsyncIterator';
  iterate: 'iterate_pages' | 'iterate_pages_async';
}

export const SYNC: Flavour = {
  prefix: '',
  def: 'def',
  await: '',
  iterator: 'Iterator',
  iterate: 'iterate_pages',
};
export const ASYNC: Flavour = {
  prefix: 'Async',
  def: 'async def',
  await: 'await ',
  iterator: 'AsyncIterator',
  iterate: 'iterate_pages_async',
};

interface Argument {
  /** The name in the API. */
  name: string;
  type: string;
  required: boolean;
  description: string | undefined;
}

/** A class for each resource, and one for each area. The main area also contains the other areas. */
export function resourceClasses(calls: readonly Call[], types: PythonTypes, flavour: Flavour): string {
  const areas = Map.groupBy(calls, ({ area }) => area);
  const others = [...areas.keys()].filter((area) => area !== MAIN_AREA);
  return [...others, MAIN_AREA]
    .flatMap((area) =>
      areaClasses(area, areas.get(area) ?? [], area === MAIN_AREA ? others : [], types, flavour),
    )
    .join('\n\n');
}

function areaClasses(
  area: string,
  calls: readonly Call[],
  others: readonly string[],
  types: PythonTypes,
  flavour: Flavour,
): string[] {
  const prefix = flavour.prefix + (area === MAIN_AREA ? '' : capitalized(area));
  const resources = Map.groupBy(calls, ({ resource }) => resource);
  const own = resources.get(area) ?? [];
  resources.delete(area);
  const classOf = (resource: string) => `${prefix}${capitalized(resource)}Resource`;
  const fields = [
    ...[...resources.keys()].map((resource) => ({ name: snake(resource), type: classOf(resource) })),
    ...others.map((other) => ({ name: snake(other), type: `${flavour.prefix}${capitalized(other)}Area` })),
  ];
  const areaName = area === MAIN_AREA ? `${flavour.prefix}Api` : `${prefix}Area`;
  return [
    ...[...resources].map(([resource, members]) => classText(classOf(resource), members, [], types, flavour)),
    classText(areaName, own, fields, types, flavour),
  ];
}

function classText(
  name: string,
  calls: readonly Call[],
  fields: readonly { name: string; type: string }[],
  types: PythonTypes,
  flavour: Flavour,
): string {
  const methods = calls.flatMap((call) => [
    methodText(call, types, flavour),
    ...(call.entries ? [iteratorText(call, types, flavour)] : []),
  ]);
  const assignments = fields.map((field) => `        self.${field.name} = ${field.type}(transport)\n`);
  return `class ${name}:
    def __init__(self, transport: ${flavour.prefix || 'Sync'}Transport) -> None:
        self._transport = transport
${assignments.join('')}
${methods.join('\n')}`;
}

function methodText(call: Call, types: PythonTypes, flavour: Flavour): string {
  const { method, typeName, summary, httpMethod, path, auth } = call;
  const inputs = inputsOf(call, types);
  const isPost = httpMethod === 'POST';
  const values = inputs.map(({ name }) => `${JSON.stringify(name)}: ${snake(name)}`).join(', ');
  const lines = [
    `"${httpMethod}"`,
    pathText(path),
    `auth="${auth}"`,
    ...(call.body ? [`body={${values}}`] : call.query ? [`query={${values}}`] : []),
    ...(isPost ? ['idempotency_key=idempotency_key'] : []),
    'timeout=timeout',
  ];
  return `    ${flavour.def} ${snake(method)}(
${parametersOf(call, inputs, isPost)}
    ) -> ${typeName}Response:
${documentation(`${summary}.`, `${httpMethod} ${path}`, inputs)}        answer: ${typeName}Response = ${flavour.await}self._transport.call(
${lines.map((line) => `            ${line},\n`).join('')}        )
        return answer
`;
}

function iteratorText(call: Call, types: PythonTypes, flavour: Flavour): string {
  const { method, summary, typeName, pathParameters, entries, httpMethod, path } = call;
  const inputs = inputsOf(call, types);
  const name = snake(method).replace(/^list/, 'iterate');
  const entry = entries
    ? types.typeOf(entries.type, singular(`${typeName}Response${capitalized(entries.field)}`))
    : 'Any';
  const filters = inputs.filter(({ name: input }) => input !== 'limit' && input !== 'offset');
  const passed = [
    ...pathParameters.map((parameter) => snake(parameter.name)),
    'limit=page_limit',
    'offset=page_offset',
    ...filters.map((filter) => `${snake(filter.name)}=${snake(filter.name)}`),
    'timeout=timeout',
  ];
  const page = `${typeName}Response`;
  const read =
    flavour.prefix === ''
      ? `        def read(page_limit: int, page_offset: int) -> ${page}:
            return self.${snake(method)}(${passed.join(', ')})`
      : `        async def read(page_limit: int, page_offset: int) -> ${page}:
            return await self.${snake(method)}(${passed.join(', ')})`;
  return `    def ${name}(
${parametersOf(call, inputs, false)}
    ) -> ${flavour.iterator}[${entry}]:
${documentation(`${summary}. Iterates over all pages: \`\`limit\`\` is the page size, \`\`offset\`\` the start.`, `${httpMethod} ${path}`, filters)}
${read}

        return ${flavour.iterate}(read, lambda page: page["${entries?.field}"], limit, offset)
`;
}

function inputsOf({ body, query, typeName }: Call, types: PythonTypes): Argument[] {
  const { properties, required } = fieldsOf(body?.schema ?? query ?? {});
  return Object.entries(properties).map(([name, property]) => ({
    name,
    type: types.typeOf(property, `${typeName}${capitalized(name)}`).replaceAll('list[', 'Sequence['),
    required: required.includes(name),
    description: property.description,
  }));
}

/** The fields of an object, or of all objects that a body may be. Those that each of them requires are required. */
function fieldsOf({ properties = {}, required = [], anyOf }: JsonSchema): {
  properties: Record<string, JsonSchema>;
  required: readonly string[];
} {
  if (!anyOf) return { properties, required };
  const options = anyOf.map(fieldsOf);
  const first = options[0]?.required ?? [];
  return {
    properties: Object.assign({}, ...options.map((option) => option.properties)) as Record<
      string,
      JsonSchema
    >,
    required: first.filter((name) => options.every((option) => option.required.includes(name))),
  };
}

function parametersOf({ pathParameters, body }: Call, inputs: readonly Argument[], isPost: boolean): string {
  const keywords = inputs
    .toSorted((one, other) => Number(other.required) - Number(one.required))
    .map(({ name, type, required }) => {
      if (required) return `${snake(name)}: ${type}`;
      // A body may have null as a value, so a field that is left out has a value of its own.
      return body ? `${snake(name)}: ${type} | Omitted = OMITTED` : `${snake(name)}: ${type} | None = None`;
    });
  return [
    'self',
    ...pathParameters.map(({ name }) => `${snake(name)}: str`),
    '*',
    ...keywords,
    ...(isPost ? ['idempotency_key: str | None = None'] : []),
    'timeout: float | None = None',
  ]
    .map((parameter) => `        ${parameter},`)
    .join('\n');
}

function documentation(summary: string, route: string, inputs: readonly Argument[]): string {
  const lines = inputs
    .filter(({ description }) => description !== undefined)
    .map(({ name, description }) => `            ${snake(name)}: ${description}`);
  const text = [
    `${summary}`,
    '',
    `        \`\`${route}\`\``,
    ...(lines.length > 0 ? ['', '        Args:', ...lines] : []),
  ];
  return docstring(`${text.join('\n')}${lines.length > 0 ? '\n        ' : ''}`, '        ');
}

/** The path as an f-string. Path parameters are encoded, so that they cannot change the route. */
function pathText(path: string): string {
  if (!path.includes('{')) return `"${path}"`;
  return `f"${path.replace(/\{(\w+)\}/g, (_, name: string) => `{segment(${snake(name)})}`)}"`;
}
