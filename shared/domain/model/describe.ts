import type { ModelRecord } from '../../contract/model.ts';
import type { DomainContext } from '../context.ts';
import { shownTeam, type TeamNames, teamNames } from '../team/list.ts';
import type { Model } from './model.ts';

/** The model as v2 and the member interface show it. */
export function describeModel(model: Model, names: TeamNames): ModelRecord {
  return {
    id: model.id,
    uid: model.uid,
    email: model.email,
    title: model.title,
    trigger: model.trigger,
    status: model.status,
    ...(model.failureReason && { final: true as const, failureReason: model.failureReason }),
    ...shownTeam(model.teamId, names),
    ...(model.isDevelopment && { isDevelopment: true as const }),
    ...(model.madeBy && { madeBy: model.madeBy }),
    photoCount: model.photoCount,
    availableCount: model.availableCount,
    hasFavorite: model.favoritePhotoId !== undefined,
    createdAt: model.createdAt,
    finishedAt: model.finishedAt,
    deletedAt: model.deletedAt,
  };
}

/** {@link describeModel} with the organization's team names looked up where the model has a team. */
export async function showModel(context: DomainContext, model: Model): Promise<ModelRecord> {
  const names = model.teamId === undefined ? new Map() : await teamNames(context, model.organizationId);
  return describeModel(model, names);
}
