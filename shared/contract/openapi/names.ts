/** The operation id, valid in most languages: `v2_models_listModels` for `v2/models/list-models`. */
export function operationId(operation: string): string {
  return operation.split('/').map(camelCase).join('_');
}

/** The area of an operation's id: `v2` of `v2_models_listModels`. */
export function areaOf(id: string): string {
  return id.split('_')[0] ?? id;
}

/** The resource of an operation's id: `models` of `v2_models_listModels`; the area when it has none. */
export function resourceOf(id: string): string {
  const parts = id.split('_');
  return parts.length > 2 ? (parts[1] ?? id) : areaOf(id);
}

/** The area whose resources are properties of the clients. Other areas are one level deeper. */
export const MAIN_AREA = 'v2';

/**
 * The name of an operation's method in the clients, without the resource's name in singular or plural: `addMembers` for
 * `v2_teams_addTeamMembers`.
 */
export function methodOf(id: string): string {
  const name = id.slice(id.lastIndexOf('_') + 1);
  const resource = capitalized(resourceOf(id));
  const words = name.split(/(?=[A-Z])/);
  for (const noun of [resource, resource.replace(/s$/, '')]) {
    const length = noun.split(/(?=[A-Z])/).length;
    const at = words.findIndex(
      (_, index) => index > 0 && words.slice(index, index + length).join('') === noun,
    );
    if (at !== -1) return words.toSpliced(at, length).join('');
  }
  return name;
}

/** The names that lead from a client to the method of an operation: `teams`, `addMembers`. */
export function clientPathOf(id: string): string[] {
  const [area, resource] = [areaOf(id), resourceOf(id)];
  return [...(area === MAIN_AREA ? [] : [area]), ...(resource === area ? [] : [resource]), methodOf(id)];
}

export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function camelCase(words: string): string {
  return words.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * The name of a method or an argument in Python: `photo_ids` for `photoIds`. A word that Python reserves gets an underscore at
 * its end, as PEP 8 recommends.
 */
export function snake(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return RESERVED.has(words) ? `${words}_` : words;
}

/** The words of Python's grammar that a contract could use as a name. */
const RESERVED = new Set([
  'from',
  'import',
  'in',
  'is',
  'class',
  'global',
  'pass',
  'with',
  'as',
  'del',
  'not',
]);
