import { openApiDocument } from '../../shared/contract/openapi/document.ts';
import { endpoints } from '../../shared/contract/registry.ts';
import { ApiDocument } from './api-document.ts';
import { Page } from './page.tsx';

/** What the build renders: the page with the document that the service answers. */
const server = { url: '', description: '' };
export default <Page apiDocument={new ApiDocument(openApiDocument(endpoints, server))} />;
