import type { Declared } from './registry.ts';

/** Every endpoint by its method and path. Only types are imported, so a page bundles no contract. */
type Calls = { [Contract in Declared as `${Contract['method']} ${Contract['path']}`]: Contract };

/** The method and the path of an endpoint: `GET /api/v2/organization/models/{modelId}`. */
export type Call = keyof Calls;

export type Answer<Of extends Call> = Calls[Of]['response']['_zod']['output'];

interface Schema {
  _zod: { input: unknown; output: unknown };
}
type Input<Of extends Schema> = Of['_zod']['input'];
type Output<Of extends Schema> = Of['_zod']['output'];

/** The fields of a query, as text or as what the service reads from it. */
type Query<Of extends Schema> = {
  [Name in keyof Input<Of>]: Input<Of>[Name] | Output<Of>[Name & keyof Output<Of>];
};

/** A part of a request that the contract declares. It can be left out where each of its fields can. */
type Part<Name extends string, Of extends Schema, Value> =
  unknown extends Input<Of>
    ? unknown
    : object extends Value
      ? { [Key in Name]?: Value }
      : { [Key in Name]: Value };

type Parts<Contract extends Declared> = Part<'path', Contract['params'], Input<Contract['params']>> &
  Part<'query', Contract['query'], Query<Contract['query']>> &
  Part<'body', Contract['body'], Input<Contract['body']>>;

/** The arguments of a call after its name. */
export type Request<Of extends Call, Options = object> =
  object extends Parts<Calls[Of]>
    ? [request?: Parts<Calls[Of]> & Options]
    : [request: Parts<Calls[Of]> & Options];

/** The parts of any request. */
export interface AnyRequest {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/** The address of a call. A field of the query that is undefined or empty is left out. */
export function addressOf(template: string, { path = {}, query = {} }: AnyRequest): string {
  const address = template.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  const fields = Object.entries(query).flatMap(([name, value = '']) =>
    value === '' ? [] : [[name, `${value}`]],
  );
  return fields.length > 0 ? `${address}?${new URLSearchParams(fields)}` : address;
}
