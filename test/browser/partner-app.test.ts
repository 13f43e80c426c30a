import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { PROJECT } from '../../scripts/build/paths.ts';
import { SECOND, systemClock } from '../../shared/platform/clock.ts';
import { signedHeaders } from '../../shared/webhook/send/signature.ts';
import { baseUrl, freshTenant, type Tenant } from '../support/tenant.ts';
import { openWindow } from './browser.ts';

/** Runs examples/partner-app as a process of its own. @returns the address that it prints */
async function startPartnerApp({ apiKey, webhookSecret }: Tenant): Promise<string> {
  const app = spawn(process.execPath, [join(PROJECT, 'examples/partner-app/server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      ...{ API_KEY: apiKey, WEBHOOK_SECRET: webhookSecret, SERVICE_URL: baseUrl, PORT: '0' },
    },
  });
  onTestFinished(async () => {
    const exited = once(app, 'exit');
    app.kill();
    await exited;
  });
  const lines = createInterface(app.stdout);
  const [line] = await Promise.race([
    once(lines, 'line'),
    once(app, 'exit').then(() => Promise.reject(new Error('The application ended before it listened.'))),
  ]);
  lines.on('line', () => undefined);
  return String(line).replace('Open ', '');
}

test('the example of a partner shows the studio, gets its events, and takes signed webhooks only', async () => {
  const tenant = await freshTenant();
  const address = await startPartnerApp(tenant);
  expect(new URL(address).hostname).not.toBe(new URL(baseUrl).hostname);
  const { page } = await openWindow({ deniesStorage: true });
  await page.goto(address);
  await page.getByText('Upload a few photos of yourself.').waitFor();
  await page.frameLocator('headshots-studio iframe').getByText('0 of at least 4').waitFor();
  const app = `http://127.0.0.1:${new URL(address).port}`;
  const status = async () => (await (await fetch(`${app}/status`)).json()) as Record<string, string>;
  const { modelId = '' } = await status();
  expect(await page.getByRole('listitem').allTextContents()).toEqual([
    `ready ${JSON.stringify({ modelId, status: 'onboarding' })}`,
  ]);
  const api = await tenant.api.expect<{ model: object }>('GET', `/api/v2/organization/models/${modelId}`);
  expect(api.model).toMatchObject({ isDevelopment: true });

  const body = JSON.stringify({ event: 'model.status.updated', object: { _id: modelId, status: 'waiting' } });
  const post = (secret: string) => {
    const timestampSeconds = Math.floor(systemClock.now() / SECOND);

    const headers = signedHeaders({ secrets: [secret], id: 'msg_1', timestampSeconds, body });
    return fetch(`${app}/webhooks`, { method: 'POST', headers, body });
  };
  expect((await post(`whsec_${Buffer.alloc(32).toString('base64')}`)).status).toBe(401);
  expect(await status()).toEqual({ modelId });
  expect((await post(tenant.webhookSecret)).status).toBe(200);
  expect(await status()).toEqual({ modelId, status: 'waiting' });
});
