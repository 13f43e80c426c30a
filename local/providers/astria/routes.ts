import * as z from 'zod';
import { serveImage } from '../images.ts';
import type { CallKind, StandInOptions } from '../stand-in.ts';
import type { Answer as AnswerWith } from '../stand-in-server.ts';
import { type Account, Invalid, type StoredEntity } from './account.ts';
import { inspectionFields, listQuery, promptFields, readForm, tuneFields } from './requests.ts';
import { viewOf } from './views.ts';

export interface Call {
  account: Account;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  contentType: string;
  body: Buffer;
  origin: string;
  draw: NonNullable<StandInOptions['draw']>;
  /** The attributes of the next image that is inspected, beside those of an ordinary photo. */
  nextInspection(): Readonly<Record<string, unknown>>;
}

export type Answer = AnswerWith<StoredEntity>;

interface Route {
  method: string;
  path: RegExp;
  /** Absent for calls that never misbehave. */
  kind?: CallKind;
  /** False for images, which are on another host at Astria. */
  needsKey: boolean;
  handle(call: Call): Answer | Promise<Answer>;
}

const ROUTES: readonly Route[] = [
  { method: 'POST', path: /^\/tunes$/, kind: 'train', needsKey: true, handle: createTune },
  {
    method: 'GET',
    path: /^\/tunes$/,
    kind: 'look-up',
    needsKey: true,
    handle: (call) => list(call, 'training'),
  },
  { method: 'GET', path: /^\/tunes\/(?<tune>\d+)$/, kind: 'poll', needsKey: true, handle: showTune },
  { method: 'DELETE', path: /^\/tunes\/(?<tune>\d+)$/, kind: 'delete', needsKey: true, handle: deleteTune },
  {
    method: 'POST',
    path: /^\/tunes\/(?<tune>\d+)\/prompts$/,
    kind: 'generate',
    needsKey: true,
    handle: createPrompt,
  },
  {
    method: 'GET',
    path: /^\/prompts$/,
    kind: 'look-up',
    needsKey: true,
    handle: (call) => list(call, 'generation'),
  },
  {
    method: 'GET',
    path: /^\/tunes\/(?<tune>\d+)\/prompts\/(?<prompt>\d+)$/,
    kind: 'poll',
    needsKey: true,
    handle: showPrompt,
  },
  {
    method: 'DELETE',
    path: /^\/tunes\/(?<tune>\d+)\/prompts\/(?<prompt>\d+)$/,
    kind: 'delete',
    needsKey: true,
    handle: (call) => deletePrompt(call, 'heading'),
  },
  {
    method: 'DELETE',
    path: /^\/prompts\/(?<prompt>\d+)$/,
    kind: 'delete',
    needsKey: true,
    handle: (call) => deletePrompt(call, 'example'),
  },
  { method: 'POST', path: /^\/images\/inspect$/, needsKey: true, handle: inspect },
  {
    method: 'GET',
    path: /^\/images\/(?<prompt>\d+)\/(?<position>\d+)\.jpg$/,
    needsKey: false,
    handle: showImage,
  },
];

export function findRoute(method: string, path: string): (Route & { params: Call['params'] }) | undefined {
  for (const route of ROUTES) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match) return { ...route, params: { ...match.groups } };
  }
  return undefined;
}

async function createTune({ account, body, contentType, origin }: Call): Promise<Answer> {
  const tune = await account.addTune(valid(tuneFields, await readForm(body, contentType, 'tune')));
  return { status: 201, body: viewOf(account, tune, origin), created: tune };
}

async function createPrompt({ account, params, body, contentType, origin }: Call): Promise<Answer> {
  const fields = valid(promptFields, await readForm(body, contentType, 'prompt'));
  const prompt = account.addPrompt(Number(params.tune), fields);
  return { status: 201, body: viewOf(account, prompt, origin), created: prompt };
}

function list({ account, query, origin }: Call, kind: 'training' | 'generation'): Answer {
  const parsed = listQuery.safeParse(Object.fromEntries(query));
  if (!parsed.success) throw new Invalid(400, z.prettifyError(parsed.error));
  const found = account.list(kind, parsed.data);
  return { status: 200, body: found.map((entity) => viewOf(account, entity, origin)) };
}

function showTune(call: Call): Answer {
  return { status: 200, body: viewOf(call.account, tuneOf(call), call.origin) };
}

function showPrompt(call: Call): Answer {
  return { status: 200, body: viewOf(call.account, promptOf(call), call.origin) };
}

function deleteTune(call: Call): Answer {
  call.account.delete(tuneOf(call));
  return { status: 200, body: '' };
}

function deletePrompt(call: Call, path: Account['promptsAreDeletedAt']): Answer {
  if (call.account.promptsAreDeletedAt !== path) throw new Invalid(404, '{"error":"Not found"}');
  call.account.delete(promptOf(call));
  return { status: 200, body: { message: 'Prompt successfully deleted' } };
}

async function inspect({ body, contentType, nextInspection }: Call): Promise<Answer> {
  const { name } = valid(inspectionFields, await readForm(body, contentType));
  const attributes = {
    name,
    age: '30 yo',
    glasses: '',
    blurry: false,
    funny_face: false,
    includes_multiple_people: false,
    full_body_image_or_longshot: false,
    selfie: false,
    wearing_hat: false,
    wearing_sunglasses: false,
  };
  return { status: 200, body: { ...attributes, ...nextInspection() } };
}

function showImage({ account, params, draw }: Call): Promise<Answer> {
  const prompt = account
    .entities()
    .find(({ id, kind }) => id === Number(params.prompt) && kind === 'generation');
  const image = prompt?.kind === 'generation' ? prompt.images[Number(params.position)] : undefined;
  if (!image) throw new Invalid(404, 'Not found');
  return serveImage(image, draw);
}

function tuneOf({ account, params }: Call) {
  const tune = account.tune(Number(params.tune));
  if (!tune) throw new Invalid(404, '{"error":"Not found"}');
  return tune;
}

function promptOf({ account, params }: Call) {
  const tuneId = params.tune === undefined ? undefined : Number(params.tune);
  const prompt = account.prompt(Number(params.prompt), tuneId);
  if (!prompt) throw new Invalid(404, '{"error":"Not found"}');
  return prompt;
}

/** @throws Invalid with 422. */
function valid<Schema extends z.ZodType>(schema: Schema, fields: unknown): z.output<Schema> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw new Invalid(422, z.prettifyError(parsed.error));
}
