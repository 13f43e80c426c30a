import type { ModelStatus } from '../../../shared/contract/schemas.ts';
import type { Api } from '../../service/api.ts';

/** The stages of a person, in their order. Everyone at a stage has passed the stages before it. */
export const STAGES = ['asked', 'joined', 'uploaded', 'ready', 'chosen'] as const;
export type Stage = (typeof STAGES)[number];

export interface Counts {
  stages: Readonly<Record<Stage, number>>;
  /** `hasFailed` is false while only tests are among the failed. */
  now: { uploading: number; inProgress: number; failed: number; hasFailed: boolean };
}

/** The failed models that are read. More of them are not taken for tests. */
const FAILED_READ = 50;

/** Counts people by the totals of lists, of which it reads few entries. Deleted models do not count. */
export async function countPeople(api: Api): Promise<Counts> {
  const list = (status: ModelStatus, limit: number) =>
    api.call('GET /api/v2/organization/models', { query: { limit, status } });
  const models = (status: ModelStatus) => list(status, 1).then(totalOf);
  const [invited, accepted, uploading, waiting, training, generating, ready, listed, chosen] =
    await Promise.all([
      api
        .call('GET /api/v2/organization/invites', { query: { limit: 1, offset: 0, status: 'pending' } })
        .then(totalOf),
      api.call('GET /api/v2/organization/team', { query: { limit: 1, status: 'accepted' } }).then(totalOf),
      models('onboarding'),
      models('waiting'),
      models('pending'),
      models('generatingHeadshots'),
      models('active'),
      list('failed', FAILED_READ),
      api.call('GET /api/v2/organization/photos/favorites', { query: { limit: 1 } }).then(totalOf),
    ]);
  const failed = totalOf(listed);
  const hasFailed = failed > FAILED_READ || listed.models.some(({ isDevelopment }) => !isDevelopment);
  const inProgress = waiting + training + generating;
  const uploaded = inProgress + failed + ready;
  const joined = accepted + uploading + uploaded;
  return {
    stages: { asked: invited + joined, joined, uploaded, ready, chosen },
    now: { uploading, inProgress, failed, hasFailed },
  };
}

function totalOf({ pagination }: { pagination: { total: number } }): number {
  return pagination.total;
}
