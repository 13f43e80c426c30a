import { beforeEach, describe, expect, test } from 'vitest';
import type { MailEvent } from '../../../shared/contract/events.ts';
import { contextWith } from '../../../shared/domain/context.ts';
import { eraseMember } from '../../../shared/domain/erasure/person.ts';
import { mailInvite } from '../../../shared/domain/invite/mail.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { signUp } from '../../../shared/domain/invite/sign-up.ts';
import { describePerson, readPerson } from '../../../shared/domain/member/person.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { readModel } from '../../../shared/domain/model/model.ts';
import { beginTraining, failModel, restartFailed } from '../../../shared/domain/model/progress.ts';
import { readBalance } from '../../../shared/domain/organization/credits.ts';
import { mailFavorite } from '../../../shared/domain/photo/favorite-mail.ts';
import { chooseForMember, deletePhoto, ratePhoto } from '../../../shared/domain/photo/photo.ts';
import { describeTrail, listTrail, type TrailFilter } from '../../../shared/domain/trail/read.ts';
import { DAY, isoTime } from '../../../shared/platform/clock.ts';
import { collections, keys } from '../../../shared/table/keys.ts';
import { update } from '../../../shared/table/transaction.ts';
import { confirmChosen } from '../../support/chosen-address.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';

const EMAIL = 'ada@people.test';
/** What the trail has of one person who is invited, fails and is started again. */
const OF_ONE = ['invite.sent', 'member.signed_up', 'model.created', 'model.queued', 'model.restarted'];

let world: InviteWorld;
let organizationId: string;
beforeEach(async () => {
  world = inviteWorld();
  organizationId = await world.newOrganization(3);
});

async function waiting(email = EMAIL) {
  const { inviteId, memberId } = await world.join(organizationId, email);
  const { id: modelId, run } = await world.onboard(organizationId, memberId, 'Ada Lace');
  return { inviteId, memberId, modelId, run: { organizationId, modelId, run } };
}

async function withPhotos(email = EMAIL) {
  const person = await waiting(email);
  await world.finish(person.run, ['pho_1', 'pho_2']);
  return person;
}

async function failed() {
  const person = await waiting();
  await beginTraining(world.context, person.run);
  await failModel(world.context, person.run, 1, { isFinal: true });
  return person;
}

/** Entries by their actions, the newest first. */
async function trail(filter: TrailFilter, limit = 50) {
  const { entries, next } = await listTrail(world.context, organizationId, { limit, ...filter });
  return { actions: entries.map(({ action }) => action), entries, next };
}

