import type { Endpoint } from './endpoint.ts';
import { ERROR_STATUS, type ErrorCode } from './errors.ts';

/** All error codes of an endpoint in the order of their declaration: its own, and those of its kind. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const { auth, role, feature, errors, unmetered } = endpoint;
  // Any query can repeat a parameter.
  const codes = new Set<ErrorCode>(errors).add('INVALID_REQUEST').add('INTERNAL_ERROR');
  if (!unmetered) codes.add('RATE_LIMIT_EXCEEDED');
  if (auth !== 'none' && auth !== 'optional') codes.add('UNAUTHORIZED');
  // An API key may lack the scope, and a user the role.
  if (feature || auth === 'apiKey' || (auth === 'userSession' && role !== 'viewer')) codes.add('FORBIDDEN');
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => codes.has(code));
}
