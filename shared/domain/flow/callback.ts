import { timingSafeEqual } from 'node:crypto';
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

const TRAINING = 'training';

/** The URL to which a provider may post that a job has ended. Its last segment names the job and proves that we made it. */
export function callbackUrl(
  appUrl: string,
  provider: ProviderName,
  { organizationId, modelId, run, batch, token }: CallbackRef,
): string {
  const part = batch === undefined ? TRAINING : String(batch);
  return `${appUrl}/api/providers/${provider}/${[organizationId, modelId, run, part, token].join('.')}`;
}

const ULID = '[0-9A-Z]{26}';
const CALLBACK = new RegExp(
  `^(org_${ULID})\\.(mdl_${ULID})\\.([1-9]\\d{0,5})\\.(${TRAINING}|0|[1-9]\\d{0,2})\\.([0-9A-Za-z]{${CALLBACK_TOKEN_LENGTH}})$`,
);

/** The job that the last segment of a callback's URL names; undefined for anything that we never made. */
export function parseCallback(segment: string): CallbackRef | undefined {
  const [, organizationId, modelId, run, part, token] = CALLBACK.exec(segment) ?? [];
  if (organizationId === undefined || modelId === undefined || token === undefined) return undefined;
  return {
    organizationId,
    modelId,
    run: Number(run),
    ...(part !== TRAINING && { batch: Number(part) }),
    token,
  };
}

/** Compares the random parts of two tokens in a time that does not depend on where they differ. */
export function isSameToken(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
