import { Problem } from '../contract/errors.ts';

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
