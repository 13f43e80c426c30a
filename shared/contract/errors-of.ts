import { type Endpoint, isDeclared } from './endpoint.ts';
import { ERROR_STATUS, type ErrorCode } from './errors.ts';

/**
 * All error codes of an endpoint, in the order of their declaration: its own codes and those of every endpoint of
 * its kind. The document, the client and tests derive from them.
 */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const { auth, role, feature, method, params, query, body, errors, unmetered } = endpoint;
  const codes = new Set<ErrorCode>(errors).add('INTERNAL_ERROR');
  if (!unmetered) codes.add('RATE_LIMIT_EXCEEDED');
  if (auth !== 'none' && auth !== 'optional') codes.add('UNAUTHORIZED');
  // An API key may lack the scope, and a user the role.
  if (feature || auth === 'apiKey' || (auth === 'userSession' && role !== 'viewer')) codes.add('FORBIDDEN');
  // A POST without a body can have an Idempotency-Key that was used for another request.
  if (method === 'POST' || [params, query, body].some(isDeclared)) codes.add('INVALID_REQUEST');
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => codes.has(code));
}