describe('a person', () => {
  test('is found by the member, by the model and by the address, and not by those of another organization', async () => {
    const { memberId, modelId } = await waiting();
    const found = await readPerson(world.context, organizationId, memberId);
    expect(describePerson(found, new Map(), 0)).toMatchObject({
      member: { id: memberId, name: 'Ada Lace' },
      invite: { email: EMAIL, status: 'generating' },
      model: { id: modelId, status: 'waiting' },
    });
    const other = await world.newOrganization(1);
    for (const who of [memberId, modelId, EMAIL]) {
      expect(await readPerson(world.context, organizationId, who)).toEqual(found);
      await expect(readPerson(world.context, other, who)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  test('is found by an address that was chosen at sign-up, with the invite to another one', async () => {
    const { id } = await sendInvite(world.context, organizationId, { email: EMAIL });
    const { member } = await signUp(world.context, id, { email: 'lace@people.test' });
    await confirmChosen(world.context, organizationId, member.id);
    const found = await readPerson(world.context, organizationId, 'lace@people.test');
    expect(found.invite).toMatchObject({ id, email: EMAIL });
  });

  test('who was erased is found by the model that is left', async () => {
    const { memberId, modelId } = await waiting();
    await eraseMember(world.context, organizationId, memberId, 'organization');
    const left = { member: undefined, model: { id: modelId, status: 'deleted' } };
    expect(await readPerson(world.context, organizationId, modelId)).toMatchObject(left);
  });

  test('who was only invited is found by the address, without what lets its holder sign up', async () => {
    const { id } = await sendInvite(world.context, organizationId, { email: EMAIL });
    world.pass(1);
    const mail = { template: 'invite', organizationId, inviteId: id, mail: 1 } as const;
    await mailInvite(world.context, 'https://app.test', world.mailer, mail);
    const shown = describePerson(await readPerson(world.context, organizationId, EMAIL), new Map(), 0);
    expect(shown).toMatchObject({
      member: null,
      invite: { email: EMAIL, status: 'pending', mailedAt: isoTime(world.context.clock.now()) },
      model: null,
    });
    expect(JSON.stringify(shown)).not.toContain(id);
  });
});

describe('a favorite chosen on behalf of a member', () => {
  async function messages(modelId: string): Promise<MailEvent['message'][]> {
    const events = await world.context.table.all<MailEvent>({
      PK: keys.favoriteMailEvent(organizationId, modelId, '').PK,
      prefix: 'FAVORITE_MAIL#',
    });
    return events.map(({ message }) => message);
  }
  async function sendMail(modelId: string): Promise<void> {
    for (const message of await messages(modelId)) {
      if (message.template !== 'favorite-chosen') throw new Error(`This is a mail ${message.template}.`);
      await mailFavorite(world.context, 'https://app.test', world.mailer, message);
    }
  }

  test('is in the trail with who chose, and told to the member, who gets a link to choose another', async () => {
    const { modelId } = await withPhotos();
    const context = contextWith(world.context, { actor: { kind: 'user', id: 'user_1' } });
    await chooseForMember(context, organizationId, modelId, 'pho_2');
    expect((await readModel(world.context, organizationId, modelId)).favoritePhotoId).toBe('pho_2');
    expect((await trail({ kind: 'photo' })).entries).toMatchObject([
      { action: 'photo.chosen', target: modelId, actor: { kind: 'user', id: 'user_1' } },
    ]);
    await sendMail(modelId);
    expect(world.mails).toMatchObject([{ to: EMAIL, subject: 'A headshot was chosen for you at Inviting' }]);
    expect(world.mails[0]?.text).toContain('https://app.test/auth/signup?token=');
  });

  test.each(['whiteLabel', 'isDevelopment'])('sends no mail for a model with %s', async (kind) => {
    const { modelId } = await withPhotos();
    await world.context.table.write(update(keys.model(organizationId, modelId), { set: { [kind]: true } }));
    await chooseForMember(world.context, organizationId, modelId, 'pho_2');
    expect(await messages(modelId)).toEqual([]);
  });

  test('changes and tells nothing when it is the favorite already', async () => {
    const { modelId } = await withPhotos();
    await ratePhoto(world.context, organizationId, modelId, 'pho_1', { favorite: true });
    await chooseForMember(world.context, organizationId, modelId, 'pho_1');
    expect((await trail({ kind: 'photo' })).entries).toEqual([]);
    expect(await messages(modelId)).toEqual([]);
  });

  test('is not told any more once the member has chosen another one', async () => {
    const { modelId } = await withPhotos();
    const choose = () => chooseForMember(world.context, organizationId, modelId, 'pho_1');
    await choose();
    await ratePhoto(world.context, organizationId, modelId, 'pho_2', { favorite: true });
    await sendMail(modelId);
    expect(world.mails).toEqual([]);
    await choose();
    expect(await messages(modelId)).toHaveLength(2);
  });

  test('is told without a link to a member whose access has ended', async () => {
    const { modelId } = await withPhotos();
    world.pass(31 * DAY);
    await chooseForMember(world.context, organizationId, modelId, 'pho_1');
    await sendMail(modelId);
    expect(world.mails[0]?.text).toContain('tell Inviting');
    expect(world.mails[0]?.text + (world.mails[0]?.html ?? '')).not.toContain('https://');
  });

  test('is not a photo that the member has put away, and not one of another organization', async () => {
    const { modelId } = await withPhotos();
    await deletePhoto(world.context, organizationId, modelId, 'pho_1');
    const choose = (organization: string, photoId = 'pho_1') =>
      chooseForMember(world.context, organization, modelId, photoId);
    await expect(choose(organizationId)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(choose(organizationId, 'pho_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(choose(await world.newOrganization(1))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a restart by the organization', () => {
  test('is one try for a credit, which comes back when it fails again', async () => {
    const { run, modelId } = await failed();
    const credits = async () => (await readBalance(world.context, organizationId)).credits;
    const before = await credits();
    const model = await restartFailed(world.context, organizationId, modelId);
    expect(model).toMatchObject({ status: 'waiting', run: run.run + 1 });
    expect(await credits()).toBe(before - 1);
    const next = { ...run, run: model.run };
    await beginTraining(world.context, next);
    expect(await failModel(world.context, next, 1)).toMatchObject({ restart: false });
    expect(await credits()).toBe(before);
    expect(await world.violations(organizationId)).toEqual([]);
  });
});

describe('the audit trail of one person', () => {
  test('has what was done to the invite, the member and the model, and nothing of others', async () => {
    const { memberId, modelId } = await failed();
    await waiting('bob@people.test');
    await restartFailed(world.context, organizationId, modelId);
    for (const person of [memberId, modelId, EMAIL]) {
      const { actions, next } = await trail({ person });
      expect(actions.toSorted()).toEqual(OF_ONE);
      expect(next).toBeNull();
    }
    expect((await trail({ person: EMAIL, kind: 'invite' })).actions).toEqual(['invite.sent']);
    expect((await trail({ person: 'no-one@people.test' })).actions).toEqual([]);
    await deleteModel(world.context, organizationId, modelId);
    expect((await trail({ person: memberId })).actions.toSorted()).toEqual(
      [...OF_ONE, 'model.deleted'].sort(),
    );
  });

  test('is read a page at a time', async () => {
    const { modelId } = await failed();
    const all = (await trail({ person: modelId })).entries;
    const read = [];
    let before: string | undefined;
    do {
      const page = await listTrail(world.context, organizationId, { limit: 1, person: modelId, before });
      read.push(...page.entries);
      before = page.next ?? undefined;
    } while (before !== undefined);
    expect(read).toEqual(all);
    const early = { limit: 1, person: modelId, before: `trl_${'0'.repeat(26)}` };
    expect(await listTrail(world.context, organizationId, early)).toEqual({ entries: [], next: null });
  });

  test('names people by their names until they are erased, and stores ids only', async () => {
    const { memberId, inviteId } = await waiting();
    const names = async () => {
      const { entries } = await trail({ person: memberId });
      const described = await describeTrail(world.context, organizationId, entries);
      return described.filter(({ action }) => action === 'member.signed_up' || action === 'invite.sent');
    };
    expect(await names()).toMatchObject([
      { target: inviteId, targetName: EMAIL, actor: { id: memberId, name: 'Ada Lace' } },
      { target: inviteId, targetName: EMAIL, actor: { kind: 'system', name: null } },
    ]);
    const stored = await world.context.table.all(collections.trailEvents(organizationId));
    expect(JSON.stringify(stored)).not.toMatch(/Ada|@/);
    await eraseMember(world.context, organizationId, memberId, 'organization');
    expect((await names())[0]?.actor).toEqual({ kind: 'member', id: memberId, name: null });
  });
});
