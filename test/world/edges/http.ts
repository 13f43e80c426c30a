import type { SendInput } from '../../../shared/webhook/send/http.ts';
import { AttemptFailure, type SendResult, toResult } from '../../../shared/webhook/send/outcome.ts';
import { gate } from './gate.ts';

export async function sendWebhook(input: SendInput): Promise<SendResult> {
  const startedAt = input.clock.now();
  const answer = await gate.call('POST webhook', () => gate.receive(input));
  const failure = 'failure' in answer ? new AttemptFailure(answer.failure, 'It broke off.') : undefined;
  const status = 'status' in answer && { status: answer.status };
  return toResult({ ...status, kept: Buffer.alloc(0) }, failure, input.clock.now() - startedAt);
}
