import type { EndpointFacts } from './endpoint.ts';

/** The scopes of API keys: reading and writing, per area. The scope of an endpoint is derived from its contract. */

const AREAS = ['organization', 'invites', 'team', 'models', 'photos', 'whitelabel'] as const;
type Area = (typeof AREAS)[number];

/** All scopes, in the order in which they are shown. */
export const SCOPES = AREAS.flatMap((area) => [`${area}:read`, `${area}:write`] as const);
export type Scope = (typeof SCOPES)[number];

/** The area of an operation, by its folder: `models` of `v2/models/list-models`. */
const AREA_OF_FOLDER: Readonly<Record<string, Area>> = {
  organization: 'organization',
  invites: 'invites',
  teams: 'team',
  members: 'team',
  models: 'models',
  photos: 'photos',
  favorites: 'photos',
  whitelabel: 'whitelabel',
};

type Facts = Pick<EndpointFacts, 'operation' | 'method' | 'changesNothing' | 'credentials'>;

/**
 * The scope that an API key needs: reading where nothing changes and each credential has a substitute, else writing.
 * @throws when no area is declared for the folder of the endpoint.
 */
export function scopeOf(contract: Facts): Scope {
  const givesCredential = contract.credentials.some(({ substitute }) => !substitute);
  return givesCredential || !changesNothing(contract) ? writeScopeOf(contract) : `${areaOf(contract)}:read`;
}

/** The scope of writing in the area of an endpoint. */
export function writeScopeOf(contract: Pick<Facts, 'operation'>): Scope {
  return `${areaOf(contract)}:write`;
}

/** Whether an endpoint only reads. */
export function changesNothing(contract: Pick<Facts, 'method' | 'changesNothing'>): boolean {
  return contract.method === 'GET' || contract.changesNothing === true;
}

function areaOf({ operation }: Pick<Facts, 'operation'>): Area {
  const area = AREA_OF_FOLDER[operation.split('/')[1] ?? ''];
  if (area === undefined)
    throw new Error(`${operation} has no area of scopes: add its folder to shared/contract/scopes.ts.`);
  return area;
}
