import { sendMail } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/domain/context.ts';
import { mailInvite } from '../../shared/domain/invite/mail.ts';
import { mailSignInLinks } from '../../shared/domain/owner/sign-in.ts';
import { deployedMailer } from '../../shared/mail/ses.ts';
import { environment } from '../../shared/platform/environment.ts';
import { queueHandler } from '../../shared/queue/handler.ts';
import { mailParked } from '../../shared/webhook/mail.ts';

export const handler = queueHandler(sendMail, async (message) => {
  const [context, appUrl, mailer] = [deployedContext(), environment('APP_URL'), deployedMailer()];
  switch (message.template) {
    case 'invite':
      await mailInvite(context, appUrl, mailer, message);
      return 'done';
    case 'sign-in':
      await mailSignInLinks(context, appUrl, mailer, message.email);
      return 'done';
    case 'webhooks-parked':
      await mailParked(context, appUrl, mailer, message);
      return 'done';
  }
});
