/**
 * The query parameter of the page's address. A repeated one has no value: the service refuses it, and would otherwise
 * judge one value where the page uses another.
 */
export function parameter(name: string, query = location.search): string | undefined {
  const [value, ...others] = new URLSearchParams(query).getAll(name);
  return others.length === 0 ? value : undefined;
}
