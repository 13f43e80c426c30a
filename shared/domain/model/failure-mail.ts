import type { MailMessageOf } from '../../contract/messages.ts';
import type { Mailer } from '../../mail/message.ts';
import { failuresMail } from '../../mail/user-mails.ts';
import { keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { findOrganization } from '../organization/organization.ts';
import { mailOwners } from '../user/owners.ts';
import { type FailureAlert, failuresOf, noteFailureMail } from './failure-alert.ts';

/** Mails the owners about the models that have failed for good since the last such mail. */
export async function mailFailures(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  { organizationId }: MailMessageOf<'models-failed'>,
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
