import type { ModelStatus } from '../../../shared/contract/schemas.ts';
import type { Api } from '../../service/api.ts';

/** The stages of a person, in their order. Everyone at a stage has passed the stages before it. */
export const STAGES = ['asked', 'joined', 'uploaded', 'ready', 'chosen'] as const;
export type Stage = (typeof STAGES)[number];

export interface Counts {
  stages: Readonly<Record<Stage, number>>;
  now: { uploading: number; inProgress: number; failed: number };
}

/** Counts people by the totals of lists, of which it reads the first entry only. Deleted models do not count. */
export async function countPeople(api: Api): Promise<Counts> {
  const models = (status: ModelStatus) =>
    api.call('GET /api/v2/organization/models', { query: { limit: 1, status } }).then(totalOf);
  const [invited, accepted, uploading, waiting, training, generating, ready, failed, chosen] =
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
      models('failed'),
      api.call('GET /api/v2/organization/photos/favorites', { query: { limit: 1 } }).then(totalOf),
    ]);
  const inProgress = waiting + training + generating;
  const uploaded = inProgress + failed + ready;
  const joined = accepted + uploading + uploaded;
  return {
    stages: { asked: invited + joined, joined, uploaded, ready, chosen },
    now: { uploading, inProgress, failed },
  };
}

function totalOf({ pagination }: { pagination: { total: number } }): number {
  return pagination.total;
}
