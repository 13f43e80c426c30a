import { expect, test } from 'vitest';
import { handler as listDeliveries } from '../../../functions/admin/deliveries/list-deliveries.ts';
import { handler as redeliverFailed } from '../../../functions/admin/deliveries/redeliver-failed.ts';
import { handler as eraseAddress } from '../../../functions/admin/erasures/erase-address.ts';
import { handler as listParked } from '../../../functions/admin/webhooks/list-parked.ts';
import { handler as createTeamV1 } from '../../../functions/v1/teams/create-team.ts';
import { handler as listModelEvents } from '../../../functions/v2/models/list-model-events.ts';
import { handler as createTeam } from '../../../functions/v2/teams/create-team.ts';
import { handler as deleteWhiteLabelModel } from '../../../functions/v2/whitelabel/delete-model.ts';
import { handler as getWhiteLabelModel } from '../../../functions/v2/whitelabel/get-model.ts';
import { TEAMS_MAX } from '../../../shared/contract/address.ts';
import { listErasures } from '../../../shared/domain/erasure/erasure.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { createWhiteLabelModel } from '../../../shared/domain/model/white-label.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { createApiKey } from '../../../shared/domain/organization/manage-api-keys.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { listTrail } from '../../../shared/domain/trail/read.ts';
import { isoTime, MINUTE } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import { put, TRANSACTION_MAX_WRITES } from '../../../shared/table/transaction.ts';
import { deliveryWrite } from '../../../shared/webhook/delivery.ts';
import { firstWebhookIdAt } from '../../../shared/webhook/redeliver.ts';
import { invoke } from '../../support/invoke.ts';
import { appendEvents } from '../../support/trail.ts';
import { handlerContext } from '../../support/webhook-secret-key.ts';
import { company, useHttpStack } from './world.ts';

useHttpStack();
const context = handlerContext();
const event = 'model.created' as const;
const idsIn = (listed: unknown) => (listed as { modelId: string }[]).map(({ modelId }) => modelId);

test('as many parked models are listed as were asked for', async () => {
  const { organizationId, session: bearer } = await company();
  for (const modelId of ['mdl_1', 'mdl_2', 'mdl_3']) {
    const parked = { organizationId, modelId, since: isoTime(0), webhookId: 'msg_1', event };
    await context.table.write(put({ ...keys.waitingModel(organizationId, 'failed', modelId), ...parked }));
  }
  const { body } = await invoke(listParked, { bearer, query: 'limit=2' });
  expect(idsIn(body.models)).toEqual(['mdl_1', 'mdl_2']);
});

test.each([
  ['v1', createTeamV1],
  ['v2', createTeam],
])('an organization has a limited number of teams in %s', async (_, handler) => {
  const { organizationId, apiKey: bearer } = await createOrganization(context, { name: 'Company' });
  const create = async (name: string) =>
    (await invoke(handler, { bearer, method: 'POST', body: { name } })).body;
  const teams = Array.from({ length: TEAMS_MAX - 1 }, (_, at) =>
    put({ ...keys.team(organizationId, `tea_${at}`), id: `tea_${at}`, name: 'Sales' }),
  );
  for (let first = 0; first < teams.length; first += TRANSACTION_MAX_WRITES)
    await context.table.commit(teams.slice(first, first + TRANSACTION_MAX_WRITES));
  expect(await create('Last')).toMatchObject({ success: true });
  const error = expect.stringContaining('1000 teams, the most');
  expect(await create('Further')).toMatchObject({ code: 'INVALID_REQUEST', error });
});

test('the delivery log begins at the time that was asked for', async () => {
  const { organizationId, session: bearer } = await company();
  const now = context.clock.now();
  const fields = { organizationId, event, sequence: 1, status: 'delivered', attempts: 1 } as const;
  for (const minutes of [3, 2, 1]) {
    const at = now - minutes * MINUTE;
    const own = { modelId: `mdl_${minutes}`, webhookId: firstWebhookIdAt(at), createdAt: isoTime(at) };
    await context.table.write(deliveryWrite(context, { ...fields, ...own }));
  }
  const query = `since=${isoTime(now - 2 * MINUTE)}`;
  const { body } = await invoke(listDeliveries, { bearer, query });
  expect(idsIn(body.deliveries)).toEqual(['mdl_1', 'mdl_2']);
});

test('failed webhooks are sent again only to a receiver', async () => {
  const { session: bearer } = await company();
  const call = { bearer, method: 'POST', body: { since: isoTime(0) } };
  const refused = { status: 400, body: { code: 'INVALID_REQUEST' } };
  expect(await invoke(redeliverFailed, call)).toMatchObject(refused);
});

test('the history of an unknown model is not an empty one', async () => {
  const { apiKey: bearer } = await company();
  const { status } = await invoke(listModelEvents, { bearer, params: { modelId: 'mdl_none' } });
  expect(status).toBe(404);
});

test('an erasure names who asked for it', async () => {
  const { organizationId, session: bearer } = await company({ credits: 1 });
  await sendInvite(context, organizationId, { email: 'ada@people.test' });
  await invoke(eraseAddress, { bearer, method: 'POST', body: { email: 'ada@people.test' } });
  expect(await listErasures(context, organizationId)).toMatchObject([{ requestedBy: 'organization' }]);
});

test('only a development model is shown as one, and a test key gets no signedUrl of another and does not delete it', async () => {
  const partner = { whiteLabel: true, credits: 1, webhookUrl: 'https://early.test/' };
  const { organizationId, apiKey } = await company(partner);
  const organization = await readOrganization(context, organizationId);
  const test = await createApiKey(context, organizationId, { name: 'Test', test: true });
  const answers = [];
  for (const isDevelopment of [true, false]) {
    const input = { email: `${isDevelopment}@people.test`, isDevelopment };
    const { model } = await createWhiteLabelModel(context, organization, 'https://app.test', input);
    for (const bearer of [apiKey, test.apiKey]) {
      const { status, body } = await invoke(getWhiteLabelModel, { bearer, params: { modelId: model.id } });
      answers.push([status, body.isDevelopment, typeof body.signedUrl].join());
    }
    const call = { bearer: test.apiKey, method: 'DELETE', params: { modelId: model.id } };
    answers.push((await invoke(deleteWhiteLabelModel, call)).status);
  }
  await appendEvents(context, organizationId);
  const { entries } = await listTrail(context, organizationId, { limit: 50 });
  const deletions = entries.filter(({ action }) => action === 'model.deleted');
  expect(deletions).toMatchObject([{ actor: { kind: 'key', id: test.key.id } }]);
  expect(answers).toEqual([
    ...['200,true,string', '200,true,string', 200],
    ...['200,,string', '403,,undefined', 403],
  ]);
});
