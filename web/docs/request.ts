import { addressOf } from '../../shared/contract/call.ts';
import { ApiError } from '../service/api.ts';
import type { Entry } from './api-document.ts';
import type { Credentials } from './credentials.ts';

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

export const urlOf = ({ path }: Entry, draft: Draft) => location.origin + addressOf(path, draft);

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

/** @returns undefined for a text that is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
