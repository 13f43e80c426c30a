import { Problem } from '../../contract/errors.ts';
import { isoTime } from '../../platform/clock.ts';
import { ulid } from '../../platform/id.ts';
import { absent } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { put } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import type { Member } from '../member/member.ts';
import { signedUrlStep } from '../member/session.ts';
import { balanceStep } from '../organization/credits.ts';
import type { Organization } from '../organization/organization.ts';
import { readTeam } from '../team/team.ts';
import { ACCESS_LIFETIME, type Model, mirrorOf, modelNotFound, readModel, type Scenario } from './model.ts';
import { eventStep } from './move.ts';

/** A model must be affordable when it is created; the credit itself is taken when onboarding is finished. */
const REQUIRED_CREDITS = 1;

export interface NewWhiteLabelModel {
  email: string;
  teamId?: string | undefined;
  isDevelopment: boolean;
}

/**
 * Makes an anonymous member and a model in onboarding, and a signedUrl that opens them.
 * @throws INVALID_REQUEST without a webhook URL or when the address is taken, NOT_FOUND for an unknown team,
 * INSUFFICIENT_CREDITS when there is none and the model is not for development.
 */
export async function createWhiteLabelModel(
  context: DomainContext,
  organization: Organization,
  appUrl: string,
  input: NewWhiteLabelModel,
): Promise<{ model: Model; signedUrl: string }> {
  if (input.teamId !== undefined) await readTeam(context, organization.id, input.teamId);
  if (!organization.webhookUrl) {
    throw new Problem(
      'INVALID_REQUEST',
      'White-label models need a webhook URL: set one in the settings of the organization.',
    );
  }
  const { member, model } = newMemberAndModel(context, organization, input);
  const { signedUrl, step: tokenStep } = signedUrlStep(context, appUrl, organization.id, member.id, model.id);
  await context.table.commit([
    put(
      { ...keys.email(organization.id, input.email), entity: 'EMAIL', memberId: member.id },
      { condition: absent, refusal: () => emailTaken(input.email) },
    ),
    put({
      ...keys.member(organization.id, member.id),
      entity: 'MEMBER',
      ...member,
      model: mirrorOf(model),
    }),
    put({ ...keys.model(organization.id, model.id), entity: 'MODEL', ...model }),
    balanceStep(organization.id, { pendingInvites: 1 }, input.isDevelopment ? 0 : REQUIRED_CREDITS),
    eventStep(context, model, { webhooks: ['model.created'] }),
    tokenStep,
  ]);
  return { model, signedUrl };
}

/** A fresh signedUrl for a white-label model. @throws NOT_FOUND, for deleted and for invited ones too. */
export async function renewSignedUrl(
  context: DomainContext,
  organization: Organization,
  appUrl: string,
  modelId: string,
): Promise<{ model: Model; signedUrl: string }> {
  const model = await readModel(context, organization.id, modelId);
  if (!model.whiteLabel || model.status === 'deleted') throw modelNotFound();
  const { signedUrl, step } = signedUrlStep(context, appUrl, organization.id, model.memberId, model.id);
  await context.table.commit([step]);
  return { model, signedUrl };
}

function newMemberAndModel(context: DomainContext, organization: Organization, input: NewWhiteLabelModel) {
  const now = context.clock.now();
  const memberId = context.newId('member');
  const modelId = context.newId('model');
  const team = input.teamId === undefined ? {} : { teamId: input.teamId };
  const member: Member = {
    id: memberId,
    email: input.email,
    modelId,
    anonymous: true,
    joinedAt: isoTime(now),
    ...team,
  };
  const provider = input.isDevelopment ? 'development' : organization.provider;
  const model: Model = {
    id: modelId,
    organizationId: organization.id,
    memberId,
    uid: `anon_${ulid(context.clock, context.randomness)}`,
    email: input.email,
    title: localPart(input.email),
    trigger: 'person',
    status: 'onboarding',
    isDevelopment: input.isDevelopment,
    whiteLabel: true,
    scenario: scenarioOf(input.email),
    attempt: 0,
    tries: 0,
    creditTaken: false,
    uploadCount: 0,
    acceptedUploads: 0,
    photoCount: 0,
    createdAt: isoTime(now),
    finishedAt: null,
    deletedAt: null,
    inviteExpiresAt: isoTime(now + ACCESS_LIFETIME),
    sequence: 1,
    ...team,
    ...(provider && { provider }),
  };
  return { member, model };
}

function localPart(email: string): string {
  return email.slice(0, email.indexOf('@'));
}

/** `anna+fail-once@…` and `anna+fail-always@…` let a partner see, in development, what a failure looks like. */
function scenarioOf(email: string): Scenario {
  if (localPart(email).endsWith('+fail-once')) return 'fails-once';
  if (localPart(email).endsWith('+fail-always')) return 'fails-always';
  return 'succeeds';
}

function emailTaken(email: string): Problem {
  const [local, domain] = [localPart(email), email.slice(email.indexOf('@') + 1)];
  const suggestion = `${local}+1@${domain}`;
  return new Problem(
    'INVALID_REQUEST',
    `A user with the e-mail address ${email} already exists. For another model use a plus-suffixed address such as ${suggestion}.`,
  );
}
