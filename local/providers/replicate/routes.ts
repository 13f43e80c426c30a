import * as z from 'zod';
import { isoTime } from '../../../shared/platform/clock.ts';
import { serveImage } from '../images.ts';
import type { CallKind, StandInOptions } from '../stand-in.ts';
import type { Answer as AnswerWith } from '../stand-in-server.ts';
import {
  type Account,
  DESTINATION,
  expiryOf,
  type StoredFile,
  type StoredPrediction,
  type StoredTraining,
  TRAINER,
  versionOf,
} from './account.ts';
import { predictionBody, trainingBody } from './requests.ts';

export interface Call {
  account: Account;
  /** The variable parts of the path. */
  params: string[];
  query: URLSearchParams;
  contentType: string;
  body: Buffer;
  origin: string;
  pageSize: number;
  draw: NonNullable<StandInOptions['draw']>;
}

export type Answer = AnswerWith<StoredTraining | StoredPrediction>;

interface Route {
  method: string;
  path: RegExp;
  kind?: CallKind;
  handle(call: Call): Answer | Promise<Answer>;
}

const NOT_FOUND: Answer = { status: 404, body: { detail: 'Not found.', status: 404 } };
const ACCEPTED: Answer = { status: 202 };
const NO_CONTENT: Answer = { status: 204 };

const ROUTES: readonly Route[] = [
  { method: 'POST', path: /^\/v1\/files$/, handle: createFile },
  {
    method: 'GET',
    path: /^\/v1\/files$/,
    handle: (call) => list(call, '/v1/files', call.account.files(), (file) => fileView(file, call.origin)),
  },
  {
    method: 'DELETE',
    path: /^\/v1\/files\/(\w+)$/,
    kind: 'delete',
    handle: ({ account, params: [id = ''] }) => (account.deleteFile(id) ? NO_CONTENT : NOT_FOUND),
  },
  {
    method: 'POST',
    path: /^\/v1\/models\/([\w.-]+\/[\w.-]+)\/versions\/(\w+)\/trainings$/,
    kind: 'train',
    handle: createTraining,
  },
  {
    method: 'GET',
    path: /^\/v1\/trainings$/,
    kind: 'look-up',
    handle: (call) => {
      const { account, origin } = call;
      return list(call, '/v1/trainings', account.trainings(), (job) => viewOf(account, job, origin));
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/trainings\/(\w+)$/,
    kind: 'poll',
    handle: ({ account, origin, params: [id = ''] }) => show(account, account.training(id), origin),
  },
  {
    method: 'POST',
    path: /^\/v1\/trainings\/(\w+)\/cancel$/,
    kind: 'delete',
    handle: ({ account, origin, params: [id = ''] }) => cancel(account, account.training(id), origin),
  },
  { method: 'POST', path: /^\/v1\/predictions$/, kind: 'generate', handle: createPrediction },
  { method: 'GET', path: /^\/v1\/predictions$/, kind: 'look-up', handle: listPredictions },
  {
    method: 'GET',
    path: /^\/v1\/predictions\/(\w+)$/,
    kind: 'poll',
    handle: ({ account, origin, params: [id = ''] }) => show(account, account.prediction(id), origin),
  },
  {
    method: 'POST',
    path: /^\/v1\/predictions\/(\w+)\/cancel$/,
    kind: 'delete',
    handle: ({ account, origin, params: [id = ''] }) => cancel(account, account.prediction(id), origin),
  },
  {
    method: 'DELETE',
    path: /^\/v1\/models\/([\w.-]+\/[\w.-]+)\/versions\/(\w+)$/,
    kind: 'delete',
    handle: ({ account, params: [model, version = ''] }) =>
      model === DESTINATION && account.deleteVersion(version) ? ACCEPTED : NOT_FOUND,
  },
  { method: 'GET', path: /^\/delivery\/(\w+)\/out-(\d)\.jpg$/, handle: deliver },
];

export function findRoute(method: string, pathname: string): (Route & { params: string[] }) | undefined {
  for (const route of ROUTES) {
    const match = route.method === method && route.path.exec(pathname);
    if (match) return { ...route, params: match.slice(1) };
  }
  return undefined;
}

/** A job as every operation and every webhook shows it. */
export function viewOf(account: Account, job: StoredTraining | StoredPrediction, origin: string): object {
  const path = job.kind === 'training' ? 'trainings' : 'predictions';
  const get = `${origin}/v1/${path}/${job.id}`;
  const common = {
    ...account.view(job),
    urls: { web: `${origin}/p/${job.id}`, get, cancel: `${get}/cancel` },
  };
  const succeeded = account.statusOf(job) === 'succeeded';
  if (job.kind === 'training') {
    const [model, version] = TRAINER.split(':');
    const output = {
      version: `${DESTINATION}:${versionOf(job.id)}`,
      weights: `${origin}/delivery/${job.id}/trained_model.tar`,
    };
    return { ...common, model, version, input: job.input, output: succeeded ? output : null };
  }
  const removed = account.isDataRemoved(job);
  const output = job.images.map((_, at) => `${origin}/delivery/${job.id}/out-${at}.jpg`);
  return {
    ...common,
    model: DESTINATION,
    version: job.version,
    input: removed ? {} : job.input,
    output: succeeded && !removed ? output : null,
    data_removed: removed,
    ...(removed && { logs: '' }),
  };
}

async function createFile({ account, body, contentType, origin }: Call): Promise<Answer> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': contentType },
  }).formData();
  const content = form.get('content');
  const metadata = form.get('metadata');
  if (!(content instanceof File) || content.name === '')
    return invalid('content: a file with a name is required');
  const file = account.addFile({
    name: content.name,
    type: content.type,
    bytes: new Uint8Array(await content.arrayBuffer()),
    metadata: JSON.parse(metadata instanceof File ? await metadata.text() : (metadata ?? '{}')),
  });
  return { status: 201, body: fileView(file, origin) };
}

