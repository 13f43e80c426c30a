import { sendMail } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedMailer } from '../../shared/deployed/mailer.ts';
import { deployedAppUrl } from '../../shared/deployed/settings.ts';
import { mailInvite } from '../../shared/domain/invite/mail.ts';
import { mailReturnLink } from '../../shared/domain/invite/return-link.ts';
import { mailSignInLinks } from '../../shared/domain/owner/sign-in.ts';
import { mailNotice } from '../../shared/domain/trail/notice.ts';
import { queueHandler } from '../../shared/queue/handler.ts';
import { mailParked } from '../../shared/webhook/mail.ts';

export const handler = queueHandler(sendMail, async (message) => {
  const [context, appUrl, mailer] = [deployedContext(), deployedAppUrl(), deployedMailer()];
  switch (message.template) {
    case 'invite':
      await mailInvite(context, appUrl, mailer, message);
      return 'done';
    case 'return':
      await mailReturnLink(context, appUrl, mailer, message);
      return 'done';
    case 'sign-in':
      await mailSignInLinks(context, appUrl, mailer, message.email);
      return 'done';
    case 'notice':
      await mailNotice(context, appUrl, mailer, message);
      return 'done';
    case 'webhooks-parked':
      await mailParked(context, appUrl, mailer, message);
      return 'done';
  }
});
