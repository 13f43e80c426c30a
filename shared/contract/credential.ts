import * as z from 'zod';

/** The mark of {@link credential} in the document. */
export const CREDENTIAL = 'x-credential';

/** The value that a caller who may only read gets in place of a credential: no field, an empty string, or a hash. */
export type Substitute = 'omitted' | 'empty' | 'hashed';

/** A credential in the answers of an endpoint. */
export interface Credential {
  /** The names of the fields that lead to it. The entries of a list share a path. */
  path: readonly string[];
  /** Absent where the answer is of no use without the credential: reading it then needs the right to write. */
  substitute?: Substitute;
}

const MARKED = z.registry<Credential>();

/** Marks a field whose holder can act as another person. Callers who may not change its area get the substitute. */
export function credential<Schema extends z.ZodType>(field: Schema, substitute?: Substitute): Schema {
  const marked = field.meta({ ...field.meta(), id: undefined, [CREDENTIAL]: true });
  MARKED.add(marked, { path: [], ...(substitute && { substitute }) });
  return marked;
}

/** Schemas that hold no others. */
const LEAVES: ReadonlySet<string> = new Set([
  'string',
  'number',
  'boolean',
  'null',
  'literal',
  'enum',
  'unknown',
]);

/** The credentials in answers of a schema. @throws for a kind of schema in which this walk would miss them. */
export function credentialsIn(schema: z.core.$ZodType): Credential[] {
  const mark = MARKED.get(schema);
  if (mark) return [mark];
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([field, part]) =>
      credentialsIn(part).map(({ path, ...rest }) => ({ path: [field, ...path], ...rest })),
    );
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(credentialsIn);
  if (schema instanceof z.ZodArray) return credentialsIn(schema.element);
  if (schema instanceof z.ZodRecord) return credentialsIn(schema.valueType);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return credentialsIn(schema.unwrap());
  }
  const { type } = schema._zod.def;
  if (!LEAVES.has(type)) throw new Error(`Credentials are not found in a ${type}: add it to credentialsIn.`);
  return [];
}
