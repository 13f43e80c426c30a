import { areaOf, capitalized, MAIN_AREA, methodOf, resourceOf } from '../../shared/contract/openapi/names.ts';
import type {
  JsonSchema,
  OpenApiDocument,
  Operation,
  Parameter,
  Reference,
} from '../../shared/contract/openapi/types.ts';

/** One operation as a method of the client. */
export interface Call {
  area: string;
  resource: string;
  /** The method's name without the resource, such as `list` for `listModels` of `models`. */
  method: string;
  /** The prefix of its types' names, such as `ModelsList` or `V1TeamsCreate`. */
  typeName: string;
  summary: string;
  httpMethod: string;
  path: string;
  /** The security scheme, or `none`. */
  auth: string;
  pathParameters: Parameter[];
  /** The parameters of the query as one object. */
  query?: JsonSchema;
  body?: { schema: JsonSchema; required: boolean };
  response: JsonSchema;
  /** The field with a page's entries, when the response is a page of a list. */
  entries?: { field: string; type: JsonSchema };
}

/** Every operation of the document. @throws when two operations have the same type name. */
export function callsOf(document: OpenApiDocument): Call[] {
  const calls: Call[] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [httpMethod, operation] of Object.entries(item)) {
      calls.push(callOf(path, httpMethod.toUpperCase(), operation));
    }
  }
  const names = calls.map(({ typeName }) => typeName);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated)
    throw new Error(`Two operations have the name ${repeated} in the client: rename one of them.`);
  return calls;
}

function callOf(path: string, httpMethod: string, operation: Operation): Call {
  const { operationId, summary, security, requestBody, responses } = operation;
  const area = areaOf(operationId);
  const resource = resourceOf(operationId);
  const method = methodOf(operationId);
  const parameters = (operation.parameters ?? []).filter(isParameter);
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const response = successOf(responses);
  const entries = query.some(({ name }) => name === 'offset') ? entriesOf(response) : undefined;
  return {
    area,
    resource,
    method,
    typeName: [area === MAIN_AREA ? '' : area, area === resource ? '' : resource, method]
      .map(capitalized)
      .join(''),
    summary,
    httpMethod,
    path,
    auth: Object.keys(security[0] ?? {})[0] ?? 'none',
    pathParameters: parameters.filter((parameter) => parameter.in === 'path'),
    ...(query.length > 0 && { query: asObject(query) }),
    ...(requestBody && {
      body: {
        schema: requestBody.content['application/json'].schema,
        required: requestBody.required,
      },
    }),
    response,
    ...(entries && { entries }),
  };
}

function isParameter(parameter: Parameter | Reference): parameter is Parameter {
  return 'name' in parameter;
}

function asObject(parameters: readonly Parameter[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema }) => [
        name,
        { ...schema, ...(description !== undefined && { description }) },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

function successOf(responses: Operation['responses']): JsonSchema {
  const success = responses['200'];
  if (!success || '$ref' in success || !success.content)
    throw new Error('An operation has no JSON response with status 200: declare one in its contract.');
  return success.content['application/json'].schema;
}

function entriesOf({ properties = {} }: JsonSchema): Call['entries'] {
  const lists = Object.entries(properties).filter(([, { type, items }]) => type === 'array' && items);
  const [field, list] = lists[0] ?? [];
  return properties.pagination && lists.length === 1 && field && list?.items
    ? { field, type: list.items }
    : undefined;
}
