import { addressOf } from '../../shared/contract/call.ts';
import { ApiError } from '../service/api.ts';
import type { Entry } from './api-document.ts';
import { type Credentials, variableOf } from './credentials.ts';

/** The values in the form of an operation. */
export interface Draft {
  path: Record<string, string>;
  query: Record<string, string>;
  body: string | undefined;
}

export interface Answer {
  status: number;
  headers: [string, string][];
  /** The body, indented when it is JSON. */
  text: string;
  json: unknown;
}

const urlOf = ({ path }: Entry, draft: Draft) => location.origin + addressOf(path, draft);

/** The curl command. The credential is a shell variable, which the first snippet of the page sets. */
export function curlOf(entry: Entry, draft: Draft): string {
  const { method, scheme } = entry;
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(urlOf(entry, draft))}`];
  if (scheme !== undefined) parts.push(`-H "Authorization: Bearer $${variableOf(scheme)}"`);
  if (draft.body !== undefined) {
    parts.push("-H 'Content-Type: application/json'", `-d ${quoted(compact(draft.body))}`);
  }
  return parts.join(' \\\n  ');
}

/** @throws ApiError OFFLINE when the service cannot be reached. */
export async function send(entry: Entry, draft: Draft, credentials: Credentials): Promise<Answer> {
  const { method, scheme } = entry;
  const bearer = scheme === undefined ? '' : credentials.get(scheme);
  const response = await fetch(urlOf(entry, draft), {
    method,
    credentials: 'omit',
    headers: {
      ...(bearer !== '' && { Authorization: `Bearer ${bearer}` }),
      ...(draft.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(method === 'POST' && { 'Idempotency-Key': crypto.randomUUID() }),
    },
    ...(draft.body !== undefined && { body: draft.body }),
  }).catch(() => {
    throw new ApiError('OFFLINE');
  });
  const text = await response.text();
  const json = parsed(text);
  return {
    status: response.status,
    headers: [...response.headers],
    text: json === undefined ? text : JSON.stringify(json, undefined, 2),
    json,
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Puts JSON on one line. Any other text is sent unchanged, so that the service can report the error. */
function compact(body: string): string {
  const json = parsed(body);
  return json === undefined ? body : JSON.stringify(json);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
