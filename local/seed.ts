import { deployedWebhookSecretKey } from '../shared/deployed/context.ts';
import { domainContext } from '../shared/domain/context.ts';
import { createOrganization } from '../shared/domain/organization/create.ts';
import { userTokenWrite } from '../shared/domain/user/session.ts';
import { systemClock } from '../shared/platform/clock.ts';
import { systemRandomness } from '../shared/platform/randomness.ts';
import { connectTable } from '../shared/table/table.ts';
import type { LocalService } from './service.ts';

/** Credentials and addresses to call the service as the demo organization. */
export interface DemoOrganization {
  organizationId: string;
  apiKey: string;
  webhookSecret: string;
  /** Signs the owner in, once. */
  signInLink: string;
}

const DEMO_CREDITS = 100;
export const DEMO_OWNER = 'owner@demo.example';

/** Creates the demo organization that `npm start` prints. */
export async function seedDemoOrganization(cloud: LocalService): Promise<DemoOrganization> {
  // The SDK's clients read the endpoints and the key from the environment.
  Object.assign(process.env, cloud.environment, {
    WEBHOOK_SECRET_KEY: cloud.outputs['headshots-local-data.WebhookSecretKeyArn'],
  });
  const table = connectTable(cloud.tableName, systemRandomness);
  const context = domainContext(table, systemClock, systemRandomness, deployedWebhookSecretKey);
  const { firstUser, ...created } = await createOrganization(context, {
    name: 'Demo organization',
    website: cloud.baseUrl,
    credits: DEMO_CREDITS,
    whiteLabel: true,
    tier: 'enterprise',
    webhookUrl: `${cloud.baseUrl}/_local/webhooks`,
    ownerEmail: DEMO_OWNER,
  });
  if (!firstUser) throw new Error('The demo organization has no owner.');
  const { token, write } = userTokenWrite(context, 'invitation', firstUser);
  await table.commit([write]);
  return { ...created, signInLink: `${cloud.baseUrl}/admin?token=${token}` };
}
