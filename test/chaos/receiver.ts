import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { type ReceivedWebhook, type Receiver, startReceiver } from '../../local/partner/receiver.ts';
import { Chance } from '../world/chance.ts';
import type { Attempt, Journal, TrackedWebhook } from './journal.ts';
import type { Plan, PlannedFault } from './plan.ts';

export interface ChaoticReceiverOptions {
  plan: Plan;
  journal: Journal;
  /** The secret of each organization, in the order of the plan. */
  secrets: readonly string[];
  /** Ends a process at once. */
  kill(process: string): void;
}

/** Slow answers let other processes poll the same model meanwhile. */
const SLOWEST_ANSWER_MILLISECONDS = 80;

/** The path of an organization's receiver. */
export function pathOf(organization: number): string {
  return `/organization-${organization}`;
}

/**
 * Starts the HTTP server that receives the webhooks of all organizations, checks them, and injects planned
 * faults.
 */
export async function startChaoticReceiver(options: ChaoticReceiverOptions): Promise<Receiver> {
  const { plan, journal } = options;
  const check = checks(options);
  const chance = new Chance(plan.seed, 'receiver');
  const receiptsOf = plan.organizations.map(() => 0);

  /** Counts a receipt, and returns true during an outage of the organization's receiver. */
  const isDown = (organization: number): boolean => {
    const receipts = receiptsOf[organization] ?? 0;
    receiptsOf[organization] = receipts + 1;
    const outage = plan.organizations[organization]?.outage;
    if (journal.faultsStopped || outage === undefined) return false;
    return receipts >= outage.afterReceipts && receipts < outage.afterReceipts + outage.receipts;
  };

  const respond = (received: ReceivedWebhook, response: ServerResponse, request: IncomingMessage): void => {
    const attempt = check(received, response);
    if (attempt === undefined) {
      response.writeHead(410).end();
      return;
    }
    const down = isDown(attempt.webhook.organization);
    if (attempt.plannedFault !== undefined && applyFault(attempt, attempt.plannedFault, response, request))
      return;
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

  /** @returns false when the planned fault is not one of the receiver. */
  const applyFault = (
    attempt: Attempt,
    plannedFault: PlannedFault,
    response: ServerResponse,
    request: IncomingMessage,
  ): boolean => {
    if (plannedFault.kind === 'answered 5xx') {
      const { status, retryAfterSeconds: pause } = plannedFault;
      journal.inject(pause === undefined ? '5xx' : '5xx with Retry-After');
      response.writeHead(status, pause === undefined ? {} : { 'Retry-After': pause }).end('not now');
      return true;
    }
    const handler = handlers[plannedFault.kind];
    if (handler === undefined) return false;
    journal.inject(plannedFault.kind);
    journal.take(attempt);
    journal.hide(attempt);
    handler(attempt, request);
    return true;
  };

  /** Faults after which the receiver has processed the webhook and has not answered. */
  const handlers: Partial<
    Record<PlannedFault['kind'], (attempt: Attempt, request: IncomingMessage) => void>
  > = {
    'answer lost': (_attempt, request) => request.socket.destroy(),
    'killed after the post': ({ process }) => options.kill(process),
    // The sender times out and closes the connection.
    'timed out': () => {},
  };

  return startReceiver({ respond });
}

/** Checks the guarantees of deliveries at each receipt. */
function checks({ plan, journal, secrets }: ChaoticReceiverOptions) {
  const verifiers = secrets.map((secret) => new Webhook(secret));
  /** The ordinal of the latest receipt of each model. */
  const furthest = plan.models.map(() => -1);
  const inProgress = plan.models.map(() => 0);

  const checkSignatures = (
    { id, organization }: TrackedWebhook,
    { headers, body }: ReceivedWebhook,
  ): void => {
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

  const checkOrder = ({ id, model, ordinal }: TrackedWebhook): void => {
    const last = furthest[model] ?? -1;
    furthest[model] = ordinal;
    if (ordinal < last)
      journal.violation(`${id}: webhook ${ordinal} of its model arrived after webhook ${last}.`);
    const before = journal.byModel[model]?.[ordinal - 1];
    if (before && !before.answered)
      journal.violation(`${id} arrived before ${before.id} was answered with 200.`);
  };

  return (received: ReceivedWebhook, response: ServerResponse): Attempt | undefined => {
    journal.receipts += 1;
    const id = String(received.headers['webhook-id']);
    const webhook = journal.byId.get(id);
    const attempt = journal.attemptAt(id);
    if (webhook === undefined || attempt === undefined) {
      journal.violation(`${id} arrived, but no event has such a webhook, or no process has leased it.`);
      return undefined;
    }
    const { model } = webhook;
    webhook.receipts += 1;
    checkSignatures(webhook, received);
    checkOrder(webhook);
    if (received.body !== webhook.body) journal.violation(`${id} arrived with another body.`);
    if (received.path !== pathOf(webhook.organization))
      journal.violation(`${id} arrived at ${received.path}.`);
    if (received.at < webhook.notBefore) journal.violation(`${id} arrived too early.`);
    if (inProgress[model])
      journal.violation(`${id} arrived while another webhook of its model was being received.`);
    inProgress[model] = (inProgress[model] ?? 0) + 1;
    response.once('close', () => {
      inProgress[model] = (inProgress[model] ?? 0) - 1;
    });
    return attempt;
  };
}
