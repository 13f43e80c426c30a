import { beforeEach, describe, expect, test } from 'vitest';
import type { MailEvent } from '../../../shared/contract/events.ts';
import type { MailMessageOf } from '../../../shared/contract/messages.ts';
import { openSession } from '../../../shared/domain/member/open-session.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { beginTraining, failModel, restartFailed } from '../../../shared/domain/model/progress.ts';
import { mailRunEnd } from '../../../shared/domain/model/run-mail.ts';
import type { Mail } from '../../../shared/mail/message.ts';
import { DAY } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import { update } from '../../../shared/table/transaction.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';

const EMAIL = 'ada@people.test';

let world: InviteWorld;
beforeEach(() => {
  world = inviteWorld();
});

async function waitingRun() {
  const organizationId = await world.newOrganization(3);
  const { memberId } = await world.join(organizationId, EMAIL);
  const { id: modelId, run } = await world.onboard(organizationId, memberId);
  return { organizationId, modelId, run };
}

type Run = Awaited<ReturnType<typeof waitingRun>>;

const finish = (run: Run) => world.finish(run, ['pho_1']);

async function fail(run: Run): Promise<void> {
  await beginTraining(world.context, run);
  await failModel(world.context, run, 1, { isFinal: true, reasonOf: () => 'photos-refused' });
}

/** The messages that the stored events have sent. */
async function messageOf({ organizationId, modelId, run }: Run): Promise<MailEvent['message'] | undefined> {
  const key = keys.runMailEvent(organizationId, modelId, run);
  return (await world.context.table.get<MailEvent>(key))?.message;
}

async function sendMails(run: Run, through = world.mailer): Promise<void> {
  const message: MailMessageOf<'run-ended'> = { template: 'run-ended', ...run };
  expect(await messageOf(run)).toEqual(message);
  await mailRunEnd(world.context, 'https://app.test', through, message);
}

function linkIn({ text }: Mail): string {
  return /https:\S+/.exec(text)?.[0] ?? '';
}

describe('the member of a run', () => {
  test('is told once that the headshots are ready, with a link that opens a session once within 7 days', async () => {
    const run = await waitingRun();
    expect(await messageOf(run)).toBeUndefined();
    await finish(run);
    for (const _ of [1, 2]) await sendMails(run);
    expect(world.mails).toMatchObject([{ to: EMAIL, subject: 'Your headshots for Inviting are ready' }]);
    const link = new URL(linkIn(world.mails[0] as Mail));
    expect(link.origin + link.pathname).toBe('https://app.test/auth/signup');
    const token = link.searchParams.get('token') ?? '';
    world.pass(7 * DAY - 1);
    expect((await openSession(world.context, token)).member.email).toBe(EMAIL);
    await expect(openSession(world.context, token)).rejects.toThrow('no longer valid');
  });

  test('cannot open a session by the link after 7 days', async () => {
    const run = await waitingRun();
    await finish(run);
    await sendMails(run);
    world.pass(7 * DAY);
    const token = new URL(linkIn(world.mails[0] as Mail)).searchParams.get('token') ?? '';
    await expect(openSession(world.context, token)).rejects.toThrow('no longer valid');
  });

  test('is told of a failure for good, and not of one after which the model restarts', async () => {
    const run = await waitingRun();
    await beginTraining(world.context, run);
    await failModel(world.context, run, 1);
    expect(await messageOf(run)).toBeUndefined();
    const other = await waitingRun();
    await fail(other);
    await sendMails(other);
    expect(world.mails).toMatchObject([
      { to: EMAIL, subject: 'Your headshots for Inviting could not be made' },
    ]);
  });

  test('is told again when an operator has restarted the model and the next run ends', async () => {
    const run = await waitingRun();
    await fail(run);
    await sendMails(run);
    const { run: next } = await restartFailed(world.context, run.organizationId, run.modelId, 'all');
    await finish({ ...run, run: next });
    await sendMails({ ...run, run: next });
    expect(world.mails.map(({ subject }) => subject)).toEqual([
      'Your headshots for Inviting could not be made',
      'Your headshots for Inviting are ready',
    ]);
  });

  test('leaves nothing in an organization that is erased while the mail is sent', async () => {
    const run = await waitingRun();
    await finish(run);
    const key = keys.runMailEvent(run.organizationId, run.modelId, run.run);
    await sendMails(run, { send: async () => world.context.table.removeAll([key]).then(() => true) });
    expect(await world.context.table.get(key)).toBeUndefined();
  });

  test('gets the mail later when the mail service did not take it', async () => {
    const run = await waitingRun();
    await finish(run);
    const refusing = { send: () => Promise.reject(new Error('The quota is used up.')) };
    await expect(sendMails(run, refusing)).rejects.toThrow('quota');
    await sendMails(run);
    expect(world.mails).toHaveLength(1);
  });
});

describe('no mail is sent about the end of a run', () => {
  test('once the access of the member has ended', async () => {
    const run = await waitingRun();
    await finish(run);
    world.pass(31 * DAY);
    await sendMails(run);
    expect(world.mails).toEqual([]);
  });

  test.each([
    [{ whiteLabel: true, isDevelopment: false }],
    [{ whiteLabel: true, isDevelopment: true }],
    [{ whiteLabel: false, isDevelopment: true }],
  ])('of a model with %j', async (fields) => {
    for (const end of [finish, fail]) {
      const run = await waitingRun();
      await world.context.table.write(update(keys.model(run.organizationId, run.modelId), { set: fields }));
      await end(run);
      expect(await messageOf(run)).toBeUndefined();
    }
  });

  test('once the model was deleted, or restarted after its failure', async () => {
    const deleted = await waitingRun();
    await finish(deleted);
    await deleteModel(world.context, deleted.organizationId, deleted.modelId);
    await sendMails(deleted);
    const restarted = await waitingRun();
    await fail(restarted);
    const { run } = await restartFailed(world.context, restarted.organizationId, restarted.modelId, 'all');
    await sendMails(restarted);
    await finish({ ...restarted, run });
    await sendMails(restarted);
    expect(world.mails).toEqual([]);
  });
});
