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

function camelCase(words: string): string {
  return words.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
