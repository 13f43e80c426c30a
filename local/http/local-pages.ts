import { randomUUID } from 'node:crypto';
import { isKnownCaller, readBody } from '../aws/json-endpoint.ts';
import type { KeyRing } from '../aws/key-ring.ts';
import type { Mailbox } from '../aws/mailbox.ts';
import { WebhookInbox } from '../aws/webhook-inbox.ts';
import { joinedHeaders } from './gateway-event.ts';
import { answerMailPage } from './mail-pages.ts';
import type { Listener } from './server.ts';

/** What `/_local/status` shows. */
export interface Status {
  dynamodb: string;
  /** Messages by queue: ready, delayed or in flight. */
  queues: Record<string, number>;
  /** Executions by status. */
  executions: Record<string, number>;
  workers: number;
  residentMB: number;
}

/** What a developer looks at: `/_local/mail`, `/_local/webhooks`, which also takes them, and `/_local/status`. */
export function localPages(mailbox: Mailbox, status: () => Status): Listener {
  const inbox = new WebhookInbox();
  return async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const sendJson = (body: unknown) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body, undefined, 2));
    };
    if (/^\/_local\/mail(\/|$)/.test(path)) {
      answerMailPage(path, mailbox, response);
    } else if (path === '/_local/status') {
      sendJson(status());
    } else if (path === '/_local/webhooks') {
      if (request.method === 'POST') {
        const body = await readBody(request, LARGEST_WEBHOOK_BYTES);
        inbox.accept({ receivedAt: Date.now(), headers: joinedHeaders(request), body: body.toString() });
      }
      sendJson(inbox.list());
    } else {
      response.writeHead(404, { 'content-type': 'text/plain' });
      response.end('There are /_local/mail, /_local/webhooks and /_local/status.\n');
    }
  };
}

const LARGEST_WEBHOOK_BYTES = 1024 * 1024;
const LARGEST_MAIL_BYTES = 10 * 1024 * 1024;

/** SESv2's SendEmail, as far as simple messages go. */
export function sesEndpoint(mailbox: Mailbox, keys: KeyRing): Listener {
  return async (request, response) => {
    const send = (code: number, body: object) => {
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const body = await readBody(request, LARGEST_MAIL_BYTES);
    if (!isKnownCaller(request, keys)) return send(403, { message: 'The security token is invalid.' });
    if (request.method !== 'POST' || !request.url?.endsWith('/v2/email/outbound-emails')) {
      return send(404, { message: 'The local cloud knows SendEmail only.' });
    }
    try {
      send(200, { MessageId: mailbox.accept(body.toString(), randomUUID(), Date.now()).id });
    } catch (error) {
      send(400, { message: error instanceof Error ? error.message : String(error) });
    }
  };
}
