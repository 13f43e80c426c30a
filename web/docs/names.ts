import { wordsOf } from './api-document.ts';

export const WEBHOOKS = 'webhooks';
export const SCHEMAS = 'schemas';

const RESOURCE_NAMES: Readonly<Record<string, string>> = { whitelabel: 'White-label', web: 'Service' };

/** The heading of a resource. */
export function resourceName(resource: string): string {
  return RESOURCE_NAMES[resource] ?? wordsOf(resource);
}

/** The heading of an area. Versions have headings such as API v2. */
export function areaName(area: string): string {
  return /^v\d+$/.test(area) ? `API ${area}` : area === 'web' ? 'Service' : wordsOf(area);
}
