import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { type ReceivedWebhook, type Receiver, startReceiver } from '../../local/partner/receiver.ts';
import { Chance } from './chance.ts';
import type { Attempt, Journal, Told } from './journal.ts';
import type { Mishap, Plan } from './plan.ts';

export interface ChaoticReceiverOptions {
  plan: Plan;
  journal: Journal;
  /** The secret of each organization, in the order of the plan. */
  secrets: readonly string[];
  /** Ends a process at once. */
  kill(process: string): void;
}

/** Receivers take their time, in which others may look at the same model. */
const SLOWEST_ANSWER_MILLISECONDS = 80;

/** A webhook is received at the path of its organization. */
export function pathOf(organization: number): string {
  return `/organization-${organization}`;
}

/** The real HTTP server of all organizations: it checks what arrives, and lets happen what is planned. */
export async function startChaoticReceiver(options: ChaoticReceiverOptions): Promise<Receiver> {
  const { plan, journal } = options;
  const check = checks(options);
  const chance = new Chance(plan.seed, 'receiver');
  const receiptsOf = plan.organizations.map(() => 0);

  /** Whether an organization's receiver is down, by the number of its receipts so far. */
  const isDown = (organization: number): boolean => {
    const receipts = receiptsOf[organization] ?? 0;
    receiptsOf[organization] = receipts + 1;
    const outage = plan.organizations[organization]?.outage;
    if (journal.calm || outage === undefined) return false;
    return receipts >= outage.afterReceipts && receipts < outage.afterReceipts + outage.receipts;
  };

  const respond = (received: ReceivedWebhook, response: ServerResponse, request: IncomingMessage): void => {
    const attempt = check(received, response);
    if (attempt === undefined) {
      response.writeHead(410).end();
      return;
    }
    const down = isDown(attempt.webhook.organization);
    if (attempt.mishap !== undefined && befall(attempt, attempt.mishap, response, request)) return;
    if (down) {
      journal.inject('5xx of an outage');
      response.writeHead(503).end('in maintenance');
      return;
    }
    journal.take(attempt);
    setTimeout(() => {
      attempt.webhook.answered = true;
      response.writeHead(200).end('ok');
    }, chance.below(SLOWEST_ANSWER_MILLISECONDS));
  };

  /** @returns false when what is planned for the attempt does not happen at the receiver */
  const befall = (
    attempt: Attempt,
    mishap: Mishap,
    response: ServerResponse,
    request: IncomingMessage,
  ): boolean => {
    if (mishap.kind === 'answered 5xx') {
      const { status, retryAfterSeconds: pause } = mishap;
      journal.inject(pause === undefined ? '5xx' : '5xx with Retry-After');
      response.writeHead(status, pause === undefined ? {} : { 'Retry-After': pause }).end('not now');
      return true;
    }
    const happening = happenings[mishap.kind];
    if (happening === undefined) return false;
    journal.inject(mishap.kind);
    journal.take(attempt);
    journal.hide(attempt);
    happening(attempt, request);
    return true;
  };

  /** What happens to a webhook that the receiver takes without an answer. */
  const happenings: Partial<Record<Mishap['kind'], (attempt: Attempt, request: IncomingMessage) => void>> = {
    'answer lost': (_attempt, request) => request.socket.destroy(),
    'killed after the post': ({ process }) => options.kill(process),
    // Whoever waits hangs up.
    'timed out': () => {},
  };

  return startReceiver({ respond });
}

/** Holds each receipt against what must be true of it at that moment. */
function checks({ plan, journal, secrets }: ChaoticReceiverOptions) {
  const verifiers = secrets.map((secret) => new Webhook(secret));
  /** The place of the latest receipt of each model. */
  const furthest = plan.models.map(() => -1);
  const inProgress = plan.models.map(() => 0);

  const checkSignatures = ({ id, organization }: Told, { headers, body }: ReceivedWebhook): void => {
    try {
      verifiers[organization]?.verify(body, headers as Record<string, string>);
    } catch (error) {
      journal.violation(`${id}: ${String(error)}`);
    }
    const mac = createHmac('sha256', secrets[organization] ?? '')
      .update(body)
      .digest('hex');
    if (headers['x-service-signature'] !== mac) journal.violation(`${id}: X-Service-Signature is wrong.`);
  };

  const checkOrder = ({ id, model, ordinal }: Told): void => {
    const last = furthest[model] ?? -1;
    furthest[model] = ordinal;
    if (ordinal < last)
      journal.violation(`${id}: webhook ${ordinal} of its model came after webhook ${last}.`);
    const before = journal.told[model]?.[ordinal - 1];
    if (before && !before.answered)
      journal.violation(`${id} came before ${before.id} was answered with 200.`);
  };

  return (received: ReceivedWebhook, response: ServerResponse): Attempt | undefined => {
    journal.receipts += 1;
    const id = String(received.headers['webhook-id']);
    const webhook = journal.byId.get(id);
    const attempt = journal.attemptAt(id);
    if (webhook === undefined || attempt === undefined) {
      journal.violation(`${id} arrived, and nobody has told of it or leased it.`);
      return undefined;
    }
    const { model } = webhook;
    webhook.receipts += 1;
    checkSignatures(webhook, received);
    checkOrder(webhook);
    if (received.body !== webhook.body) journal.violation(`${id} came with another body.`);
    if (received.path !== pathOf(webhook.organization)) journal.violation(`${id} came to ${received.path}.`);
    if (received.at < webhook.notBefore) journal.violation(`${id} came before its time.`);
    if (inProgress[model])
      journal.violation(`${id} came while another webhook of its model was being received.`);
    inProgress[model] = (inProgress[model] ?? 0) + 1;
    response.once('close', () => {
      inProgress[model] = (inProgress[model] ?? 0) - 1;
    });
    return attempt;
  };
}
