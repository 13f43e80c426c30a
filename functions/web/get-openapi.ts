import { openApiDocument } from '../../shared/contract/openapi/document.ts';
import type { OpenApiDocument } from '../../shared/contract/openapi/types.ts';
import { endpoints } from '../../shared/contract/registry.ts';
import { getOpenApi } from '../../shared/contract/web/openapi.ts';
import { deployedAppUrl } from '../../shared/deployed/settings.ts';
import { httpHandler } from '../../shared/http/handler.ts';

let document: OpenApiDocument | undefined;

export const handler = httpHandler(getOpenApi, async () => {
  document ??= openApiDocument(endpoints, { url: deployedAppUrl(), description: 'This service' });
  return { ...document };
});
