import { type Json, TemplateError } from '../template/assembly.ts';

/** True when an event passes a filter. */
export type EventFilter = (event: unknown) => boolean;

type Pattern = { [key: string]: Pattern | Json[] };

/**
 * The filters of an event source mapping, of which one must match. Only lists of exact values are supported.
 * @param place the mapping in the template, for the message
 * @throws TemplateError at any other operator, such as `prefix`
 */
export function eventFilter(patterns: readonly string[], place: string): EventFilter {
  const parsed = patterns.map((pattern) => {
    const value = JSON.parse(pattern) as Pattern;
    refuseOperators(value, place);
    return value;
  });
  return (event) => parsed.length === 0 || parsed.some((pattern) => matches(pattern, event));
}

function refuseOperators(pattern: Pattern, place: string): void {
  for (const [key, wanted] of Object.entries(pattern)) {
    if (!Array.isArray(wanted)) {
      refuseOperators(wanted, place);
    } else if (wanted.some((value) => typeof value === 'object' && value !== null)) {
      throw new TemplateError(place, `the filter on ${key} is more than a list of values`);
    }
  }
}

function matches(pattern: Pattern, event: unknown): boolean {
  return Object.entries(pattern).every(([key, wanted]) => {
    const actual = (event as Record<string, unknown> | null | undefined)?.[key];
    if (!Array.isArray(wanted)) return matches(wanted, actual);
    if (Array.isArray(actual)) return actual.some((value) => wanted.includes(value as Json));
    return wanted.includes(actual as Json);
  });
}
