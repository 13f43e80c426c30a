import { brotliDecompressSync } from 'node:zlib';
import compressed from 'openapi:document';
import { getOpenApi } from '../../shared/contract/web/openapi.ts';
import { deployedAppUrl } from '../../shared/deployed/settings.ts';
import { httpHandler } from '../../shared/http/handler.ts';

let document: { openapi: string } | undefined;

export const handler = httpHandler(getOpenApi, async () => {
  document ??= JSON.parse(brotliDecompressSync(compressed).toString()) as { openapi: string };
  return { ...document, servers: [{ url: deployedAppUrl(), description: 'This service' }] };
});
