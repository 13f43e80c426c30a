import * as z from 'zod';
import type { Secret } from '../links/secret.ts';

const credentials = z.object({ organizationId: z.string(), apiKey: z.string() });
export type CheckCredentials = z.infer<typeof credentials>;

/** Reads the API key of the organization whose models are made for checks only. */
export async function readCheckCredentials(secret: Secret): Promise<CheckCredentials | undefined> {
  const stored = await secret.read();
  return stored && credentials.parse(stored.value);
}
