import { readFile } from 'node:fs/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { describe, expect, inject, test } from 'vitest';
import { startReceiver } from '../../local/partner/receiver.ts';
import { COMMANDS } from '../../ops/commands.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { type Erasure, listErasures } from '../../shared/domain/erasure/erasure.ts';
import { readModel } from '../../shared/domain/model/model.ts';
import { DAY, isoTime } from '../../shared/platform/clock.ts';
import { keys, sweepIndexes } from '../../shared/table/keys.ts';
import { put, update } from '../../shared/table/transaction.ts';
import { listDeliveries } from '../../shared/webhook/log.ts';
import { caughtMail, INVITES, runSchedules, signUp } from '../support/invites.ts';
import { DELIVERIES, ownedTenant } from '../support/owner.ts';
import { codeOf, expectCleanAudit, MEMBERS } from '../support/people.ts';
import {
  createModel,
  eventNames,
  eventsOf,
  freshTenant,
  openMember,
  operator,
  plainPhoto,
  type Tenant,
  until,
  uploadPlainPhotos,
  WHITE_LABEL,
  waitForStatus,
} from '../support/tenant.ts';

const store = deployedImageStore();
const NAME = 'Theodora Zwetschgenbaum';
const ADDRESS = 'theodora.zwetschgenbaum@people.test';

/** The stored items that name the organization, each as a text. */
async function itemsOf({ organizationId }: Tenant): Promise<string[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const found: string[] = [];
  for await (const page of paginateScan({ client }, { TableName: operator.table.name })) {
    for (const item of page.Items ?? []) found.push(JSON.stringify(item));
  }
  return found.filter((text) => text.includes(organizationId));
}

/** The log of the functions. A deployed stage keeps its log in CloudWatch, which this cannot read. */
async function functionLog(): Promise<string[]> {
  const logFile = inject('logFile');
  if (logFile === '') return [];
  const lines = (await readFile(logFile, 'utf8')).split('\n');
  return lines.filter((line) => !line.startsWith('local '));
}

/** Waits for the erasures of the tenant, and expects no trace of the person anywhere. */
async function expectNoTrace(tenant: Tenant, ...modelIds: string[]): Promise<void> {
  const { organizationId } = tenant;
  await until(async () => {
    const erasures = await listErasures(operator, organizationId);
    return erasures.length > 0 && erasures.every(({ doneAt }) => doneAt !== undefined);
  }, 'the erasure to be done');
  const isTrace = (text: string) => /zwetschgenbaum|theodora/i.test(text);
  expect((await itemsOf(tenant)).filter(isTrace)).toEqual([]);
  expect((await functionLog()).filter(isTrace)).toEqual([]);
  // A mail that was sent is the recipient's. No other person got one that names the erased one.
  const mails = (await caughtMail()).filter((mail) => isTrace(JSON.stringify(mail)));
  expect(mails.flatMap(({ to }) => to).filter((to) => !isTrace(to))).toEqual([]);
  const objects = await store.list('');
  expect(objects.filter((key) => modelIds.some((id) => key.includes(id)))).toEqual([]);
  const image = Buffer.from((await plainPhoto(0)).bytes);
  for (const key of objects.filter((each) => each.includes(organizationId))) {
    expect(image.equals(await store.read(key)), `${key} holds the bytes of an upload`).toBe(false);
  }
  await expectCleanAudit(tenant);
}

