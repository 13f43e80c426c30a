import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { deployedContext } from '../../shared/domain/context.ts';
import { mailInvite } from '../../shared/domain/invite/mail.ts';
import { mailSignInLinks } from '../../shared/domain/owner/sign-in.ts';
import { mailMessage } from '../../shared/events/queues.ts';
import { deployedMailer } from '../../shared/mail/ses.ts';
import { environment } from '../../shared/platform/environment.ts';
import { handleBatch } from '../../shared/queue/handler.ts';
import { mailParked } from '../../shared/webhook/mail.ts';

export function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  return handleBatch(event, async (record) => {
    const order = mailMessage.parse(JSON.parse(record.body));
    const [context, appUrl, mailer] = [deployedContext(), environment('APP_URL'), deployedMailer()];
    switch (order.template) {
      case 'invite':
        await mailInvite(context, appUrl, mailer, order);
        break;
      case 'sign-in':
        await mailSignInLinks(context, appUrl, mailer, order.email);
        break;
      case 'webhooks-parked':
        await mailParked(context, appUrl, mailer, order);
    }
    return true;
  });
}
