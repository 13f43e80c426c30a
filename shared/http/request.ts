import type * as z from 'zod';
import type { Auth, Endpoint } from '../contract/endpoint.ts';
import type { DomainContext } from '../domain/context.ts';
import type { Member } from '../domain/member/member.ts';
import type { Organization } from '../domain/organization/organization.ts';

/** Who calls, by the kind of authentication that a contract asks for. */
export interface Callers {
  apiKey: { organizationId: string };
  memberSession: { organizationId: string; member: Member };
  none: undefined;
}
export type Caller<Kind extends Auth> = Callers[Kind];

/** A request as a handler gets it: checked against its contract, from a caller who is known. */
export interface ApiRequest<Contract extends Endpoint> {
  requestId: string;
  caller: Caller<Contract['auth']>;
  params: Parsed<NonNullable<Contract['params']>>;
  query: Parsed<NonNullable<Contract['query']>>;
  body: Parsed<NonNullable<Contract['body']>>;
  context: DomainContext;
  /** The caller's organization, read once for each request that asks for it. */
  organization(): Promise<Organization>;
}

/** What a handler answers: the contract's response without the envelope's `success`. */
export type ApiAnswer<Contract extends Endpoint> = WithoutSuccess<z.input<Contract['response']>>;

/** Unknown where the contract declares nothing. */
type Parsed<Schema extends z.ZodType> = z.output<Schema>;
type WithoutSuccess<Body> = Body extends unknown ? Omit<Body, 'success'> : never;
