import { beforeEach, describe, expect, test } from 'vitest';
import type { RunInput } from '../../../shared/contract/run.ts';
import { failRun, restartByHand } from '../../../shared/domain/flow/failure.ts';
import { sweepFailureAlerts } from '../../../shared/domain/model/failure-alert.ts';
import { mailFailures } from '../../../shared/domain/model/failure-mail.ts';
import { readModel } from '../../../shared/domain/model/model.ts';
import { restartModel } from '../../../shared/domain/model/progress.ts';
import { readBalance } from '../../../shared/domain/organization/credits.ts';
import type { Mail, Mailer } from '../../../shared/mail/message.ts';
import { HOUR, MINUTE } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import { update } from '../../../shared/table/transaction.ts';
import { type CopiesWorld, Crash, copiesWorld } from '../../support/copies-world.ts';
import { linesOf } from '../../support/log-lines.ts';

const FIRST_PAUSE = 60;
let world: CopiesWorld;
let organizationId: string;
beforeEach(async () => {
  world = await copiesWorld();
  organizationId = await world.newOrganization();
});

const credits = async () => (await readBalance(world.context, organizationId)).credits;
const modelOf = ({ modelId }: RunInput) => readModel(world.context, organizationId, modelId);
const fail = (input: RunInput, error: string) =>
  failRun(world.context, world.store, input, FIRST_PAUSE, error);

/** Fails every run of a model. @returns the pauses before its restarts, in seconds. */
async function failAlways(input: RunInput): Promise<number[]> {
  const pauses: number[] = [];
  for (let run = 1; ; run++) {
    const { restart, pauseSeconds } = await fail({ ...input, run }, 'ProviderFailed');
    if (!restart) return pauses;
    pauses.push(pauseSeconds);
    await restartModel(world.context, { ...input, run });
    await world.begin({ ...input, run: run + 1 });
  }
}

/** The last failure of a model that has no restart left. */
async function failFinally(input: RunInput): Promise<void> {
  const key = keys.model(input.organizationId, input.modelId);
  await world.context.table.write(update(key, { set: { tries: 6 } }));
  await fail(input, 'JobTimedOut');
}

/** Sends the mails whose messages are in the queue. @param during called while each is sent */
async function sendMails(during: () => Promise<unknown> = async () => {}): Promise<Mail[]> {
  await world.publish();
  const sent: Mail[] = [];
  const mailer: Mailer = {
    send: async (mail) => {
      sent.push(mail);
      await during();
      return true;
    },
  };
  for (const message of world.mails.splice(0)) {
    if (message.template === 'models-failed')
      await mailFailures(world.context, 'https://app.test', mailer, message);
  }
  return sent;
}

async function sweep(): Promise<void> {
  await sweepFailureAlerts(world.context, async (message) => {
    world.mails.push(message);
  });
}

test('a model restarts five times, after pauses that double, and then has failed for good', async () => {
  const input = await world.pendingRun(organizationId);
  expect(await credits()).toBe(9);
  expect(await failAlways(input)).toEqual([60, 120, 240, 480, 960]);
  expect(await modelOf(input)).toMatchObject({ status: 'failed', run: 6, failureReason: 'training-failed' });
  expect(await credits()).toBe(10);
  expect(await world.violations(organizationId)).toEqual([]);
});

test('a failed run that is followed by another keeps the credit', async () => {
  const input = await world.pendingRun(organizationId);
  expect(await fail(input, 'ProviderFailed')).toMatchObject({ restart: true });
  expect(await credits()).toBe(9);
});

describe('a run whose photos the provider refuses', () => {
  test('has failed for good at once, returns one credit, and says so', async () => {
    const input = await world.pendingRun(organizationId);
    const lines = await linesOf(async () => {
      expect(await fail(input, 'ProviderRefused')).toMatchObject({ restart: false });
      expect(await fail(input, 'ProviderRefused')).toMatchObject({ restart: false });
    });
    expect(await modelOf(input)).toMatchObject({
      ...{ status: 'failed', run: 1, failureReason: 'photos-refused', creditTaken: false },
    });
    expect(await credits()).toBe(10);
    expect(lines).toContainEqual(expect.objectContaining({ ModelsFailedForGood: 1, Kind: 'photos-refused' }));
    expect(lines).toContainEqual(expect.objectContaining({ TimeInStatus: 0, Kind: 'pending' }));
  });

  test('is restarted by an operator, who takes the credit again, as often as it is refused', async () => {
    const input = await world.pendingRun(organizationId);
    const { context, store } = world;
    for (let run = 1; run <= 3; run++) {
      await fail({ ...input, run }, 'ProviderRefused');
      expect(await credits()).toBe(10);
      expect(await world.violations(organizationId)).toEqual([]);
      const restarted = await restartByHand(context, store, organizationId, input.modelId);
      expect(restarted).toMatchObject({ status: 'waiting', run: run + 1, tries: 1, creditTaken: true });
      expect(restarted).not.toHaveProperty('failureReason');
      expect(await credits()).toBe(9);
      await world.begin({ ...input, run: run + 1 });
      expect(await world.violations(organizationId)).toEqual([]);
    }
  });

  test('returns one credit, and has one mail sent, wherever the process of the step is stopped', async () => {
    for (let stopAt = 0; ; stopAt++) {
      world = await copiesWorld();
      organizationId = await world.newOrganization();
      const input = await world.pendingRun(organizationId);
      await world.publish();
      world.table.writes = 0;
      world.table.stopAt = stopAt;
      const stopped = await fail(input, 'ProviderRefused').then(
        () => false,
        (error: unknown) => error instanceof Crash,
      );
      world.table.stopAt = undefined;
      expect(await fail(input, 'ProviderRefused')).toMatchObject({ restart: false });
      expect(await credits()).toBe(10);
      expect(await world.violations(organizationId)).toEqual([]);
      expect(await sendMails()).toHaveLength(1);
      if (!stopped) break;
      expect(stopAt).toBeLessThan(50);
    }
  });
});

