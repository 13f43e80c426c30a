import { isIP } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod';
import type { Auth } from '../contract/endpoint.ts';
import type { DomainContext } from '../domain/context.ts';
import type { Member } from '../domain/member/member.ts';
import type { Organization } from '../domain/organization/organization.ts';

/** Who calls, by the kind of authentication that a contract asks for. */
export interface Callers {
  /** By an API key, or in its place by an owner's session: both act for the whole organization. */
  apiKey: { organizationId: string };
  ownerSession: { organizationId: string };
  memberSession: { organizationId: string; member: Member };
  /** Undefined without valid credentials. */
  optional: Callers['apiKey'] | Callers['memberSession'] | undefined;
  none: undefined;
}
export type Caller<Kind extends Auth> = Callers[Kind];

/** A request as a handler gets it: checked against its contract, from a caller who is known. */
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
  /** The caller's organization, read once for each request that asks for it. */
  organization(): Promise<Organization>;
}

/** What a handler answers: the contract's response without the envelope's `success`. */
export type ApiAnswer<Response extends z.ZodType> = WithoutSuccess<z.input<Response>>;

/**
 * The address of who called. CloudFront appends it to what the viewer sent as X-Forwarded-For, and API Gateway
 * appends CloudFront's: the last but one is the only entry that nobody but CloudFront can have written. Of an
 * IPv6 address the first half is taken, since one household holds all of the other.
 */
export function viewerAddress({ headers, requestContext }: APIGatewayProxyEventV2): string {
  const viewer = headers['x-forwarded-for']?.split(',').at(-2)?.trim() ?? '';
  const address = isIP(viewer) === 0 ? requestContext.http.sourceIp : viewer;
  return isIP(address) === 6 ? networkOf(address) : address;
}

/** The 64 bits of an IPv6 address that name a network. */
function networkOf(address: string): string {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const [front, back] = [groups(head), groups(tail)];
  const whole = [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
  return `${whole.slice(0, 4).join(':')}::/64`;
}

type WithoutSuccess<Body> = Body extends unknown ? Omit<Body, 'success'> : never;
