import type { Answer } from '../../service/api.ts';

export type Person = Omit<Answer<'GET /api/admin/people/{person}'>, 'success'>;

/** How far a person is. */
export type PersonState =
  | 'invited'
  | 'bounced'
  | 'over'
  | 'joined'
  | 'uploading'
  | 'making'
  | 'again'
  | 'ready'
  | 'chosen'
  | 'failed'
  | 'erased';

export function stateOf({ member, invite, model }: Person): PersonState {
  if (!member) {
    if (!invite) return 'erased';
    if (invite.status !== 'pending') return 'over';
    return invite.mailRefused ? 'bounced' : 'invited';
  }
  switch (model?.status) {
    case 'onboarding':
      return 'uploading';
    case 'waiting':
    case 'pending':
    case 'generatingHeadshots':
      return 'making';
    case 'active':
      return model.hasFavorite ? 'chosen' : 'ready';
    case 'failed':
      return model.final ? 'failed' : 'again';
    default:
      return 'joined';
  }
}

/** The name of a person, or the address where there is none; both are empty for someone who was erased. */
export function nameOf({ member, invite, model }: Person): { name: string; email: string } {
  const email = member?.email ?? invite?.email ?? model?.email ?? '';
  return { name: (member ? member.name : invite?.name) ?? email, email };
}
