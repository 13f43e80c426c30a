import { expect, test } from 'vitest';
import { readTrail, type TrailEntry } from '../../../web/admin/access/read-trail.ts';
import { trailCsv } from '../../../web/admin/access/trail-csv.ts';
import { sentenceOf } from '../../../web/admin/access/trail-sentence.ts';
import { type Person, stateOf } from '../../../web/admin/person/state.ts';
import { adminAccess } from '../../../web/text/admin-access.ts';

const TIME = '2026-05-04T12:00:00.000Z';
const member = {
  id: 'mem_1',
  email: 'a@people.test',
  name: null,
  teamId: null,
  teamName: null,
  joinedAt: TIME,
  status: 'accepted',
} as const;
const invite = { email: 'a@people.test', status: 'pending', createdAt: TIME, expiresAt: TIME } as const;
const model = {
  ...{ id: 'mdl_1', uid: 'user_1', email: 'a@people.test', title: 'a', trigger: 'person' as const },
  ...{ teamId: null, teamName: null, photoCount: 0, availableCount: 0, hasFavorite: false },
  ...{ createdAt: TIME, finishedAt: null, deletedAt: null, status: 'waiting' as const },
};
const refused = { reason: 'bounced', at: TIME } as const;

test.each<[string, Person]>([
  ['invited', { member: null, invite, model: null }],
  ['bounced', { member: null, invite: { ...invite, mailRefused: refused }, model: null }],
  ['over', { member: null, invite: { ...invite, status: 'revoked' }, model: null }],
  ['joined', { member, invite: { ...invite, status: 'accepted' }, model: null }],
  ['joined', { member, invite: null, model: { ...model, status: 'deleted' } }],
  ['uploading', { member, invite: null, model: { ...model, status: 'onboarding' } }],
  ['making', { member, invite: null, model }],
  ['ready', { member, invite: null, model: { ...model, status: 'active' } }],
  ['chosen', { member, invite: null, model: { ...model, status: 'active', hasFavorite: true } }],
  ['again', { member, invite: null, model: { ...model, status: 'failed' } }],
  ['failed', { member, invite: null, model: { ...model, status: 'failed', final: true } }],
  ['erased', { member: null, invite: null, model: { ...model, status: 'deleted' } }],
])('a person is %s, by what the service answers', (state, person) => {
  expect(stateOf(person)).toBe(state);
});

const entry: TrailEntry = {
  id: 'trl_1',
  action: 'invite.sent',
  target: 'inv_secret',
  targetName: '=a@people.test',
  actor: { kind: 'key', id: 'key_1', name: null },
  fields: [],
  address: null,
  createdAt: TIME,
};

test('the file of the audit trail has plain words, then ids, and no id that lets someone sign up', () => {
  expect(trailCsv([entry], adminAccess.en.trail, 'en').split('\r\n')[1]).toBe(
    `${TIME},an invite was sent,'=a@people.test,A deleted API key,,invite.sent,,key_1`,
  );
});

test('the audit trail names the settings that have changed, in the words of the desk', () => {
  const changed = {
    ...entry,
    action: 'organization.updated',
    fields: ['photosBy', 'accent', 'newer'],
  } as const;
  expect(sentenceOf({ ...changed, fields: [...changed.fields] }, adminAccess.de.trail)).toBe(
    'Die Einstellungen der Organisation wurden geändert: Fotos bis, Akzentfarbe, newer',
  );
  expect(sentenceOf(entry, adminAccess.en.trail)).toBe('an invite was sent');
});

test('a page of a filter is read on over answers without entries, until it is full', async () => {
  const answers = [
    { entries: [], next: 'trl_9' },
    { entries: [entry], next: 'trl_8' },
    { entries: [entry], next: 'trl_7' },
  ];
  const asked: object[] = [];
  const page = await readTrail(
    async (part) => {
      asked.push(part);
      return answers[asked.length - 1] ?? { entries: [], next: null };
    },
    undefined,
    2,
  );
  expect(page).toEqual({ entries: [entry, entry], next: 'trl_7' });
  expect(asked).toEqual([
    { limit: 2, before: undefined },
    { limit: 2, before: 'trl_9' },
    { limit: 1, before: 'trl_8' },
  ]);
});
