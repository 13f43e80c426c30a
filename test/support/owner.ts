import { type Api, connectApi } from '../../local/partner/api.ts';
import type { Answer } from '../../shared/contract/call.ts';
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

export type WebhookSettings = Answer<'GET /api/admin/webhooks'>['webhooks'];

export async function settingsOf({ owner }: OwnedTenant): Promise<WebhookSettings> {
  return (await owner.ask('GET /api/admin/webhooks')).webhooks;
}

export async function rotate({ owner }: OwnedTenant): Promise<string> {
  return (await owner.ask('POST /api/admin/webhooks/secret')).secret;
}

export type Delivery = Answer<'GET /api/admin/deliveries'>['deliveries'][number];

export async function deliveriesOf({ owner }: OwnedTenant, query = ''): Promise<Delivery[]> {
  return (await owner.expect<{ deliveries: Delivery[] }>('GET', `${DELIVERIES}${query}`)).deliveries;
}
