/** The id of the key that signed a request, by its Authorization header; empty when nothing was signed. */
export function accessKeyIdOf(authorization: string | undefined): string {
  return /Credential=(\w+)/.exec(authorization ?? '')?.[1] ?? '';
}
