import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { runInNewContext } from 'node:vm';
import type { Resolver } from '../template/resolver.ts';
import { joinedHeaders } from './gateway-event.ts';

/** The answer of a CloudFront function that does not pass the request on. */
export interface ViewerResponse {
  statusCode: number;
  headers: Record<string, { value: string }>;
  body: { encoding: 'text'; data: string };
}

/** Runs CloudFront's function for a request. @returns the path to serve, or the answer to give. */
export type ViewerFunction = (request: IncomingMessage, path: string) => string | ViewerResponse;

/** The default when the template has no function: the request passes unchanged. */
export const unchanged: ViewerFunction = (_request, path) => path;

/** The template's function for viewer requests, which runs without access to Node's APIs. */
export function readViewerFunction(resolver: Resolver): ViewerFunction {
  const [resource, ...others] = resolver.resources('AWS::CloudFront::Function');
  if (others.length > 0) throw new Error('The templates may have only one CloudFront function.');
  if (resource === undefined) return unchanged;
  const handler: (event: object) => ViewerResponse | { uri: string } = runInNewContext(
    `${String(resolver.property(resource, 'FunctionCode'))}\nhandler`,
  );
  return (request, path) => {
    const headers = Object.entries(joinedHeaders(request)).map(([name, value]) => [name, { value }]);
    const result = handler({
      context: { requestId: randomUUID() },
      request: { uri: path, headers: Object.fromEntries(headers) },
    });
    return 'uri' in result ? result.uri : result;
  };
}
