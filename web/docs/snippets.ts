import { clientPathOf, snake } from '../../shared/contract/openapi/names.ts';
import type { Entry } from './api-document.ts';
import { variableOf } from './credentials.ts';
import { type Draft, parsed, urlOf } from './request.ts';

export const CODE_LANGUAGES = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const;
export type CodeLanguage = keyof typeof CODE_LANGUAGES;

/** The code that makes the client, with the API key of an environment variable; undefined for curl, which needs none. */
export function clientOf(language: CodeLanguage): string | undefined {
  const name = variableOf('apiKey');
  if (language === 'typescript')
    return `// The package is made of the project's folder client/. It is in no registry.
import { HeadshotsClient } from 'headshots-client';

const client = new HeadshotsClient({
  baseUrl: '${location.origin}',
  apiKey: process.env.${name},
});`;
  if (language === 'python')
    return `# Install it from the project's folder client-python/. It is in no registry.
import os
from headshots_client import HeadshotsClient

client = HeadshotsClient("${location.origin}", api_key=os.environ["${name}"])`;
  return undefined;
}

/** The call of an operation with the values of its form, which prints the answer as curl does. A body that is not a JSON object is in the command of curl only. */
export function callOf(language: CodeLanguage, entry: Entry, draft: Draft): string {
  if (language === 'curl') return curlOf(entry, draft);
  const names = clientPathOf(entry.id);
  const path = Object.values(draft.path);
  const input = inputOf(entry, draft);
  if (language === 'python') {
    const fields = Object.entries(input).map(([name, value]) => `${snake(name)}=${written(value, PYTHON)}`);
    const values = [...path.map((value) => written(value, PYTHON)), ...fields];
    return `print(client.${names.map(snake).join('.')}${listed('()', values, PYTHON)})`;
  }
  const values = Object.keys(input).length > 0 ? [...path, input] : path;
  const given = values.map((value) => written(value, TYPESCRIPT)).join(', ');
  return `console.log(await client.${names.join('.')}(${given}));`;
}

/** The command of curl. The credential is a shell variable, which the first snippet of the page sets. */
export function curlOf(entry: Entry, draft: Draft): string {
  const { method, scheme } = entry;
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(urlOf(entry, draft))}`];
  if (scheme !== undefined) parts.push(`-H "Authorization: Bearer $${variableOf(scheme)}"`);
  if (draft.body !== undefined) {
    parts.push("-H 'Content-Type: application/json'", `-d ${quoted(compact(draft.body))}`);
  }
  return parts.join(' \\\n  ');
}

/** The fields of the body, or of the query. */
function inputOf({ parameters }: Entry, { query, body }: Draft): Record<string, unknown> {
  if (body !== undefined) {
    const fields = parsed(body);
    return isObject(fields) ? fields : {};
  }
  return Object.fromEntries(
    parameters.flatMap(({ name, in: place, schema }) => {
      const text = place === 'query' ? (query[name] ?? '') : '';
      if (text === '') return [];
      return [[name, schema.type === 'integer' || schema.type === 'boolean' ? parsed(text) : text]];
    }),
  );
}

interface Syntax {
  indent: string;
  /** The space inside the braces of an object on one line. */
  space: string;
  key(name: string): string;
  names: Readonly<Record<string, string>>;
}

const TYPESCRIPT: Syntax = {
  indent: '  ',
  space: ' ',
  key: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)),
  names: {},
};
const PYTHON: Syntax = {
  indent: '    ',
  space: '',
  key: (name) => JSON.stringify(name),
  names: { true: 'True', false: 'False', null: 'None' },
};

/** A value of JSON as a literal. */
function written(value: unknown, syntax: Syntax): string {
  if (Array.isArray(value))
    return listed(
      '[]',
      value.map((each) => written(each, syntax)),
      syntax,
    );
  if (isObject(value)) {
    const fields = Object.entries(value);
    return listed(
      '{}',
      fields.map(([name, each]) => `${syntax.key(name)}: ${written(each, syntax)}`),
      syntax,
    );
  }
  const text = JSON.stringify(value) ?? 'null';
  return syntax.names[text] ?? text;
}

/** The columns of a list before it is broken into lines. */
const WIDTH = 60;

function listed(
  [open = '', close = '']: string,
  parts: readonly string[],
  { indent, space }: Syntax,
): string {
  const inside = parts.join(', ');
  const padding = open === '{' && parts.length > 0 ? space : '';
  if (inside.length <= WIDTH && !inside.includes('\n')) return open + padding + inside + padding + close;
  const lines = parts.map((part) => `${indent}${part.replaceAll('\n', `\n${indent}`)},`);
  return [open, ...lines, close].join('\n');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Puts JSON on one line. Any other text is sent unchanged, so that the service can report the error. */
function compact(body: string): string {
  const json = parsed(body);
  return json === undefined ? body : JSON.stringify(json);
}
