import { type Api, connectApi } from '../../local/partner/api.ts';
import type { NewOrganization } from '../../shared/domain/organization/create.ts';
import { baseUrl, freshTenant, operator, someEmail, type Tenant } from './tenant.ts';
import { firstUserOf, userToken } from './users.ts';

export const WEBHOOKS = '/api/admin/webhooks';
export const DELIVERIES = '/api/admin/deliveries';

/** A tenant whose owner is signed in. */
export interface OwnedTenant extends Tenant {
  owner: Api;
}

export async function ownedTenant(settings: Partial<NewOrganization> = {}): Promise<OwnedTenant> {
  const ownerEmail = someEmail('owner');
  const tenant = await freshTenant({ ownerEmail, ...settings });
  return { ...tenant, owner: connectApi(baseUrl, await userToken(operator, firstUserOf(tenant))) };
}

export interface WebhookSettings {
  url: string | null;
  enabled: boolean;
  secrets: { endsWith: string; validUntil: string | null }[];
  parkedModels: number;
  circuit: {
    state: string;
    openedAt: string | null;
    nextProbeAt: string | null;
    failedProbes: number;
    heldModels: number;
  };
}

export async function settingsOf({ owner }: OwnedTenant): Promise<WebhookSettings> {
  return (await owner.expect<{ webhooks: WebhookSettings }>('GET', WEBHOOKS)).webhooks;
}

export async function rotate({ owner }: OwnedTenant): Promise<string> {
  return (await owner.expect<{ secret: string }>('POST', `${WEBHOOKS}/secret`)).secret;
}

export interface Delivery {
  webhookId: string;
  event: string;
  modelId: string;
  createdAt: string;
  status: string;
  attempts: number;
  nextAttemptAt: string | null;
  failedAt: string | null;
  responseStatus: number | null;
  error: string | null;
  test: boolean;
}

export async function deliveriesOf({ owner }: OwnedTenant, query = ''): Promise<Delivery[]> {
  return (await owner.expect<{ deliveries: Delivery[] }>('GET', `${DELIVERIES}${query}`)).deliveries;
}