function createTraining({ account, body, origin, params: [model, version] }: Call): Answer {
  if (`${model}:${version}` !== TRAINER) return NOT_FOUND;
  const parsed = trainingBody.safeParse(asJson(body));
  if (!parsed.success) return invalid(z.prettifyError(parsed.error));
  if (parsed.data.destination !== DESTINATION)
    return invalid('destination: The specified model does not exist');
  const training = account.addTraining(parsed.data);
  account.keep(training);
  return { status: 201, body: viewOf(account, training, origin), created: training };
}

function createPrediction({ account, body, origin }: Call): Answer {
  const parsed = predictionBody.safeParse(asJson(body));
  if (!parsed.success) return invalid(z.prettifyError(parsed.error));
  const [version = '', model = DESTINATION] = parsed.data.version.split(':').reverse();
  if (model !== DESTINATION || !account.hasVersion(version)) {
    return invalid('version: The specified version does not exist');
  }
  const prediction = account.addPrediction(parsed.data);
  account.keep(prediction);
  return { status: 201, body: viewOf(account, prediction, origin), created: prediction };
}

function listPredictions(call: Call): Answer {
  const { account, origin, query } = call;
  const after = Date.parse(query.get('created_after') ?? '1970-01-01T00:00:00Z');
  const before = Date.parse(query.get('created_before') ?? '9999-01-01T00:00:00Z');
  const found = account.predictions().filter(({ createdAt }) => createdAt >= after && createdAt < before);
  return list(call, '/v1/predictions', found, (job) => viewOf(account, job, origin));
}

function list<T extends { id: string }>(
  { query, origin, pageSize }: Call,
  path: string,
  entries: readonly T[],
  view: (entry: T) => object,
): Answer {
  const cursor = query.get('cursor');
  const start = cursor === null ? 0 : entries.findIndex(({ id }) => id === cursor) + 1;
  const page = entries.slice(start, start + pageSize);
  const last = page.at(-1);
  const hasMore = last !== undefined && start + pageSize < entries.length;
  const next = new URLSearchParams({ ...Object.fromEntries(query), cursor: last?.id ?? '' });
  return {
    status: 200,
    body: { previous: null, next: hasMore ? `${origin}${path}?${next}` : null, results: page.map(view) },
  };
}

function show(account: Account, job: StoredTraining | StoredPrediction | undefined, origin: string): Answer {
  return job ? { status: 200, body: viewOf(account, job, origin) } : NOT_FOUND;
}

function cancel(
  account: Account,
  job: StoredTraining | StoredPrediction | undefined,
  origin: string,
): Answer {
  if (job) account.cancel(job);
  return show(account, job, origin);
}

async function deliver({ account, draw, params: [id = '', at] }: Call): Promise<Answer> {
  const prediction = account.prediction(id);
  const image = prediction?.images[Number(at)];
  if (!prediction || !image || account.isDataRemoved(prediction)) return NOT_FOUND;
  const { width = 1024, height = 1024 } = prediction.input;
  // Predictions of one version show the same person.
  const person = Number.parseInt(prediction.version.slice(0, 4), 16);
  return serveImage({ ...image, prompt: `<lora:${person}:1> ${image.prompt}` }, draw, { width, height });
}

function fileView(file: StoredFile, origin: string): object {
  return {
    id: file.id,
    name: file.name,
    content_type: file.type,
    size: file.bytes.length,
    checksums: {},
    metadata: file.metadata,
    created_at: isoTime(file.createdAt),
    expires_at: isoTime(expiryOf(file)),
    urls: { get: `${origin}/v1/files/${file.id}` },
  };
}

function invalid(detail: string): Answer {
  return { status: 422, body: { title: 'Input validation failed', detail, status: 422 } };
}

function asJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
