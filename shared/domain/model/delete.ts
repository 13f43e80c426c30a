import { Problem } from '../../contract/errors.ts';
import { isoTime } from '../../platform/clock.ts';
import { equals } from '../../table/condition.ts';
import { ConcurrencyConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { remove, type Transaction, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { balanceWrite } from '../organization/credits.ts';
import { trailWrite } from '../trail/trail.ts';
import { countsAsPendingInvite, type Model, modelNotFound } from './model.ts';
import { changeModel, transitionWrites } from './transition.ts';

/**
 * any state → deleted, for good. The item remains as a tombstone without personal data. The event's effect
 * stops the execution and removes the images. An anonymous member is deleted with the model; an invited
 * member stays.
 * @throws NOT_FOUND, ALREADY_DELETED.
 */
export async function deleteModel(
  context: DomainContext,
  organizationId: string,
  modelId: string,
  options: { whiteLabelOnly?: boolean } = {},
): Promise<Model> {
  return changeModel(context, organizationId, modelId, (model) => {
    if (options.whiteLabelOnly && !model.whiteLabel) throw modelNotFound();
    if (model.status === 'deleted') throw new Problem('ALREADY_DELETED', 'The model is deleted already.');
    const { next, writes } = transitionWrites(context, model, {
      change: {
        status: 'deleted',
        email: '',
        title: '',
        photoCount: 0,
        deletedAt: isoTime(context.clock.now()),
      },
      clear: ['favoritePhotoId'],
      webhooks: ['model.deleted'],
      effect: 'delete-images',
      member: memberWrites(model),
    });
    return {
      next,
      writes: [
        ...writes,
        trailWrite(context, organizationId, 'model.deleted', modelId),
        ...(countsAsPendingInvite(model.status)
          ? [balanceWrite(organizationId, { pendingInvites: -1 })]
          : []),
      ],
    };
  });
}

function memberWrites(model: Model): Transaction {
  const member = keys.member(model.organizationId, model.memberId);
  if (!model.whiteLabel) {
    return [
      update(
        member,
        { set: { deletedModelId: model.id }, remove: ['modelId', 'model'] },
        {
          condition: equals('modelId', model.id),
          onConditionFailed: () => new ConcurrencyConflict(`The member of ${model.id} has changed.`),
        },
      ),
    ];
  }
  return [remove(member), remove(keys.email(model.organizationId, model.email))];
}
