import { type Api, connectApi } from '../../local/partner/api.ts';
import { type Receiver, startReceiver } from '../../local/partner/receiver.ts';
import type { DomainContext } from '../../shared/domain/context.ts';
import { createOrganization } from '../../shared/domain/organization/create.ts';

export interface PlayedOrganization {
  id: string;
  partner: Api;
  receiver: Receiver;
}

/** Creates an organization as the operator does, with a receiver of its webhooks. */
export async function playedOrganization(
  context: DomainContext,
  baseUrl: string,
  credits: number,
): Promise<PlayedOrganization> {
  const receiver = await startReceiver();
  const { organizationId, apiKey } = await createOrganization(context, {
    name: 'Played through',
    credits,
    whiteLabel: true,
    tier: 'enterprise',
    webhookUrl: receiver.url,
  });
  return { id: organizationId, partner: connectApi(baseUrl, apiKey), receiver };
}
