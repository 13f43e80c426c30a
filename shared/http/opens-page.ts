import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The part of a request that tells whether a browser opens a page with it. */
export interface Opening {
  rawPath: string;
  headers: APIGatewayProxyEventV2['headers'];
  requestContext: { http: { method: string } };
}

/**
 * Whether a browser opens a page with the request: it reads a path outside the API and names HTML among the types that
 * it accepts. Programs accept any type or JSON.
 */
export function opensPage({ rawPath, headers, requestContext }: Opening): boolean {
  const { method } = requestContext.http;
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (rawPath === '/api' || rawPath.startsWith('/api/')) return false;
  const types = (headers.accept ?? '').split(',').map((entry) => entry.split(';')[0]?.trim().toLowerCase());
  return types.includes('text/html');
}
