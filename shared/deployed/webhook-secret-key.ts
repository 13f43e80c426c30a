let value: Promise<string> | undefined;

/** Reads the key of webhook secrets, once per process. A read that fails is tried again by the next call. */
export function deployedWebhookSecretKey(): Promise<string> {
  value ??= readKey().catch((error: unknown) => {
    value = undefined;
    throw error;
  });
  return value;
}

/** Every function has the key in its context, and few read it: the others do not load the client. */
async function readKey(): Promise<string> {
  const { readWebhookSecretKey } = await import('./read-webhook-secret-key.ts');
  return readWebhookSecretKey();
}
