import { openApiDocument } from '../../shared/contract/openapi/document.ts';
import { endpoints } from '../../shared/contract/registry.ts';
import { ApiDocument } from './api-document.ts';
import { Page } from './page.tsx';

/** The page that the build renders, from the OpenAPI document of the service. */
const server = { url: '', description: '' };
export default <Page apiDocument={new ApiDocument(openApiDocument(endpoints, server))} />;
