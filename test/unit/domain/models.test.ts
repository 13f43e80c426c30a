import { beforeEach, describe, expect, test, vi } from 'vitest';
import { findMember } from '../../../shared/domain/member/member.ts';
import { newSession } from '../../../shared/domain/member/open-session.ts';
import { findSession } from '../../../shared/domain/member/session.ts';
import { removeEverything } from '../../../shared/domain/model/cleanup.ts';
import { beginModel } from '../../../shared/domain/model/create.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { describeModel } from '../../../shared/domain/model/describe.ts';
import { finishOnboarding } from '../../../shared/domain/model/onboarding.ts';
import {
  beginGeneration,
  beginTraining,
  failModel,
  restartFailed,
  restartModel,
} from '../../../shared/domain/model/progress.ts';
import { createWhiteLabelModel, renewSignedUrl } from '../../../shared/domain/model/white-label.ts';
import { balanceWrite, readBalance } from '../../../shared/domain/organization/credits.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { changeSettings } from '../../../shared/domain/organization/settings.ts';
import { keys } from '../../../shared/table/keys.ts';
import { update } from '../../../shared/table/transaction.ts';
import { bareUpdate } from '../../support/bare-writes.ts';
import { interrupted } from '../../support/interrupted.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';
import { MemoryImages } from '../../support/memory-images.ts';

const APP_URL = 'https://app.test';

let world: InviteWorld;
let organizationId: string;
beforeEach(async () => {
  world = inviteWorld();
  organizationId = await world.newOrganization(10);
});

const organization = () => readOrganization(world.context, organizationId);

async function invited() {
  const { memberId } = await world.join(organizationId, 'anna@people.test');
  return { memberId, model: await beginModel(world.context, await organization(), memberId) };
}

async function whiteLabel(input: { email?: string; isDevelopment?: boolean; teamId?: string } = {}) {
  const person = { email: 'anna@people.test', isDevelopment: false, ...input };
  return (await createWhiteLabelModel(world.context, await organization(), APP_URL, person)).model;
}

/** The context of a request during which another one takes accepted uploads away. */
function losingUploads(modelId: string) {
  const fewer = update(keys.model(organizationId, modelId), { set: { acceptedUploads: 3 } });
  return interrupted(world.context, () => world.context.table.write(fewer));
}

describe('a model is not trained with uploads that are removed or expire at this moment', () => {
  test('when onboarding ends', async () => {
    const { id } = await whiteLabel();
    const model = keys.model(organizationId, id);
    await world.context.table.write(update(model, { set: { acceptedUploads: 4 } }));
    const finished = finishOnboarding(losingUploads(id), organizationId, id, { trigger: 'male' });
    await expect(finished).rejects.toThrow('add 1 more');
  });

  test('when an operator restarts it', async () => {
    const { memberId } = await world.join(organizationId, 'anna@people.test');
    const { id } = await world.onboard(organizationId, memberId);
    const run = { organizationId, modelId: id, run: 1 };
    await beginTraining(world.context, run);
    await failModel(world.context, run, 1, { isFinal: true });
    const restarted = restartFailed(losingUploads(id), organizationId, id, 'all');
    await expect(restarted).rejects.toThrow('have expired');
  });
});

test('a restart that is repeated begins one run, and a step that is late changes nothing', async () => {
  const { memberId } = await world.join(organizationId, 'anna@people.test');
  const { id } = await world.onboard(organizationId, memberId);
  const run = { organizationId, modelId: id, run: 1 };
  await beginTraining(world.context, run);
  await failModel(world.context, run, 1);
  const first = await restartModel(world.context, run);
  expect(await restartModel(world.context, run)).toMatchObject({ run: 2, sequence: first.sequence });
  const second = { ...run, run: 2 };
  await beginTraining(world.context, second);
  await beginGeneration(world.context, second, () => [], undefined, 'generated');
  const late = describeModel(await beginTraining(world.context, second), new Map());
  expect(late).toMatchObject({ status: 'generatingHeadshots', madeBy: 'generated' });
});

test.each([
  [false, 1],
  [true, 0],
])(
  'the end of onboarding at the same time, of a development model: %s, takes %d credits',
  async (isDevelopment, taken) => {
    const { id } = await whiteLabel({ isDevelopment });
    await world.context.table.write(update(keys.model(organizationId, id), { set: { acceptedUploads: 4 } }));
    const finish = () => finishOnboarding(world.context, organizationId, id, { trigger: 'male' });
    const finished = await Promise.all(Array.from({ length: 6 }, finish));
    expect(finished.map(({ status, run }) => [status, run])).toEqual(Array(6).fill(['waiting', 1]));
    expect((await readBalance(world.context, organizationId)).credits).toBe(10 - taken);
  },
);

test('the choice at the end of onboarding can be repeated, and not changed', async () => {
  const { memberId } = await world.join(organizationId, 'anna@people.test');
  const { id } = await world.onboard(organizationId, memberId);
  const finish = (trigger: 'person' | 'male') =>
    finishOnboarding(world.context, organizationId, id, { trigger });
  expect(await finish('person')).toMatchObject({ status: 'waiting', run: 1 });
  await expect(finish('male')).rejects.toThrow('can no longer be changed');
  const other = finishOnboarding(world.context, organizationId, id, {
    trigger: 'person',
    styles: { backdrops: ['sage'] },
  });
  await expect(other).rejects.toThrow('can no longer be changed');
});

