import type { FailuresMailMessage } from '../../contract/messages.ts';
import { failuresMail } from '../../mail/failures-mail.ts';
import type { Mailer } from '../../mail/message.ts';
import { keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { findOrganization } from '../organization/organization.ts';
import { mailOwners } from '../user/owners.ts';
import { type FailureAlert, failuresOf, noteFailureMail } from './failure-alert.ts';

/**
 * Mails the owners about the models that have failed for good since the last such mail. An organization without an owner
 * gets no mail, nor does an address that refuses it.
 */
export async function mailFailures(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  { organizationId }: FailuresMailMessage,
): Promise<void> {
  const [organization, alert] = await Promise.all([
    findOrganization(context, organizationId),
    context.table.get<FailureAlert>(keys.failureAlert(organizationId)),
  ]);
  const failures = alert ? failuresOf(alert) : [];
  // The organization was erased, or an earlier mail has told of them.
  if (!organization || !alert || failures.length === 0) return;
  const mail = { organizationName: organization.name, failures, adminUrl: `${appUrl}/admin` };
  // A mail that is tried again after more failures is another one.
  const id = `FAILURES#${alert.mails}#${failures.reduce((sum, { models }) => sum + models, 0)}`;
  await mailOwners(context, mailer, organization, { id }, (recipient) => failuresMail(recipient, mail));
  await noteFailureMail(context, alert);
}
