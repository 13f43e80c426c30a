import { Problem } from '../../contract/errors.ts';
import { isoTime } from '../../platform/clock.ts';
import { equals } from '../../table/condition.ts';
import { ConcurrencyConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { remove, type Transaction, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { type ErasureRequester, erasureWrites } from '../erasure/erasure.ts';
import { balanceWrite } from '../organization/credits.ts';
import { trailWrite } from '../trail/trail.ts';
import { countsAsPendingInvite, type Model, modelNotFound } from './model.ts';
import { changeModel, transitionWrites } from './transition.ts';

export interface DeletionOptions {
  whiteLabelOnly?: boolean;
  /** Erases an invited member, too. */
  eraseMember?: boolean;
  /** Default: the organization. */
  requestedBy?: ErasureRequester;
}

/**
 * any state → deleted, for good. The item remains as a tombstone without personal data. The event's effect
 * stops the execution and removes the images. An anonymous member is erased with the model; an invited
 * member stays, unless `eraseMember` is set.
 * @throws NOT_FOUND, ALREADY_DELETED.
 */
export async function deleteModel(
  context: DomainContext,
  organizationId: string,
  modelId: string,
  options: DeletionOptions = {},
): Promise<Model> {
  return changeModel(context, organizationId, modelId, (model) => {
    if (options.whiteLabelOnly && !model.whiteLabel) throw modelNotFound();
    if (model.status === 'deleted') throw new Problem('ALREADY_DELETED', 'The model is deleted already.');
    const { next, writes } = transitionWrites(context, model, {
      change: {
        status: 'deleted',
        email: '',
        title: '',
        trigger: 'person',
        photoCount: 0,
        availableCount: 0,
        deletedAt: isoTime(context.clock.now()),
      },
      clear: ['favoritePhotoId', 'failureReason'],
      webhooks: ['model.deleted'],
      effect: 'delete-images',
      member: memberWrites(context, model, options),
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

function memberWrites(
  context: DomainContext,
  model: Model,
  { eraseMember = false, requestedBy = 'organization' }: DeletionOptions,
): Transaction {
  const { organizationId, memberId, email } = model;
  const member = keys.member(organizationId, memberId);
  const itsModel = {
    condition: equals('modelId', model.id),
    onConditionFailed: () => new ConcurrencyConflict(`The member of ${model.id} has changed.`),
  };
  if (!model.whiteLabel && !eraseMember) {
    // A credit that stays taken uses up the invite, so that deleting and starting again takes no further one.
    const set = { deletedModelId: model.id, ...(model.creditTaken && { inviteUsedUp: true }) };
    return [update(member, { set, remove: ['modelId', 'model'] }, itsModel)];
  }
  return [
    remove(member, itsModel),
    remove(keys.email(organizationId, email)),
    ...erasureWrites(context, { organizationId, memberId, email, model }, requestedBy),
  ];
}
