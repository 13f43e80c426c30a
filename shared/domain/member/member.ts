import type { GivenConsent } from '../../contract/consent.ts';
import type { Language } from '../../contract/languages.ts';
import type { LikedStatus } from '../../contract/photo.ts';
import type { ModelStatus } from '../../contract/schemas.ts';
import type { Posting } from '../../mail/message.ts';
import { keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';

export interface Member {
  id: string;
  email: string;
  /** The address that the member has chosen in place of `email`, until it is confirmed. */
  pendingEmail?: string;
  name?: string;
  /** Whether a link that was mailed to `email` was opened, which only its mailbox can tell. */
  isReached?: boolean;
  /** The language of mails, as chosen on a page; absent for that of the organization. */
  language?: Language;
  teamId?: string;
  /** The invite by which the member may have a model: the latest that the member has used. */
  inviteId?: string;
  /** True when the invite has paid for a model that was deleted: another model needs a new invite. */
  inviteUsedUp?: boolean;
  /** The member's model; absent until there is one, and again once it was deleted. */
  modelId?: string;
  /** The latest of the member's models that were deleted. */
  deletedModelId?: string;
  /** The fields of the model that lists of members show. Each change of the model updates them. */
  model?: ModelProjection;
  /** True for the anonymous user of a white-label model. */
  anonymous: boolean;
  joinedAt: string;
  /** The consent to the use of the photos; absent until the member has agreed. */
  consent?: GivenConsent;
}

export interface ModelProjection {
  status: ModelStatus;
  photoCount: number;
  availableCount: number;
  favoritePhotoId?: string;
  /** The rating of the favorite, while there is one. */
  favoriteLikedStatus?: LikedStatus;
  finishedAt: string | null;
  /** The time at which the member's access to the model ends. */
  inviteExpiresAt: string;
  /** Present when true. */
  isDevelopment?: true;
}

export async function findMember(
  context: DomainContext,
  organizationId: string,
  memberId: string,
): Promise<Member | undefined> {
  return context.table.get<Member>(keys.member(organizationId, memberId));
}

/** The member who has an address; undefined while only an invite has it. */
export async function findMemberAt(context: DomainContext, organizationId: string, email: string) {
  const holder = await context.table.get<{ memberId?: string }>(keys.email(organizationId, email));
  return holder?.memberId === undefined ? undefined : findMember(context, organizationId, holder.memberId);
}

/** What is known of the recipient of a mail: an invited person, or a member. */
export function acquaintance(member: Pick<Member, 'isReached'> | undefined): Posting['recipient'] {
  return member?.isReached ? 'known' : 'new';
}

/** Whether the member's access to the model is over. The organization keeps its access. */
export function accessEnded({ model }: Member, now: number): boolean {
  return model !== undefined && Date.parse(model.inviteExpiresAt) <= now;
}

/** Whether the member has access: until the end that the model has or, without a model, the invite. */
export function hasAccess(
  { model }: Member,
  invite: { expiresAt: string } | undefined,
  now: number,
): boolean {
  const end = model?.inviteExpiresAt ?? invite?.expiresAt;
  return end !== undefined && Date.parse(end) > now;
}

export function describeMember(member: Member) {
  return { id: member.id, email: member.email, name: member.name ?? null };
}

/** The member as the member itself sees it. */
export function describeOwnMember(member: Member) {
  const { pendingEmail = null, language = null } = member;
  return { ...describeMember(member), pendingEmail, language };
}
