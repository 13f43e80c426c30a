import type { MailMessageOf } from '../../contract/messages.ts';
import { mailEventWrite } from '../../events/mail-event.ts';
import { type RunEnd, runMail } from '../../mail/member-mail.ts';
import type { Mailer } from '../../mail/message.ts';
import { isoTime } from '../../platform/clock.ts';
import { exists } from '../../table/condition.ts';
import { ifStill, unlessConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { type Transaction, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { unaskedLink } from '../member/mailed-link.ts';
import { accessEnded, acquaintance, findMember } from '../member/member.ts';
import { recipientOf } from '../member/recipient.ts';
import { findOrganization } from '../organization/organization.ts';
import { findModel, type Model } from './model.ts';

/** The event of a run's end. */
interface RunMailEvent {
  /** The time at which SES has accepted the mail. */
  mailedAt?: string;
}

/** Has the member told of a run's end. White-label members hear from partners, and development models have no one. */
export function runMailWrites(context: DomainContext, model: Model): Transaction {
  if (model.whiteLabel || model.isDevelopment) return [];
  const { organizationId, id: modelId, run } = model;
  const message = { template: 'run-ended', organizationId, modelId, run } as const;
  return [mailEventWrite(context, keys.runMailEvent(organizationId, modelId, run), message)];
}

/**
 * Mails the member the end of a run with a link to a session, unless it has changed meanwhile or the access has ended.
 * Recorded after SES has accepted the mail, so it is sent twice only when the record was not written.
 */
export async function mailRunEnd(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  { organizationId, modelId, run }: MailMessageOf<'run-ended'>,
): Promise<void> {
  const key = keys.runMailEvent(organizationId, modelId, run);
  const [organization, model, event] = await Promise.all([
    findOrganization(context, organizationId),
    findModel(context, organizationId, modelId),
    context.table.get<RunMailEvent>(key),
  ]);
  const outcome = model && outcomeOf(model, run);
  if (!organization || !outcome || !event || event.mailedAt !== undefined) return;
  const member = await findMember(context, organizationId, model.memberId);
  if (!member || member.anonymous || accessEnded(member, context.clock.now())) return;
  const link = await unaskedLink(context, appUrl, organizationId, member.id);
  const isSent = await mailer.send(
    runMail(await recipientOf(context, member.email, member, organization), {
      outcome,
      ...link,
    }),
    { organizations: [organizationId], recipient: acquaintance(member) },
  );
  if (!isSent) return;
  const mailedAt = isoTime(context.clock.now());
  const stillThere = ifStill(exists, `The event of ${modelId} was erased.`);
  await unlessConflict(() => context.table.commit([update(key, { set: { mailedAt } }, stillThere)]));
}

/** The outcome of a run that is still the model's latest; undefined when nothing is to be told of it any more. */
function outcomeOf(model: Model, run: number): RunEnd['outcome'] | undefined {
  if (model.run !== run) return undefined;
  if (model.status === 'active') return { photoCount: model.photoCount };
  const { failureReason } = model;
  return model.status === 'failed' && failureReason !== undefined ? { failureReason } : undefined;
}
