import { deployedRotation } from '../../shared/deployed/rotation.ts';
import { advanceRotation, deleteKeys } from '../../shared/links/key-rotation.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { answerCustomResource, customResourceRequest } from '../../shared/platform/custom-resource.ts';
import { log } from '../../shared/platform/log.ts';

/** Runs on a schedule, and for CloudFormation when the stage is deployed for the first time or deleted. */
export async function handler(event: unknown): Promise<void> {
  const rotation = deployedRotation(systemClock);
  const { data: request } = customResourceRequest.safeParse(event);
  if (!request) return advance();
  await answerCustomResource(request, 'link-key', () =>
    request.RequestType === 'Delete' ? deleteKeys(rotation) : advance(),
  );

  async function advance(): Promise<void> {
    const { current, next, previous } = await advanceRotation(rotation);
    log.info('link signing keys', {
      createdAt: current?.createdAt,
      nextPrepared: next !== undefined,
      formerRetiredAt: previous?.retiredAt,
    });
  }
}
