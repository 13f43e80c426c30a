/** The fields of `after` that differ from `before`. Only those are sent, so that others keep what another user saves. */
export function changedFields<Fields extends object>(
  before: { [Name in keyof Fields]?: unknown },
  after: Fields,
): Partial<Fields> {
  const changed: Partial<Fields> = {};
  for (const name of namesOf(after)) if (!isSame(before[name], after[name])) changed[name] = after[name];
  return changed;
}

/**
 * The fields of a change that another user has changed meanwhile to something else.
 * @param before what the change was made from
 * @param current what is stored now
 */
export function overwrittenFields<Fields extends object>(
  change: Partial<Fields>,
  before: Fields,
  current: Fields,
): (keyof Fields & string)[] {
  return namesOf(change).filter(
    (name) => !isSame(before[name], current[name]) && !isSame(change[name], current[name]),
  );
}

function namesOf<Fields extends object>(fields: Partial<Fields>): (keyof Fields & string)[] {
  return Object.keys(fields) as (keyof Fields & string)[];
}

/** Values come from JSON. The order of a list and the kind of line ends mean nothing in settings. */
function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'string') return part.replaceAll('\r\n', '\n');
    if (Array.isArray(part)) return [...part].sort();
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
