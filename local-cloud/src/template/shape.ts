import { type Json, type JsonObject, placeOf, type Resource, TemplateError } from './assembly.ts';

/**
 * The supported part of a property.
 * - `ANY`: all of it is read, or it changes nothing on one machine;
 * - a list of values: one of them;
 * - `{key: shape}`: an object with these keys at most;
 * - `[shape]`: a list of such values.
 */
export type Shape =
  | typeof ANY
  | readonly (string | number | boolean)[]
  | { readonly [key: string]: Shape }
  | ListOf;
export const ANY = Symbol('any');

export class ListOf {
  readonly item: Shape;
  constructor(item: Shape) {
    this.item = item;
  }
}

/** @throws TemplateError at the first property of the resource that its shape does not list */
export function checkShape(resource: Resource, shape: Readonly<Record<string, Shape>>): void {
  checkObject(resource, resource.properties, shape, '');
}

function checkObject(
  resource: Resource,
  value: JsonObject,
  shape: Readonly<Record<string, Shape>>,
  path: string,
): void {
  for (const [key, entry] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    const known = shape[key];
    if (known === undefined) throw new TemplateError(placeOf(resource, at), 'this property is not supported');
    check(resource, entry, known, at);
  }
}

function check(resource: Resource, value: Json, shape: Shape, path: string): void {
  if (shape === ANY) return;
  if (shape instanceof ListOf) {
    if (!Array.isArray(value)) throw new TemplateError(placeOf(resource, path), 'a list was expected');
    for (const [index, entry] of value.entries()) check(resource, entry, shape.item, `${path}[${index}]`);
    return;
  }
  if (isListOfValues(shape)) {
    if (!shape.includes(value as string)) {
      const allowed = shape.map((entry) => JSON.stringify(entry)).join(' or ');
      throw new TemplateError(
        placeOf(resource, path),
        `${JSON.stringify(value)} is not supported, only ${allowed}`,
      );
    }
    return;
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new TemplateError(placeOf(resource, path), 'an object was expected');
  }
  checkObject(resource, value, shape as Readonly<Record<string, Shape>>, path);
}

function isListOfValues(shape: Shape): shape is readonly (string | number | boolean)[] {
  return Array.isArray(shape);
}
