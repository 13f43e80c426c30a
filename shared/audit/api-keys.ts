import type { DomainContext } from '../domain/context.ts';
import type { ApiKeyRecord } from '../domain/organization/api-key.ts';
import { collections, keys } from '../table/keys.ts';

/** The look-up of every listed API key must lead to its organization. */
export async function auditApiKeys(context: DomainContext, organizationId: string): Promise<string[]> {
  const listed = await context.table.all<ApiKeyRecord>(collections.apiKeys(organizationId));
  const found = await context.table.getMany<ApiKeyRecord>(listed.map(({ hash }) => keys.apiKeyHash(hash)));
  return listed.flatMap(({ id }, index) => {
    const record = found[index];
    if (record?.id === id && record.organizationId === organizationId) return [];
    return [`The API key ${id} is listed, but its look-up does not lead to the organization.`];
  });
}
