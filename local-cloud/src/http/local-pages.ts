import { randomUUID } from 'node:crypto';
import type { AccessControl } from '../aws/authorization/access-control.ts';
import type { AccessesOf, GrantReport } from '../aws/authorization/authorizer.ts';
import { readInput } from '../aws/authorization/service-access.ts';
import { readBody, signedRequest } from '../aws/json-endpoint.ts';
import type { Mail, Mailbox } from '../aws/mailbox.ts';
import { WebhookInbox } from '../aws/webhook-inbox.ts';
import { AwsError } from '../engines/aws-json.ts';
import type { ScheduleSource } from '../sources/schedules.ts';
import { joinedHeaders } from './gateway-event.ts';
import { answerMailPage } from './mail-pages.ts';
import type { Listener } from './server.ts';

/** The content of `/_local/status`. */
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
  grants(): GrantReport;
  schedules: readonly ScheduleSource[];
}

/**
 * Pages for developers:
 * - `/_local/mail` lists the mail that was sent.
 * - `/_local/webhooks` receives webhooks and lists them.
 * - `/_local/status` counts messages and executions.
 * - `/_local/grants` lists the grants of the templates, and which of them were needed.
 * - `/_local/schedules` lists the schedules; a POST to `/_local/schedules/<name>` runs one at once, with
 *   `?time=` as if it were planned then.
 */
export function localPages({ mailbox, status, grants, schedules }: LocalPages): Listener {
  const inbox = new WebhookInbox();
  return async (request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://localhost');
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
    } else if (path === '/_local/grants') {
      sendJson(grants());
    } else if (path === '/_local/webhooks') {
      if (request.method === 'POST') {
        const body = await readBody(request, LARGEST_WEBHOOK_BYTES);
        inbox.accept({ receivedAt: Date.now(), headers: joinedHeaders(request), body: body.toString() });
        return void response.end();
      }
      sendJson(inbox.list());
    } else if (path === '/_local/schedules') {
      sendJson(schedules.map(({ name }) => name));
    } else {
      const schedule = schedules.find(({ name }) => path === `/_local/schedules/${name}`);
      if (schedule !== undefined && request.method === 'POST') {
        await schedule.runNow(searchParams.get('time') ?? undefined);
        return sendJson({ ran: schedule.name });
      }
      response.writeHead(404, { 'content-type': 'text/plain' });
      if (path.startsWith('/_local/schedules/')) {
        const names = schedules.map(({ name }) => `${name}\n`).join('');
        response.end(`No such schedule to POST to. There are:\n${names}`);
        return;
      }
      response.end(`No such page. There are ${PAGES.map((page) => `/_local/${page}`).join(', ')}.\n`);
    }
  };
}

const PAGES = ['mail', 'webhooks', 'status', 'grants', 'schedules'];
const LARGEST_WEBHOOK_BYTES = 1024 * 1024;
const LARGEST_MAIL_BYTES = 10 * 1024 * 1024;

/** SESv2's SendEmail for simple messages. */
export function sesEndpoint(
  mailbox: Mailbox,
  accessControl: AccessControl,
  accessesOf: AccessesOf,
  published: (mail: Mail) => Promise<void>,
): Listener {
  return async (request, response) => {
    const send = (code: number, answer: object, error?: string) => {
      const headers = { 'content-type': 'application/json', ...(error && { 'x-amzn-errortype': error }) };
      response.writeHead(code, headers).end(JSON.stringify(answer));
    };
    const body = await readBody(request, LARGEST_MAIL_BYTES);
    try {
      accessControl.admit('ses', signedRequest(request, body), () =>
        accessesOf('SendEmail', readInput(body)),
      );
      if (request.method !== 'POST' || !request.url?.endsWith('/v2/email/outbound-emails')) {
        return send(404, { message: 'The local cloud knows SendEmail only.' });
      }
      const mail = mailbox.accept(body.toString(), randomUUID(), Date.now());
      send(200, { MessageId: mail.id });
      await published(mail);
    } catch (error) {
      if (error instanceof AwsError) {
        const code = error.name === 'TooManyRequestsException' ? 429 : 403;
        return send(code, { message: error.message }, error.name);
      }
      send(400, { message: error instanceof Error ? error.message : String(error) });
    }
  };
}