describe('the erasure of a person', () => {
  test('an organization erases an invited member, and no item, object, log line or mail names the person', async () => {
    // A receiver may answer with what it was sent, and the log of deliveries keeps the start of it.
    const receiver = await startReceiver({
      respond: ({ body }, response) => response.writeHead(200).end(`noted ${body}`),
    });
    const owned = await ownedTenant({ provider: 'development', webhookUrl: receiver.url });
    const tenant = { ...owned, receiver };
    const { organizationId } = tenant;
    const sent = await fetch(`${tenant.api.baseUrl}${INVITES}`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' },
        'idempotency-key': 'invite of a person',
      },
      body: JSON.stringify({ email: ADDRESS, name: NAME }),
    });
    const member = await signUp((await sent.json()) as { link: string }, { name: NAME });
    await uploadPlainPhotos(member);
    await member.expect('POST', '/api/member/onboarding', { trigger: 'female' });
    const { members } = await tenant.api.expect<{ members: { id: string; modelId: string }[] }>(
      'GET',
      MEMBERS,
    );
    const { id: memberId = '', modelId = '' } = members[0] ?? {};
    await waitForStatus(tenant, modelId, 'active');
    await until(() => eventNames(tenant, modelId).includes('model.photos_ready'), 'the webhooks');
    await until(async () => {
      const { deliveries } = await listDeliveries(operator, organizationId, {}, { limit: 50 });
      return deliveries.length >= 6 && deliveries.every(({ status }) => status === 'delivered');
    }, 'the webhooks to be logged');
    // The reproduction is meaningless unless the person is found before the erasure.
    expect((await itemsOf(tenant)).filter((text) => text.includes('Zwetschgenbaum')).length).toBeGreaterThan(
      5,
    );

    const stranger = await freshTenant();
    const byStranger = (id: string) => stranger.api.call('DELETE', `${MEMBERS}/${id}`);
    const unknown = await byStranger('mem_00000000000000000000000000');
    expect(await byStranger(memberId)).toMatchObject({ status: 404, body: unknown.body });
    await tenant.api.expect('DELETE', `${MEMBERS}/${memberId}`);
    expect((await member.call('GET', '/api/member')).status).toBe(401);
    expect((await tenant.api.call('DELETE', `${MEMBERS}/${memberId}`)).status).toBe(404);
    await until(() => eventNames(tenant, modelId).includes('model.deleted'), 'model.deleted');
    await expectNoTrace(tenant, modelId);

    const { deliveries } = await listDeliveries(operator, organizationId, {}, { limit: 50 });
    const first = deliveries.at(-1)?.webhookId ?? '';
    const before = receiver.received.length;
    await owned.owner.expect('POST', `${DELIVERIES}/${first}/redeliver`);
    await until(() => receiver.received.length > before, 'the redelivery');
    expect(eventsOf(tenant, modelId).at(-1)?.object).toMatchObject({ title: '', trigger: 'person' });
    expect(await tenant.api.expect('GET', INVITES)).toMatchObject({
      invites: [{ email: '', status: 'deleted' }],
    });
    await tenant.api.expect('POST', INVITES, { email: ADDRESS });
    await receiver.close();
  });

  test('an owner erases an address that was only invited, and an operator one of a member', async () => {
    const tenant = await ownedTenant();
    const email = 'theodora.invited@people.test';
    const erase = () => codeOf(tenant.owner.call('POST', '/api/admin/erasures', { email }));
    expect(await erase()).toEqual([404, 'NOT_FOUND']);
    await tenant.api.expect('POST', INVITES, { email, name: NAME });
    expect(await erase()).toEqual([200, undefined]);

    await signUp(await tenant.api.expect('POST', INVITES, { email: ADDRESS }), { name: NAME });
    const words = ['--organization', tenant.organizationId, '--email', ADDRESS, '--yes'];
    const run = (yes: string) =>
      COMMANDS['person erase']?.run({ context: operator, images: store }, [...words, yes]);
    await expect(run('other@people.test')).rejects.toThrow('--yes');
    await run(ADDRESS);
    await expectNoTrace(tenant);
    const page = (query: string) =>
      tenant.owner.expect<{ next: string | null }>('GET', `/api/admin/erasures?limit=1${query}`);
    const newest = await page('');
    expect(newest).toMatchObject({ erasures: [{ requestedBy: 'operator', providerCopies: null }] });
    expect(await page(`&before=${newest.next}`)).toMatchObject({
      erasures: [{ requestedBy: 'organization', memberId: null, modelId: null }],
      next: null,
    });
  });

  test('a member withdraws, and a white-label model is deleted with its anonymous user', async () => {
    const tenant = await freshTenant();
    const emails = [ADDRESS, 'theodora.white-label@people.test'];
    const [withdrawn, deleted] = await Promise.all(emails.map((email) => createModel(tenant, { email })));
    if (!withdrawn || !deleted) throw new Error('No model was created.');
    const member = await openMember(withdrawn);
    await uploadPlainPhotos(member, 1);
    const { memberId } = await member.expect<{ memberId: string }>('DELETE', '/api/member');
    expect((await member.call('GET', '/api/member')).status).toBe(401);
    await tenant.api.expect('DELETE', `${WHITE_LABEL}/delete/${deleted.modelId}`);
    await until(() => eventNames(tenant, deleted.modelId).includes('model.deleted'), 'model.deleted');
    await expectNoTrace(tenant, withdrawn.modelId, deleted.modelId);
    expect(await listErasures(operator, tenant.organizationId)).toMatchObject([
      { modelId: deleted.modelId, requestedBy: 'organization' },
      { memberId, modelId: withdrawn.modelId, requestedBy: 'member' },
    ]);
    for (const email of emails) await createModel(tenant, { email });
  });
});

test('the hourly function resumes an erasure whose message was lost, and deletes expired uploads', async () => {
  const tenant = await freshTenant();
  const { organizationId } = tenant;
  const model = await createModel(tenant);
  await uploadPlainPhotos(await openMember(model), 1);
  const ago = isoTime(operator.clock.now() - DAY);
  const erasure: Erasure = {
    ...{ id: operator.newId('erasure'), memberId: operator.newId('member'), organizationId },
    ...{ requestedBy: 'organization', requestedAt: ago, subjects: [] },
  };
  const key = keys.erasure(organizationId, erasure.id);
  await operator.table.commit([
    put({ ...key, ...sweepIndexes.erasures.key(ago, erasure.id), ...erasure }),
    update(keys.model(organizationId, model.modelId), {
      set: { uploadsExpireAt: ago, ...sweepIndexes.images.key(ago, model.modelId) },
    }),
  ]);
  await runSchedules('EnforceRetention');
  expect(await store.list(`uploads/${organizationId}/`)).toEqual([]);
  expect(await readModel(operator, organizationId, model.modelId)).toMatchObject({
    acceptedUploads: 0,
    status: 'onboarding',
  });
  const done = async () => (await operator.table.get<Erasure>(key))?.doneAt !== undefined;
  await until(done, 'the erasure to be done');
  // The second pass follows a quarter of an hour later.
  expect(await operator.table.get(key)).not.toHaveProperty('checkedAt');
  await expectCleanAudit(tenant);
});
