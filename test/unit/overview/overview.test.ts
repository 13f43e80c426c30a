import { beforeEach, expect, test } from 'vitest';
import { expireInvites } from '../../../shared/domain/invite/expire.ts';
import { revokeInvite } from '../../../shared/domain/invite/revoke.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { beginModel } from '../../../shared/domain/model/create.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { readModel } from '../../../shared/domain/model/model.ts';
import {
  beginGeneration,
  beginTraining,
  failModel,
  finishGeneration,
} from '../../../shared/domain/model/progress.ts';
import { createWhiteLabelModel } from '../../../shared/domain/model/white-label.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { describeOverview } from '../../../shared/domain/overview/overview.ts';
import { showRefused } from '../../../shared/domain/suppression/suppression.ts';
import { announceUploads, judgedUpload } from '../../../shared/domain/upload/upload.ts';
import { reasons } from '../../../shared/images/reasons.ts';
import { foldLists } from '../../../shared/lists/fold-lists.ts';
import { DAY, HOUR, isoTime, MINUTE } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import { update } from '../../../shared/table/transaction.ts';
import { bareUpdate } from '../../support/bare-writes.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';

let world: InviteWorld;
let organizationId: string;
beforeEach(async () => {
  world = inviteWorld();
  organizationId = await world.newOrganization(300);
});

const overview = () => describeOverview(world.context, organizationId, 'https://app.test');
const stuck = async () =>
  (await overview()).stuck.map(({ reason, total, people }) => [
    reason,
    total,
    people.map(({ email }) => email),
  ]);
const invite = (email: string) => sendInvite(world.context, organizationId, { email });

async function onboarded(email: string) {
  const { memberId } = await world.join(organizationId, email);
  const model = await world.onboard(organizationId, memberId);
  return { model, run: { organizationId, modelId: model.id, run: model.run } };
}

/** A member with a model in onboarding. */
async function begun(email: string) {
  const { memberId } = await world.join(organizationId, email);
  return beginModel(world.context, await readOrganization(world.context, organizationId), memberId);
}

test('an organization whose people need no help has none who are stuck, and no pace yet', async () => {
  await invite('invited@people.test');
  await world.join(organizationId, 'joined@people.test');
  await begun('uploads@people.test');
  await onboarded('waits@people.test');
  expect(await overview()).toEqual({ stuck: [], pace: null, cost: [] });
});

test('a model that failed for good is stuck, and one that restarts by itself is not', async () => {
  const [final, restarts] = [await onboarded('final@people.test'), await onboarded('again@people.test')];
  world.pass(MINUTE);
  await failModel(world.context, final.run, 1, { isFinal: true, reasonOf: () => 'photos-refused' });
  await failModel(world.context, restarts.run, 1);
  const [group] = (await overview()).stuck;
  expect(group).toEqual({
    reason: 'model-failed',
    total: 1,
    people: [
      expect.objectContaining({
        email: 'final@people.test',
        since: isoTime(world.now()),
        modelId: final.model.id,
        failureReason: 'photos-refused',
      }),
    ],
  });
});

test('people who do not continue are stuck after three days, those with refused photos by themselves', async () => {
  await world.join(organizationId, 'joined@people.test');
  await begun('empty@people.test');
  const gone = await begun('gone@people.test');
  await deleteModel(world.context, organizationId, gone.id, { eraseMember: true });
  const model = await begun('blurred@people.test');
  const file = { name: 'a.jpg', type: 'image/jpeg', size: 1000 };
  const { uploads } = await announceUploads(world.context, async () => model, [file]);
  for (const upload of uploads)
    await judgedUpload(world.context, model, upload, { ...reasons.checkFailed(), accepted: false });
  world.pass(3 * DAY - MINUTE);
  expect(await stuck()).toEqual([]);
  world.pass(2 * MINUTE);
  expect(await stuck()).toEqual([
    ['uploads-refused', 1, ['blurred@people.test']],
    ['uploads-missing', 1, ['empty@people.test']],
    ['not-begun', 1, ['joined@people.test']],
  ]);
});

test('a model that keeps its status for two hours is delayed', async () => {
  const { run } = await onboarded('waits@people.test');
  await beginTraining(world.context, run);
  world.pass(2 * HOUR - MINUTE);
  expect(await stuck()).toEqual([]);
  world.pass(MINUTE);
  expect(await stuck()).toEqual([['model-delayed', 1, ['waits@people.test']]]);
  await onboarded('later@people.test');
  world.pass(2 * HOUR);
  expect(await stuck()).toEqual([['model-delayed', 2, ['later@people.test', 'waits@people.test']]]);
});

