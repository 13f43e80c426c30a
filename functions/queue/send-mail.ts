import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { deployedContext } from '../../shared/domain/context.ts';
import { mailInvite } from '../../shared/domain/invite/mail.ts';
import { deployedMailer } from '../../shared/mail/ses.ts';
import { environment } from '../../shared/platform/environment.ts';
import { handleBatch } from '../../shared/queue/batch.ts';
import { mailOrder } from '../../shared/queue/messages.ts';

export function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  return handleBatch(event, async (record) => {
    const order = mailOrder.parse(JSON.parse(record.body));
    await mailInvite(deployedContext(), environment('APP_URL'), deployedMailer(), order);
    return true;
  });
}
