import { expect, test } from 'vitest';
import { startReceiver } from '../../local/partner/receiver.ts';
import { auditOrganization } from '../../shared/audit/audit.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { caughtMail } from '../support/invites.ts';
import { DELIVERIES, ownedTenant, settingsOf, WEBHOOKS } from '../support/owner.ts';
import { createModel, operator, someEmail, until, WHITE_LABEL } from '../support/tenant.ts';

const MODELS = 8;

test('the circuit of a receiver that fails opens, and closes by itself with every webhook delivered in order', async () => {
  let works = false;
  const receiver = await startReceiver({
    respond: (_webhook, response) => void response.writeHead(works ? 200 : 500).end(),
  });
  const ownerEmail = someEmail('owner');
  const since = new Date().toISOString();
  const tenant = await ownedTenant({ webhookUrl: receiver.url, ownerEmail });
  const created = await Promise.all(Array.from({ length: MODELS }, () => createModel(tenant)));
  await until(async () => (await settingsOf(tenant)).circuit.state !== 'closed', 'the circuit to open');
  const { circuit } = await settingsOf(tenant);
  expect(circuit.openedAt).toEqual(expect.any(String));
  await until(async () => (await settingsOf(tenant)).circuit.heldModels > 0, 'models to be held');
  // None is sent once the circuit is closed.
  await until(
    async () =>
      (await caughtMail()).some(
        ({ to, text }) => to.includes(ownerEmail) && text.includes('webhooks of several models'),
      ),
    'the mail to the owner',
  );
  for (const { modelId } of created) await tenant.api.expect('DELETE', `${WHITE_LABEL}/delete/${modelId}`);

  works = true;
  const { body } = await tenant.owner.call('POST', `${WEBHOOKS}/test`, {});
  expect(body).toMatchObject({ delivered: true });
  await until(async () => {
    const { circuit: current, parkedModels } = await settingsOf(tenant);
    // On a slow machine, a webhook that was the probe several times has no attempts left: its owner redelivers it.
    if (parkedModels > 0) await tenant.owner.expect('POST', `${DELIVERIES}/redeliver`, { since });
    return current.state === 'closed' && current.heldModels === 0 && parkedModels === 0;
  }, 'the circuit to close');
  await receiver.waitFor(
    () => receiver.received.filter(({ body }) => body.includes('"model.deleted"')).length >= MODELS,
  );
  for (const { modelId } of created) {
    const events = receiver.received
      .filter(({ body: text }) => text.includes(modelId))
      .map(({ body: text }) => (JSON.parse(text) as { event: string }).event);
    expect(events.at(-1)).toBe('model.deleted');
    expect(events.lastIndexOf('model.created')).toBeLessThan(events.indexOf('model.deleted'));
  }
  await until(async () => {
    const { violations } = await auditOrganization(operator, deployedImageStore(), tenant.organizationId);
    return violations.length === 0;
  }, 'an audit without violations');
});
