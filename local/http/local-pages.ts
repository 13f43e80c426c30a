import { randomUUID } from 'node:crypto';
import { callerOf, readBody } from '../aws/json-endpoint.ts';
import type { KeyRing } from '../aws/key-ring.ts';
import type { Mailbox } from '../aws/mailbox.ts';
import { WebhookInbox } from '../aws/webhook-inbox.ts';
import type { ScheduleSource } from '../sources/schedules.ts';
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

export interface LocalPages {
  mailbox: Mailbox;
  status(): Status;
  schedules: readonly ScheduleSource[];
}

/**
 * What a developer looks at: `/_local/mail`, `/_local/webhooks`, which also takes them, `/_local/status`, and
 * `/_local/schedules`, where a POST to `/_local/schedules/<name>` does at once what the clock would do later.
 */
export function localPages({ mailbox, status, schedules }: LocalPages): Listener {
  const inbox = new WebhookInbox();
  return async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const sendJson = (body: unknown) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body, undefined, 2));
    };
    if (path === '/_local/mail' && request.headers.accept === 'application/json') {
      sendJson(mailbox.list());
    } else if (/^\/_local\/mail(\/|$)/.test(path)) {
      answerMailPage(path, mailbox, response);
    } else if (path === '/_local/status') {
      sendJson(status());
    } else if (path === '/_local/webhooks') {
      if (request.method === 'POST') {
        const body = await readBody(request, LARGEST_WEBHOOK_BYTES);
        inbox.accept({ receivedAt: Date.now(), headers: joinedHeaders(request), body: body.toString() });
      }
      sendJson(inbox.list());
    } else if (path === '/_local/schedules') {
      sendJson(schedules.map(({ name }) => name));
    } else {
      const schedule = schedules.find(({ name }) => path === `/_local/schedules/${name}`);
      if (schedule !== undefined && request.method === 'POST') {
        await schedule.runNow();
        return sendJson({ ran: schedule.name });
      }
      response.writeHead(404, { 'content-type': 'text/plain' });
      response.end('There are /_local/mail, /_local/webhooks, /_local/status and /_local/schedules.\n');
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
    if (callerOf(request, keys) === undefined)
      return send(403, { message: 'The security token is invalid.' });
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
