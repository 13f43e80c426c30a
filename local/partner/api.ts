import {
  type Answer,
  type AnyRequest,
  addressOf,
  type Call,
  type Request,
} from '../../shared/contract/call.ts';

/** An API client as a partner would write it: plain HTTP, and of the service's own code only types. */

export interface ApiAnswer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface Api {
  baseUrl: string;
  bearer?: string;
  /** Makes one call and returns the answer of any status. */
  call(method: string, path: string, body?: unknown): Promise<ApiAnswer>;
  /** Makes one call of a contract that has to succeed. @throws with the envelope's code and message when it does not. */
  ask<Of extends Call>(call: Of, ...request: Request<Of>): Promise<Answer<Of>>;
  /** The same without types, for calls that no contract allows. @throws with the envelope's code and message when it does not. */
  expect<Body = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Body>;
}

/** An API client that sends `bearer`, an API key or a member's session, with every call. */
export function connectApi(baseUrl: string, bearer?: string): Api {
  const call = async (method: string, path: string, body?: unknown): Promise<ApiAnswer> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, unknown>,
    };
  };
  const expect = async <Body>(method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body);
    if (answer.status === 200) return answer.body as Body;
    throw new Error(`${method} ${path} answered ${answer.status} ${answer.body.code}: ${answer.body.error}`);
  };
  function ask<Of extends Call>(of: Of, ...request: Request<Of>): Promise<Answer<Of>>;
  async function ask(of: Call, request: AnyRequest = {}): Promise<unknown> {
    const [method = '', path = ''] = of.split(' ');
    return expect(method, addressOf(path, request), request.body);
  }
  return {
    baseUrl,
    ...(bearer !== undefined && { bearer }),
    call,
    expect,
    ask,
  };
}
