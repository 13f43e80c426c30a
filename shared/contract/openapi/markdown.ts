import type { JsonSchema, OpenApiDocument, Operation, Parameter } from './types.ts';

/** The API reference as Markdown, for programs that read: the same content as /docs, from the same document. */
export function markdownReference(document: OpenApiDocument): string {
  const { info, tags, components } = document;
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const areas = tags.flatMap(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    if (own.length === 0) return [];
    return [
      `## ${name}\n\n${description}`,
      ...own.map(({ path, method, operation }) => section(method, path, operation, components)),
    ];
  });
  const webhooks = Object.entries(document.webhooks).map(([name, { post }]) => {
    const media = post.requestBody.content['application/json'];
    return `### ${name}\n\n${post.summary}.\n\n${fields(media.schema)}`;
  });
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) => `### ${name}\n\n${text(schema.description)}\n\n${shape(schema)}`,
  );
  return `${[
    `# ${info.title} API ${info.version}`,
    // Its headings are second-level ones.
    info.description,
    ...areas,
    '## Webhooks',
    ...webhooks,
    '## Shapes',
    ...shapes,
  ].join('\n\n')}\n`;
}

/** The index for language models, after https://llmstxt.org. */
export function llmsText({ info, paths }: OpenApiDocument, markdownPath: string): string {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  return `# ${info.title}

> ${info.summary}: a company or a partner invites people, each uploads a few photos, and the service makes their headshots. Programs read progress, photos and favorites over an API of ${operations.length} operations, and get signed webhooks.

## API

- [Reference](${markdownPath}): every operation with its parameters, answers and errors, webhooks, and all shapes
- [OpenAPI document](/api/openapi.json): the same for programs, OpenAPI 3.1
- [Reference for people](/docs): with examples to copy and requests to try

## Optional

- [Script for partners](/embed.js): the element <headshots-studio>, which shows the studio in a page
`;
}

function section(
  method: string,
  path: string,
  operation: Operation,
  components: OpenApiDocument['components'],
): string {
  const { summary, security, requestBody, responses } = operation;
  const parameters = (operation.parameters ?? []).filter((parameter) => 'name' in parameter);
  const [answer, errors] = [answerOf(responses), errorsOf(responses, components)];
  return [
    `### ${method} ${path}`,
    `${summary}.`,
    `Credentials: ${security.map(credential).join(' or ') || 'none'}.`,
    ...(parameters.length > 0 ? [`Parameters:\n\n${parameters.map(parameterLine).join('\n')}`] : []),
    ...(requestBody
      ? [
          `Body${requestBody.required ? '' : ' (optional)'}:\n\n${fields(requestBody.content['application/json'].schema)}`,
          example(requestBody.content['application/json'].example),
        ]
      : []),
    ...(answer ? [`Answer:\n\n${fields(answer.schema)}`, example(answer.example)] : []),
    ...(errors.length > 0 ? [`Errors: ${errors.join(', ')}.`] : []),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function credential(requirement: Record<string, readonly string[]>): string {
  return Object.entries(requirement)
    .map(([name, scopes]) => (scopes.length > 0 ? `${name} (${scopes.join(', ')})` : name))
    .join(' and ');
}

function parameterLine({ name, in: place, required, description, schema }: Parameter): string {
  return `- \`${name}\` (${place}, ${typeName(schema)}${required ? '' : ', optional'})${after(description ?? schema.description)}`;
}

function answerOf(responses: Operation['responses']) {
  const success = responses['200'];
  return success && !('$ref' in success) ? success.content?.['application/json'] : undefined;
}

/** The codes of errors, with their statuses. */
function errorsOf(responses: Operation['responses'], components: OpenApiDocument['components']): string[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    if (!('$ref' in response)) return [];
    const name = nameOf(response.$ref);
    const examples = components.responses[name]?.content?.['application/json'].examples ?? {};
    return Object.keys(examples).map((code) => `${status} \`${code}\``);
  });
}

function shape(schema: JsonSchema): string {
  return schema.properties || schema.anyOf ? fields(schema) : `Type: ${typeName(schema)}`;
}

/** The fields of an object as a list, or those of all objects that a value may be. */
function fields(schema: JsonSchema): string {
  if (schema.anyOf?.some(({ properties }) => properties)) {
    return schema.anyOf.map((option, index) => `Option ${index + 1}:\n\n${fields(option)}`).join('\n\n');
  }
  if (!schema.properties) return `- ${typeName(schema)}`;
  return fieldLines(schema, '').join('\n');
}

function fieldLines({ properties = {}, required = [] }: JsonSchema, indent: string): string[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const optional = required.includes(name) ? '' : ', optional';
    const line = `${indent}- \`${name}\` (${typeName(property)}${optional})${after(property.description)}`;
    const inner = property.items?.properties ? property.items : property;
    return [line, ...fieldLines(inner, `${indent}  `)];
  });
}

function typeName(schema: JsonSchema): string {
  const { $ref, type, items, anyOf } = schema;
  if ($ref) return nameOf($ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' \\| ');
  if (anyOf) return anyOf.map(typeName).join(' or ');
  if (type === 'array') return items ? `list of ${typeName(items)}` : 'list';
  return Array.isArray(type) ? type.join(' or ') : (type ?? 'any');
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function after(description: string | undefined): string {
  return description === undefined ? '' : `: ${text(description)}`;
}

function text(description: string | undefined): string {
  return (description ?? '').replaceAll(/\s+/g, ' ');
}

function example(value: unknown): string {
  return value === undefined ? '' : `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;
}