test('development models are never stuck, since they are tests of a developer', async () => {
  const created = async (email: string) => {
    const organization = await readOrganization(world.context, organizationId);
    const input = { email, isDevelopment: true };
    return (await createWhiteLabelModel(world.context, organization, 'https://app.test', input)).model;
  };
  const onboardedTest = async (email: string) => {
    const { memberId, id: modelId } = await created(email);
    const { run } = await world.onboard(organizationId, memberId);
    return { organizationId, modelId, run };
  };
  const { model } = await onboarded('real@people.test');
  await failModel(world.context, await onboardedTest('failed@test.test'), 1, { isFinal: true });
  await failModel(world.context, { organizationId, modelId: model.id, run: model.run }, 1, { isFinal: true });
  await beginTraining(world.context, await onboardedTest('slow@test.test'));
  await created('empty@test.test');
  world.pass(4 * DAY);
  expect(await stuck()).toEqual([['model-failed', 1, ['real@people.test']]]);
});

test('a pending invite that bounced is shown with its link until it is revoked', async () => {
  const { id } = await invite('gone@people.test');
  const at = isoTime(world.context.clock.now());
  await showRefused(world.context, organizationId, id, { reason: 'bounced', at });
  expect((await overview()).stuck).toEqual([
    {
      reason: 'invite-bounced',
      total: 1,
      people: [
        {
          email: 'gone@people.test',
          name: null,
          since: at,
          inviteLink: `https://app.test/auth/signup?invite=${id}`,
        },
      ],
    },
  ]);
  await revokeInvite(world.context, organizationId, 'gone@people.test');
  expect(await stuck()).toEqual([]);
});

test('of more invites that bounced than are shown, the latest are shown, the newest first', async () => {
  const emails = Array.from({ length: 21 }, (_, place) => `gone${place}@people.test`);
  for (const email of emails) {
    world.pass(1);
    const { id } = await invite(email);
    await showRefused(world.context, organizationId, id, { reason: 'bounced', at: '' });
  }
  expect(await stuck()).toEqual([['invite-bounced', 20, emails.toReversed().slice(0, 20)]]);
});

test('an invite that expired is shown for 30 days, the newest first, unless its address has another one', async () => {
  const erased = await invite('erased@people.test');
  const gone = bareUpdate(keys.invite(organizationId, erased.id), {
    set: { status: 'expired', email: '', erasedAt: 'now' },
  });
  await world.context.table.write(gone);
  await invite('late@people.test');
  world.pass(1);
  await invite('again@people.test');
  world.pass(30 * DAY);
  expect(await stuck()).toEqual([['invite-expired', 2, ['again@people.test', 'late@people.test']]]);
  await expireInvites(world.context);
  await invite('again@people.test');
  expect(await stuck()).toEqual([['invite-expired', 1, ['late@people.test']]]);
  world.pass(30 * DAY + MINUTE);
  expect(await stuck()).not.toContainEqual(['invite-expired', 2, expect.anything()]);
  expect((await stuck()).flat()).not.toContainEqual(['late@people.test']);
});

test('the pace is the median and the slowest time from training to headshots, and costs are told bills', async () => {
  for (const [place, minutes] of [10, 30, 80].entries()) {
    const { run } = await onboarded(`person${place}@people.test`);
    world.pass(MINUTE);
    await beginTraining(world.context, run);
    world.pass(minutes * MINUTE);
    await beginGeneration(world.context, run, () => []);
    await finishGeneration(world.context, run, 40, () =>
      place === 2
        ? []
        : [{ provider: 'replicate', unit: 'usd', jobs: 1, amount: 1, usd: 1.111 * (place + 1) }],
    );
    if (place === 2) {
      const { pace, cost } = await overview();
      expect(pace).toEqual({
        models: 3,
        medianSeconds: 1800,
        slowestSeconds: 4800,
        slowestModelId: run.modelId,
        medianWaitSeconds: 60,
      });
      expect(cost).toEqual([{ provider: 'replicate', models: 2, medianUsd: 1.67, highestUsd: 2.22 }]);
    }
  }
});

test('people beyond the first 20 are counted, of a list that is read by its index as well', async () => {
  for (let count = 0; count < 110; count++) await begun(`person${count}@people.test`);
  await foldLists(world.context.table, keys.organization(organizationId).PK);
  world.pass(4 * DAY);
  await begun('new@people.test');
  const [group] = (await overview()).stuck;
  expect(group).toMatchObject({ reason: 'uploads-missing', total: 110 });
  expect(group?.people.map(({ email }) => email).slice(0, 2)).toEqual([
    'person109@people.test',
    'person108@people.test',
  ]);
  expect(group?.people).toHaveLength(20);
  const [model] = group?.people ?? [];
  await world.context.table.commit([
    update(keys.model(organizationId, model?.modelId ?? ''), { set: { refusedUploads: 2 } }),
  ]);
  expect((await overview()).stuck.map(({ reason, total }) => [reason, total])).toEqual([
    ['uploads-refused', 1],
    ['uploads-missing', 109],
  ]);
  expect((await readModel(world.context, organizationId, model?.modelId ?? '')).refusedUploads).toBe(2);
});
