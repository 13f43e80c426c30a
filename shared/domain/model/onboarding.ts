import { isDeepStrictEqual } from 'node:util';
import { counted, Problem } from '../../contract/errors.ts';
import type { Trigger } from '../../contract/schemas.ts';
import type { StyleChoice } from '../../contract/styles.ts';
import { UPLOAD_REQUIREMENTS } from '../../contract/upload-requirements.ts';
import { atLeast } from '../../table/condition.ts';
import type { DomainContext } from '../context.ts';
import { findMember } from '../member/member.ts';
import { balanceWrite, ledgerWrite } from '../organization/credits.ts';
import { readOrganization } from '../organization/organization.ts';
import { trailWrite } from '../trail/trail.ts';
import { type Model, modelNotFound } from './model.ts';
import { requireOffered } from './styles.ts';
import { changeModel, transitionWrites } from './transition.ts';

/** The choices that end onboarding. */
export interface OnboardingChoice {
  trigger: Trigger;
  name?: string | undefined;
  /** A part of the styles that the organization offers; all of them without it. */
  styles?: StyleChoice | undefined;
}

/**
 * onboarding → waiting. Takes a credit, none for a development model. A repeated call with the same choice takes nothing.
 * @throws INVALID_REQUEST when too few photos were accepted, or the organization does not offer a style, INSUFFICIENT_CREDITS without a credit.
 */
export async function finishOnboarding(
  context: DomainContext,
  organizationId: string,
  modelId: string,
  choice: OnboardingChoice,
): Promise<Model> {
  return changeModel(context, organizationId, modelId, async (model) => {
    if (model.status === 'deleted') throw modelNotFound();
    if (model.status !== 'onboarding') return alreadyFinished(model, choice);
    if (choice.styles) requireOffered(choice.styles, await readOrganization(context, organizationId));
    requireEnoughPhotos(model);
    const renamed = choice.name === undefined ? undefined : await readRenamed(context, model, choice.name);
    const { next, writes } = transitionWrites(context, model, {
      change: {
        status: 'waiting',
        trigger: choice.trigger,
        run: model.run + 1,
        tries: 1,
        creditTaken: !model.isDevelopment,
        ...(choice.name !== undefined && { title: choice.name }),
        ...(choice.styles && { styles: choice.styles }),
      },
      webhooks: ['model.status.updated'],
      effect: 'join-queue',
      renamed,
      condition: atLeast('acceptedUploads', UPLOAD_REQUIREMENTS.minPhotos),
    });
    return {
      next,
      writes: [
        ...writes,
        trailWrite(context, organizationId, 'model.queued', modelId),
        ...(model.isDevelopment
          ? []
          : [
              balanceWrite(organizationId, { credits: -1 }),
              ledgerWrite(context, organizationId, -1, 'model', modelId),
            ]),
      ],
    };
  });
}

/** The member of a model, and the name that it has given. @throws NOT_FOUND when the member is gone. */
async function readRenamed(context: DomainContext, { organizationId, memberId }: Model, name: string) {
  const member = await findMember(context, organizationId, memberId);
  if (!member) throw modelNotFound();
  return { member, name };
}

function alreadyFinished(model: Model, { trigger, styles }: OnboardingChoice) {
  if (model.trigger === trigger && isDeepStrictEqual(model.styles, styles))
    return { next: model, writes: [] };
  throw new Problem(
    'INVALID_REQUEST',
    'Onboarding is finished already; its choices can no longer be changed.',
  );
}

function requireEnoughPhotos(model: Model): void {
  const missing = UPLOAD_REQUIREMENTS.minPhotos - model.acceptedUploads;
  if (missing <= 0) return;
  throw new Problem(
    'INVALID_REQUEST',
    `${counted(model.acceptedUploads, 'photo was', 'photos were')} accepted so far and at least ${UPLOAD_REQUIREMENTS.minPhotos} are needed: add ${missing} more.`,
  );
}
