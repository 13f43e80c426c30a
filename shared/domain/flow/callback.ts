import type { ProviderName } from '../../contract/providers.ts';
import type { RunInput } from '../../contract/run.ts';

/** Letters and digits of the random part of a callback's token: 190 bits. */
export const CALLBACK_TOKEN_LENGTH = 32;

/** A job, with the random part of its callback's token. */
export interface CallbackRef extends RunInput {
  /** The batch of photos; absent for the training. */
  batch?: number;
  token: string;
}

/** The URL to which a provider may post that a job has ended. Its last segment names the job and proves that we made it. */
export function callbackUrl(
  appUrl: string,
  provider: ProviderName,
  { organizationId, modelId, run, batch, token }: CallbackRef,
): string {
  const part = batch === undefined ? 'training' : String(batch);
  return `${appUrl}/api/providers/${provider}/${[organizationId, modelId, run, part, token].join('.')}`;
}