test('finishing onboarding again takes nothing, even if the organization no longer offers its styles', async () => {
  const { memberId, model } = await invited();
  const key = keys.model(organizationId, model.id);
  await world.context.table.write(bareUpdate(key, { set: { acceptedUploads: 4 } }));
  const finish = () =>
    finishOnboarding(world.context, organizationId, model.id, {
      trigger: 'person',
      styles: { backdrops: ['sage'] },
    });
  const narrow = (backdrops: 'sage' | 'office') =>
    changeSettings(world.context, organizationId, { styles: { backdrops: [backdrops] } });
  await narrow('office');
  await expect(finish()).rejects.toThrow("does not offer 'sage'");
  await narrow('sage');
  const finished = await finish();
  expect(finished).toMatchObject({ status: 'waiting', memberId, styles: { backdrops: ['sage'] } });
  await narrow('office');
  expect(await finish()).toMatchObject({ run: 1, sequence: finished.sequence });
});

test('credits of an organization that is gone are not counted', async () => {
  const change = balanceWrite('org_gone', { credits: 1 });
  await expect(world.context.table.commit([change])).rejects.toThrow('has no balance');
});

describe('the deletion of a model', () => {
  const remove = (modelId: string) =>
    removeEverything(world.context, new MemoryImages(), { organizationId, modelId });

  test('removes no image of a model that is not deleted', async () => {
    await expect(remove((await whiteLabel()).id)).rejects.toThrow('is not deleted');
  });

  test('does not bring back an event that expires meanwhile', async () => {
    const { id } = await whiteLabel();
    await deleteModel(world.context, organizationId, id);
    const { table } = world.context;
    const event = keys.event(organizationId, id, 1);
    vi.spyOn(table, 'write').mockImplementationOnce(async (write) => {
      await table.removeAll([event]);
      return table.write(write);
    });
    await remove(id);
    expect(await table.get(event)).toBeUndefined();
  });

  test('leaves an invited member signed in, with an invite that has paid for nothing', async () => {
    const { memberId, model } = await invited();
    const member = await findMember(world.context, organizationId, memberId);
    if (!member) throw new Error('There is no member.');
    const { opened, write } = newSession(world.context, organizationId, member);
    await world.context.table.commit([write]);
    await deleteModel(world.context, organizationId, model.id);
    await remove(model.id);
    const found = await findSession(world.context, opened.session);
    expect(found?.member).toMatchObject({ id: memberId, deletedModelId: model.id });
    expect(found?.member).not.toHaveProperty('inviteUsedUp');
    const late = finishOnboarding(world.context, organizationId, model.id, { trigger: 'person' });
    await expect(late).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('by a test key concerns development models only, as do new signedUrls', async () => {
    const { id } = await whiteLabel();
    const forbidden = { code: 'FORBIDDEN' };
    const developmentOnly = { developmentOnly: true };
    const deleted = deleteModel(world.context, organizationId, id, developmentOnly);
    await expect(deleted).rejects.toMatchObject(forbidden);
    const renewed = renewSignedUrl(world.context, organizationId, APP_URL, id, developmentOnly);
    await expect(renewed).rejects.toMatchObject(forbidden);
  });
});

test.each([
  ['anna@people.test', 'succeeds'],
  ['anna+fail-once@people.test', 'fails-once'],
  ['anna+fail-always@people.test', 'fails-always'],
])('a development model for %s %s', async (email, scenario) => {
  expect(await whiteLabel({ email, isDevelopment: true })).toMatchObject({ scenario });
});

test('a white-label model of an unknown team is not created, and one for development needs no credit', async () => {
  await expect(whiteLabel({ teamId: 'team_unknown' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  organizationId = await world.newOrganization(0);
  await expect(whiteLabel()).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
  expect(await whiteLabel({ isDevelopment: true })).toMatchObject({ provider: 'development' });
});

test.each([
  ['another address', { email: 'ada@people.test' }],
  ['a team', { teamId: 'team_1' }],
  ['an invite', { inviteId: 'inv_2' }],
])('a member who gets %s at the first upload begins a model with it', async (_, change) => {
  const { memberId } = await world.join(organizationId, 'anna@people.test');
  const changed = bareUpdate(keys.member(organizationId, memberId), { set: change });
  const meanwhile = interrupted(world.context, () => world.context.table.write(changed));
  expect(await beginModel(meanwhile, await organization(), memberId)).toMatchObject(change);
});

test('a member whose invite is used up at the first upload begins no model', async () => {
  const { memberId } = await world.join(organizationId, 'anna@people.test');
  const used = async () => {
    const { id } = await world.onboard(organizationId, memberId);
    await deleteModel(world.context, organizationId, id);
  };
  const begun = beginModel(interrupted(world.context, used), await organization(), memberId);
  await expect(begun).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
