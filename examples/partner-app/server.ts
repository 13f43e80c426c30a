// An application that embeds the studio. It needs nothing but Node 22.18 or newer:
// API_KEY=hsk_live_… WEBHOOK_SECRET=whsec_… node server.ts
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Headshots } from './headshots.ts';
import { isGenuine } from './webhooks.ts';

const PORT = Number(process.env.PORT ?? 3000);
const SERVICE = process.env.SERVICE_URL ?? 'http://127.0.0.1:4000';
const headshots = new Headshots(SERVICE, required('API_KEY', /^hsk_/, 'npm start'));
// A part of it, or none, would be a key that others can guess.
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const webhookSecret = required('WEBHOOK_SECRET', SECRET, 'npm run webhooks:listen');

/** The model of each user, and its status from webhooks. In production, columns of your table of users. */
const modelByUser = new Map<string, string>();
const statusByModel = new Map<string, string>();

/** Your own session. This example has one user, and a new one at each start, as an address has one model. */
const USER = { id: 'user-1', email: `user-${Date.now()}@people.example` };

const HEADERS = {
  'Content-Security-Policy': `default-src 'none'; connect-src 'self'; img-src data:; style-src 'self'; script-src 'self' ${SERVICE}; frame-src ${SERVICE}`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

type Answer = { status: number; type?: string; body?: string | Buffer };
const json = (value: object): Answer => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify(value),
});

/** A signedUrl for the user: of a new model at first, a new one of the same model when the former has expired. */
async function openStudio(): Promise<Answer> {
  const known = modelByUser.get(USER.id);
  const model =
    known === undefined ? await headshots.createModel(USER.email) : await headshots.getModel(known);
  modelByUser.set(USER.id, model.modelId);
  // The page may keep it in a variable, and nowhere else.
  return json({ signedUrl: model.signedUrl });
}

async function receiveWebhook(request: IncomingMessage): Promise<Answer> {
  const body = Buffer.concat(await Array.fromAsync(request));
  if (!isGenuine(webhookSecret, request.headers, body)) return { status: 401 };
  const { event, object } = JSON.parse(body.toString()) as {
    event: string;
    object: { _id: string; status: string };
  };
  statusByModel.set(object._id, object.status);
  console.log(`Webhook ${event}: ${object._id} is ${object.status}`);
  return { status: 200 };
}

function showStatus(): Answer {
  const modelId = modelByUser.get(USER.id);
  return json({ modelId, status: modelId && statusByModel.get(modelId) });
}

async function sendFile(name: string, type: string): Promise<Answer> {
  const text = await readFile(join(import.meta.dirname, name), 'utf8');
  return { status: 200, type, body: text.replaceAll('{SERVICE_URL}', SERVICE) };
}

function answer(request: IncomingMessage): Promise<Answer> | Answer {
  switch (`${request.method} ${request.url}`) {
    case 'GET /':
      return sendFile('page.html', 'text/html; charset=utf-8');
    case 'GET /page.js':
      return sendFile('page.js', 'text/javascript; charset=utf-8');
    case 'GET /page.css':
      return sendFile('page.css', 'text/css; charset=utf-8');
    case 'POST /studio':
      return openStudio();
    case 'GET /status':
      return showStatus();
    case 'POST /webhooks':
      return receiveWebhook(request);
    default:
      return { status: 404 };
  }
}

function required(name: string, form: RegExp, command: string): string {
  const value = process.env[name] ?? '';
  if (!form.test(value)) {
    console.error(`Set ${name}: ${command} of the service prints it.`);
    process.exit(1);
  }
  return value;
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, type, body }: Answer = await Promise.resolve()
    .then(() => answer(request))
    .catch((error) => {
      console.error(error);
      return { status: 502 };
    });
  response.writeHead(status, { ...HEADERS, ...(type && { 'Content-Type': type }) }).end(body);
}

const server = createServer({ requestTimeout: 10_000 }, respond);
server.once('error', ({ message }) => {
  console.error(`${message}. Set PORT to another port.`);
  process.exit(1);
});
server.listen(PORT, '127.0.0.1', () => {
  // By its name it is another site than the service at 127.0.0.1, as in production.
  console.log(`Open http://localhost:${(server.address() as AddressInfo).port}`);
});