describe('the owner', () => {
  test('is told of a model that has failed for good, and not of restarts', async () => {
    const input = await world.pendingRun(organizationId);
    await fail(input, 'ProviderFailed');
    expect(await sendMails()).toEqual([]);
    await restartModel(world.context, input);
    await world.begin({ ...input, run: 2 });
    await fail({ ...input, run: 2 }, 'ProviderRefused');
    const [mail, ...others] = await sendMails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: 'owner@hosted.test', subject: '1 model of Hosted failed' });
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('1 model: the photos were not accepted for training');
      expect(part).not.toContain('people.test');
    }
    await sweep();
    expect(await sendMails()).toEqual([]);
    world.pass(3 * HOUR);
    await fail(await world.pendingRun(organizationId), 'ProviderRefused');
    expect(await sendMails()).toHaveLength(1);
  });

  test('is not told of a development model', async () => {
    const input = await world.pendingRun(organizationId);
    const key = keys.model(organizationId, input.modelId);
    await world.context.table.write(update(key, { set: { isDevelopment: true } }));
    await fail(input, 'ProviderRefused');
    expect(await sendMails()).toEqual([]);
  });

  test('gets one mail at once and one every three hours in a mass failure, which count every model once', async () => {
    const started = world.now();
    const told: number[] = [];
    const times: number[] = [];
    const mailed = async () => {
      for (const { subject } of await sendMails()) {
        told.push(Number.parseInt(subject, 10));
        times.push((world.now() - started) / MINUTE);
      }
    };
    let failed = 0;
    for (let minute = 0; minute < 600; minute++) {
      if (minute < 300 && minute % 10 === 0) {
        await fail(await world.pendingRun(organizationId), 'ProviderRefused');
        failed += 1;
      }
      if (minute % 60 === 59) await sweep();
      await mailed();
      world.pass(MINUTE);
    }
    expect(failed).toBe(30);
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(failed);
    expect(told[0]).toBe(1);
    expect(times).toEqual([0, 239, 419]);
  });

  test('is told by the next mail of a model that fails while a mail is sent', async () => {
    await fail(await world.pendingRun(organizationId), 'ProviderRefused');
    const late = await world.pendingRun(organizationId);
    const [first] = await sendMails(async () => {
      await failFinally(late);
      world.pass(HOUR);
    });
    expect(first?.subject).toBe('1 model of Hosted failed');
    world.pass(2 * HOUR);
    await sweep();
    expect(await sendMails()).toEqual([]);
    world.pass(HOUR);
    await sweep();
    const [second] = await sendMails();
    expect(second?.subject).toBe('1 model of Hosted failed');
    expect(second?.text).toContain('1 model: a step took too long');
  });

  test('is told once more of all when the process stops after a mail, and more models fail', async () => {
    await fail(await world.pendingRun(organizationId), 'ProviderRefused');
    const late = await world.pendingRun(organizationId);
    const stopped = sendMails(async () => {
      world.table.writes = 0;
      world.table.stopAt = 1;
    });
    await expect(stopped).rejects.toBeInstanceOf(Crash);
    world.table.stopAt = undefined;
    await failFinally(late);
    world.mails.push({ template: 'models-failed', organizationId });
    expect(await sendMails()).toMatchObject([{ subject: '2 models of Hosted failed' }]);
  });

  test('is not told twice when a message arrives twice', async () => {
    await fail(await world.pendingRun(organizationId), 'ProviderRefused');
    await world.publish();
    world.mails.push(...world.mails.slice());
    expect(await sendMails()).toHaveLength(1);
  });

  test('is told of the next failure also when two processes have told of one', async () => {
    await fail(await world.pendingRun(organizationId), 'ProviderRefused');
    const message = { template: 'models-failed', organizationId } as const;
    const mailer: Mailer = { send: async () => true };
    await sendMails(() => mailFailures(world.context, 'https://app.test', mailer, message));
    world.pass(3 * HOUR);
    await fail(await world.pendingRun(organizationId), 'ProviderRefused');
    expect(await sendMails()).toHaveLength(1);
  });
});
