import type { MailMessage } from '../../shared/contract/messages.ts';
import { sendMail } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedMailer } from '../../shared/deployed/mailer.ts';
import { deployedReceivedMessages } from '../../shared/deployed/queues.ts';
import { deployedAppUrl } from '../../shared/deployed/settings.ts';
import { mailInvite } from '../../shared/domain/invite/mail.ts';
import { mailAnotherLink, mailReturnLink } from '../../shared/domain/invite/return-link.ts';
import { limitedMailer } from '../../shared/domain/mailbox/limited-mailer.ts';
import { mailConfirmation } from '../../shared/domain/member/address.ts';
import { mailFailures } from '../../shared/domain/model/failure-mail.ts';
import { mailRunEnd } from '../../shared/domain/model/run-mail.ts';
import { mailFavorite } from '../../shared/domain/photo/favorite-mail.ts';
import { mailNotice } from '../../shared/domain/trail/notice.ts';
import { mailUserChange } from '../../shared/domain/user/change-mail.ts';
import { mailInvitation } from '../../shared/domain/user/mail-invitation.ts';
import { mailSignInLinks } from '../../shared/domain/user/sign-in.ts';
import { MailHeldBack } from '../../shared/mail/message.ts';
import { MINUTE, SECOND } from '../../shared/platform/clock.ts';
import { log } from '../../shared/platform/log.ts';
import { countMetric } from '../../shared/platform/metrics.ts';
import { queueHandler } from '../../shared/queue/handler.ts';
import { mailCircuitOpened, mailParked } from '../../shared/webhook/mail.ts';

/**
 * The queue receives a message 100 times, so one that fails is tried for more than three days, one that waits for SES's
 * daily quota for more than one, and one that has exceeded the rate for about three hours.
 */
const LONGEST_BACKOFF_SECONDS = 3600;

export const handler = queueHandler(
  sendMail,
  async (message, { messageId }) => {
    try {
      await send(message, messageId);
      return 'done';
    } catch (error) {
      if (!(error instanceof MailHeldBack)) throw error;
      countMetric(deployedContext().clock, 'MailHeldBack', 1, error.reason);
      log.warn('mail held back', { reason: error.reason, retrySeconds: error.retrySeconds });
      return { retrySeconds: error.retrySeconds };
    }
  },
  {
    received: deployedReceivedMessages('mail'),
    retrySecondsOnError: (receiveCount) =>
      Math.min((MINUTE / SECOND) * 2 ** (receiveCount - 1), LONGEST_BACKOFF_SECONDS),
  },
);

function send(message: MailMessage, messageId: string): Promise<void> {
  const [context, appUrl] = [deployedContext(), deployedAppUrl()];
  const mailer = limitedMailer(context, deployedMailer(), messageId);
  switch (message.template) {
    case 'invite':
      return mailInvite(context, appUrl, mailer, message);
    case 'return':
      return mailReturnLink(context, appUrl, mailer, message);
    case 'return-again':
      return mailAnotherLink(context, appUrl, mailer, message);
    case 'address':
      return mailConfirmation(context, appUrl, mailer, message);
    case 'sign-in':
      return mailSignInLinks(context, appUrl, mailer, message);
    case 'user-invited':
      return mailInvitation(context, appUrl, mailer, message);
    case 'notice':
      return mailNotice(context, appUrl, mailer, message);
    case 'user-changed':
      return mailUserChange(context, appUrl, mailer, message);
    case 'models-failed':
      return mailFailures(context, appUrl, mailer, message);
    case 'run-ended':
      return mailRunEnd(context, appUrl, mailer, message);
    case 'favorite-chosen':
      return mailFavorite(context, appUrl, mailer, message);
    case 'webhooks-parked':
      return mailParked(context, appUrl, mailer, message);
    case 'circuit-opened':
      return mailCircuitOpened(context, appUrl, mailer, message);
  }
}
