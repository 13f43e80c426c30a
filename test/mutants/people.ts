import type { Slip } from './slip.ts';

export const slips: readonly Slip[] = [
  {
    name: 'invites: mails of slots that were not used are given back',
    promise: 'Gives back the slots that are left, and their mails.',
    file: 'shared/domain/invite/reservation.ts',
    find: '[update(keys.inviteMailsOn(organizationId, mailDay), { add: { mails: -slots } })]',
    replace: '[]',
    tests: ['test/unit/invites/bulk.test.ts'],
  },
  {
    name: 'invites: the oldest mail makes room',
    promise: 'The attribute that the next mail overwrites: one that is free, or the oldest.',
    file: 'shared/domain/invite/mail-limit.ts',
    find: '(mails[time] ?? 0) < (mails[oldest] ?? 0) ? time : oldest',
    replace: '(mails[time] ?? 0) > (mails[oldest] ?? 0) ? time : oldest',
    tests: ['test/unit/invites/mail-limit.test.ts'],
  },
  {
    name: 'invites: mails of a day have room for all or none',
    promise: 'RATE_LIMIT_EXCEEDED, also when committed, without room for all of them.',
    file: 'shared/domain/invite/mail-limit.ts',
    find: "atMost('mails', most - count)",
    replace: "atMost('mails', most)",
    tests: ['test/unit/invites/mail-limit.test.ts'],
  },
  {
    name: 'invites: a mail is counted where none came in between',
    promise: 'Counts a mail to an address.',
    file: 'shared/domain/invite/mail-limit.ts',
    find: 'either(attributeAbsent(oldest), atMost(oldest, now - DAY)),',
    replace: 'either(attributeAbsent(oldest), atMost(oldest, now)),',
    tests: ['test/unit/invites/mail-limit.test.ts'],
  },
];
