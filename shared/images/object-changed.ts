/** An object was replaced or deleted since it was read. */
export class ObjectChanged extends Error {
  override readonly name = 'ObjectChanged';
}

/** The error of a conditional copy, as {@link ObjectChanged} where S3 tells that its source is another one. */
export function changedError(error: unknown, from: string): unknown {
  const hasChanged = error instanceof Error && ['PreconditionFailed', 'NoSuchKey'].includes(error.name);
  return hasChanged ? new ObjectChanged(`The object ${from} has changed.`) : error;
}
