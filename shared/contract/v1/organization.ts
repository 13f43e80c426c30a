import { readsCredits, readsOrganization } from '../organization.ts';

export const getOrganization = readsOrganization('v1');
export const getCredits = readsCredits('v1');
