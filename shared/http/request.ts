import { isIP } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod';
import type { Auth } from '../contract/endpoint.ts';
import { Problem } from '../contract/errors.ts';
import type { Actor } from '../contract/trail.ts';
import type { DomainContext } from '../domain/context.ts';
import type { ShownSession } from '../domain/member/session.ts';
import type { ApiKeyRecord } from '../domain/organization/api-key.ts';
import type { Organization } from '../domain/organization/organization.ts';
import type { UserSession } from '../domain/user/session.ts';
import type { ReceivedRequest } from '../platform/standard-webhooks.ts';

/** The caller, by the kind of authentication that a contract requires. */
export interface Callers {
  /** An API key, which has scopes, or a user's session, which has the role of the user. */
  apiKey: { organizationId: string; key: ApiKeyRecord } | UserSession;
  userSession: UserSession;
  memberSession: ShownSession;
  /** Undefined without valid credentials. */
  optional: Callers['apiKey'] | Callers['memberSession'] | undefined;
  none: undefined;
}
export type Caller<Kind extends Auth> = Callers[Kind];

/** A request as its handler receives it: validated by its contract, from an authenticated caller. */
export interface ApiRequest<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Kind extends Auth,
> {
  requestId: string;
  caller: Caller<Kind>;
  params: z.output<Params>;
  query: z.output<Query>;
  body: z.output<Body>;
  context: DomainContext;
  /** Reads the caller's organization, at most once per request. */
  organization(): Promise<Organization>;
  received(): ReceivedRequest;
}

/** The answer of a handler: the contract's response without the envelope's `success`. */
export type ApiAnswer<Response extends z.ZodType> = WithoutSuccess<z.input<Response>>;

const BEARER = /^Bearer +(\S+)$/i;

/** The token of the header Authorization. */
export function bearerToken({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

/**
 * The problem of a query with a parameter that is given twice. Its meaning would depend on the reader: API Gateway joins
 * the values with a comma, and others take the first or the last.
 */
export function repeatedParameter(rawQueryString: string): Problem | undefined {
  const seen = new Set<string>();
  for (const name of new URLSearchParams(rawQueryString).keys()) {
    if (seen.has(name))
      return new Problem('INVALID_REQUEST', `The query parameter '${name}' may be given only once.`);
    seen.add(name);
  }
  return undefined;
}

/** Whether a caller has a test key, which acts on development models only. */
export function isTestKey(caller: Caller<'apiKey'>): boolean {
  return 'key' in caller && caller.key.test === true;
}

/** The actor that the audit trail names for a caller. */
export function actorOf(caller: NonNullable<Caller<Auth>>): Actor {
  if ('member' in caller) return { kind: 'member', id: caller.member.id };
  if ('key' in caller) return { kind: 'key', id: caller.key.id };
  return { kind: 'user', id: caller.userId };
}

/**
 * The address of the viewer, or the network of an IPv6 address, because one household has a whole network.
 * CloudFront appends the viewer's address to the X-Forwarded-For that the viewer sent, and API Gateway
 * appends CloudFront's address. So the last entry but one is the only one that the viewer cannot forge. A function
 * refuses requests that did not come through CloudFront, where all entries but the last would be forged.
 */
export function viewerAddress({
  headers,
  requestContext,
}: Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext'>): string {
  const viewer = headers['x-forwarded-for']?.split(',').at(-2)?.trim() ?? '';
  const address = isIP(viewer) === 0 ? requestContext.http.sourceIp : viewer;
  return isIP(address) === 6 ? networkOf(address) : address;
}

/** The 64 bits of an IPv6 address that name a network. */
function networkOf(address: string): string {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const [first, last] = [groups(head), groups(tail)];
  const whole = [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
  return `${whole.slice(0, 4).join(':')}::/64`;
}

type WithoutSuccess<Body> = Body extends unknown ? Omit<Body, 'success'> : never;
