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
