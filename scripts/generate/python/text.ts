/** A value as a Python literal. */
export function literal(value: unknown): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  return value === null ? 'None' : JSON.stringify(value);
}

/** A docstring with its line break, or nothing without text. */
export function docstring(text: string | undefined, indent: string): string {
  if (text === undefined) return '';
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"');
  return `${indent}"""${escaped.endsWith('"') ? `${escaped} ` : escaped}"""\n`;
}

/** `photoIds` as `photo_ids`. A word that Python reserves gets an underscore at its end, as PEP 8 recommends. */
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
