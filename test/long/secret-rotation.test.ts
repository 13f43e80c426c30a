import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { type ReceivedWebhook, startReceiver } from '../../local/partner/receiver.ts';
import { ownedTenant, rotate, settingsOf } from '../support/owner.ts';
import { createModel, MODELS } from '../support/tenant.ts';

/** The secrets that made the signatures of a webhook, in the order of the signatures. */
function signers({ headers, body }: ReceivedWebhook, secrets: readonly string[]): (string | undefined)[] {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) =>
      secrets.find((secret) => {
        const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
        return signature === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
      }),
    );
}

test('a receiver that learns of each rotation late verifies every webhook, under load', async () => {
  const issued: string[] = [];
  const held: string[] = [];
  let verified = 0;
  const receiver = await startReceiver({
    respond: ({ body, headers }, response) => {
      const holds = (secret: string) => {
        try {
          new Webhook(secret).verify(body, headers as Record<string, string>);
          return true;
        } catch {
          return false;
        }
      };
      if (held.some(holds)) verified += 1;
      response.writeHead(200).end();
    },
  });
  const tenant = { ...(await ownedTenant({ webhookUrl: receiver.url })), receiver };
  issued.push(tenant.webhookSecret);
  held.push(tenant.webhookSecret);
  const arrived = (count: number) => receiver.waitFor(() => receiver.received.length >= count);

  // Each model has two webhooks. In each phase but the last, half of them are sent before a rotation.
  const [PHASES, MODELS_PER_PHASE] = [4, 25];
  const createAndDeleteModel = async () => {
    const { modelId } = await createModel(tenant, { isDevelopment: true });
    await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
  };
  const running: Promise<unknown>[] = [];
  for (let phase = 1; phase <= PHASES; phase++) {
    running.push(...Array.from({ length: MODELS_PER_PHASE }, createAndDeleteModel));
    await arrived((2 * phase - 1) * MODELS_PER_PHASE);
    if (phase === PHASES) break;
    const secret = await rotate(tenant);
    issued.push(secret);
    // The receiver learns of the new secret only ten webhooks later.
    running.push(arrived(receiver.received.length + 10).then(() => held.push(secret)));
  }
  await Promise.all(running);
  await arrived(2 * PHASES * MODELS_PER_PHASE);

  expect(verified).toBe(receiver.received.length);
  const signatures = receiver.received.map((webhook) => signers(webhook, issued));
  for (const [index, { headers, body }] of receiver.received.entries()) {
    const [newest, ...replaced] = signatures[index]?.map((secret) => issued.indexOf(String(secret))) ?? [];
    // The newest secret signs first, then the replaced ones, the latest first, up to three in all.
    expect(replaced).toEqual([1, 2].map((age) => Number(newest) - age).filter((at) => at >= 0));
    const service = createHmac('sha256', issued[Number(newest)] ?? '')
      .update(body)
      .digest('hex');
    expect(headers['x-service-signature']).toBe(service);
  }
  expect(new Set(signatures.map(([newest]) => newest))).toEqual(new Set(issued));
  expect((await settingsOf(tenant)).secrets.map(({ endsWith }) => endsWith)).toEqual(
    issued
      .slice(1)
      .reverse()
      .map((secret) => secret.slice(-4)),
  );
  await receiver.close();
});
