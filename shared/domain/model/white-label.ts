import { Problem } from '../../contract/errors.ts';
import { isoTime } from '../../platform/clock.ts';
import type { Transaction, Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { type AddressTaken, takeAddressWrite, takingAddress } from '../invite/address.ts';
import { listedMembers } from '../listed.ts';
import type { Member } from '../member/member.ts';
import { searchWordWrites } from '../member/search-words.ts';
import { signedUrlWrite } from '../member/session.ts';
import { countDevelopmentModel } from '../organization/limits.ts';
import type { Organization } from '../organization/organization.ts';
import { readTeam } from '../team/team.ts';
import { creationWrites, localPart, newModel } from './create.ts';
import { type Model, modelNotFound, projectionOf, readModel, requireDevelopment } from './model.ts';

/** Credits that a new model requires. The credit is taken when onboarding is finished. */
const REQUIRED_CREDITS = 1;

export interface NewWhiteLabelModel {
  email: string;
  teamId?: string | undefined;
  isDevelopment: boolean;
}

/**
 * Creates an anonymous member with a model in onboarding, and a signedUrl that opens a session for them.
 * @throws INVALID_REQUEST without a webhook URL or when the address is taken, NOT_FOUND for an unknown team,
 * INSUFFICIENT_CREDITS without a credit, RATE_LIMIT_EXCEEDED beyond the development models of a day.
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
  const member = newAnonymousMember(context, input);
  const model = newModel(context, organization, member, input);
  const { signedUrl, write: tokenWrite } = signedUrlWrite(
    context,
    appUrl,
    organization.id,
    member.id,
    model.id,
  );
  const withModel: Member = { ...member, modelId: model.id, model: projectionOf(model) };
  const writes: Transaction = [
    takeAddressWrite(organization.id, input.email, { memberId: member.id }),
    ...creationWrites(
      context,
      model,
      listedMembers.add(organization.id, withModel),
      input.isDevelopment ? 0 : REQUIRED_CREDITS,
    ),
    ...searchWordWrites(organization.id, undefined, member),
    tokenWrite,
  ];
  const create = (...counts: Write[]) =>
    takingAddress(
      context,
      organization.id,
      (error) => emailTaken(input.email, error),
      () => context.table.commit([...counts, ...writes]),
    );
  await (input.isDevelopment ? countDevelopmentModel(context, organization.id, create) : create());
  return { model, signedUrl };
}

/** A new signedUrl. @throws NOT_FOUND for a deleted or an invited member's model; FORBIDDEN by `developmentOnly`. */
export async function renewSignedUrl(
  context: DomainContext,
  organizationId: string,
  appUrl: string,
  modelId: string,
  { developmentOnly = false } = {},
): Promise<{ model: Model; signedUrl: string }> {
  const model = await readModel(context, organizationId, modelId);
  if (!model.whiteLabel || model.status === 'deleted') throw modelNotFound();
  if (developmentOnly) requireDevelopment(model);
  const { signedUrl, write } = signedUrlWrite(context, appUrl, organizationId, model.memberId, model.id);
  await context.table.commit([write]);
  return { model, signedUrl };
}

function newAnonymousMember(context: DomainContext, { email, teamId }: NewWhiteLabelModel): Member {
  return {
    id: context.newId('member'),
    email,
    anonymous: true,
    joinedAt: isoTime(context.clock.now()),
    ...(teamId !== undefined && { teamId }),
  };
}

function emailTaken(email: string, { inviteId }: AddressTaken): Problem {
  const [local, domain] = [localPart(email), email.slice(email.indexOf('@') + 1)];
  const suggestion = `${local}+1@${domain}`;
  return new Problem(
    'INVALID_REQUEST',
    `${inviteId === undefined ? 'A user with' : 'A pending invite to'} the e-mail address ${email} already exists. For another model use a plus-suffixed address such as ${suggestion}.`,
  );
}
