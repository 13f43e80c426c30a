import { deployedWebhookSecretKey } from '../shared/deployed/context.ts';
import { domainContext } from '../shared/domain/context.ts';
import { createOrganization } from '../shared/domain/organization/create.ts';
import { systemClock } from '../shared/platform/clock.ts';
import { systemRandomness } from '../shared/platform/randomness.ts';
import { connectTable } from '../shared/table/table.ts';
import type { LocalCloud } from './cloud.ts';

/** Credentials and addresses to call the service as the demo organization. */
export interface DemoOrganization {
  organizationId: string;
  apiKey: string;
  webhookSecret: string;
}

const DEMO_CREDITS = 100;
export const DEMO_OWNER = 'owner@demo.example';

/** Creates the demo organization that `npm start` prints. */
export async function seedDemoOrganization(cloud: LocalCloud): Promise<DemoOrganization> {
  // The SDK's clients read the endpoints and the key from the environment.
  Object.assign(process.env, cloud.environment, {
    WEBHOOK_SECRET_KEY: cloud.outputs['headshots-local-data.WebhookSecretKeyArn'],
  });
  const table = connectTable(cloud.tableName, systemRandomness);
  return createOrganization(domainContext(table, systemClock, systemRandomness, deployedWebhookSecretKey), {
    name: 'Demo organization',
    website: cloud.baseUrl,
    credits: DEMO_CREDITS,
    whiteLabel: true,
    tier: 'enterprise',
    webhookUrl: `${cloud.baseUrl}/_local/webhooks`,
    ownerEmail: DEMO_OWNER,
  });
}
