/** The package has no types of its own. */
declare module 'asl-validator' {
  export default function aslValidator(definition: unknown): { isValid: boolean; errors: unknown[] };
}
