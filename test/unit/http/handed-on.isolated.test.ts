import { beforeAll, expect, test } from 'vitest';
import { handler as listDeliveries } from '../../../functions/admin/deliveries/list-deliveries.ts';
import { handler as listParked } from '../../../functions/admin/webhooks/list-parked.ts';
import { handler as getWhiteLabelModel } from '../../../functions/v2/whitelabel/get-model.ts';
import { createWhiteLabelModel } from '../../../shared/domain/model/white-label.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { createApiKey } from '../../../shared/domain/organization/manage-api-keys.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { isoTime, MINUTE } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import { put } from '../../../shared/table/transaction.ts';
import { deliveryWrite } from '../../../shared/webhook/delivery.ts';
import { firstWebhookIdAt } from '../../../shared/webhook/redeliver.ts';
import { invoke, setFunctionEnvironment } from '../../support/invoke.ts';
import { startLoneTable } from '../../support/lone-table.ts';
import { firstUserOf, userToken } from '../../support/users.ts';
import { handlerContext } from '../../support/webhook-secret-key.ts';

const context = handlerContext();
beforeAll(async () => {
  const { stop } = await startLoneTable();
  setFunctionEnvironment(300);
  return stop;
});

async function company() {
  const input = { name: 'Company', credits: 1, whiteLabel: true, webhookUrl: 'https://company.test/' };
  const created = await createOrganization(context, { ...input, ownerEmail: 'owner@company.test' });
  return { ...created, session: await userToken(context, firstUserOf(created)) };
}

const idsIn = (listed: unknown) => (listed as { modelId: string }[]).map(({ modelId }) => modelId);

test('as many parked models are listed as were asked for', async () => {
  const { organizationId, session } = await company();
  const parked = { organizationId, since: isoTime(0), webhookId: 'msg_1', event: 'model.created' };
  for (const modelId of ['mdl_1', 'mdl_2', 'mdl_3'])
    await context.table.write(
      put({ ...keys.waitingModel(organizationId, 'failed', modelId), ...parked, modelId }),
    );
  const { body } = await invoke(listParked, { bearer: session, query: 'limit=2' });
  expect(idsIn(body.models)).toEqual(['mdl_1', 'mdl_2']);
});

test('the delivery log begins at the time that was asked for', async () => {
  const { organizationId, session } = await company();
  const now = context.clock.now();
  for (const minutes of [3, 2, 1]) {
    const at = now - minutes * MINUTE;
    const webhookId = firstWebhookIdAt(at);
    const delivery = { organizationId, modelId: `mdl_${minutes}`, sequence: 1, webhookId, attempts: 1 };
    const stored = {
      ...delivery,
      event: 'model.created',
      createdAt: isoTime(at),
      status: 'delivered',
    } as const;
    await context.table.write(deliveryWrite(context, stored));
  }
  const { body } = await invoke(listDeliveries, {
    bearer: session,
    query: `since=${isoTime(now - 2 * MINUTE)}`,
  });
  expect(idsIn(body.deliveries)).toEqual(['mdl_1', 'mdl_2']);
});

test('only a development model is shown as one, and a test key gets no signedUrl of another', async () => {
  const { organizationId, apiKey } = await company();
  const organization = await readOrganization(context, organizationId);
  const test = await createApiKey(context, organizationId, { name: 'Test', test: true });
  const answers = [];
  for (const isDevelopment of [true, false]) {
    const input = { email: `${isDevelopment}@people.test`, isDevelopment };
    const { model } = await createWhiteLabelModel(context, organization, 'https://app.test', input);
    for (const bearer of [apiKey, test.apiKey]) {
      const { status, body } = await invoke(getWhiteLabelModel, { bearer, params: { modelId: model.id } });
      answers.push([status, body.isDevelopment, typeof body.signedUrl]);
    }
  }
  expect(answers).toEqual([
    [200, true, 'string'],
    [200, true, 'string'],
    [200, undefined, 'string'],
    [403, undefined, 'undefined'],
  ]);
});
