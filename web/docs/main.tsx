import type { OpenApiDocument } from '../../shared/contract/openapi/types.ts';
import { Api, sentenceOf } from '../service/api.ts';
import { fill, h } from '../shared/dom.ts';
import { ApiDocument } from './api-document.ts';
import { Credentials } from './credentials.ts';
import { IdCache } from './id-cache.ts';
import { markdown } from './markdown.ts';
import { navigation } from './navigation.ts';
import { sections } from './sections.ts';
import { quickStart } from './start.ts';

const OPENAPI_PATH = '/api/openapi.json';

const page = h('div', { class: 'docs' }, h('p', { class: 'lead center', role: 'status' }, 'Loading…'));
document.body.append(page);

async function show(): Promise<void> {
  const response = await new Api().call('GET', OPENAPI_PATH);
  const apiDocument = new ApiDocument(response as unknown as OpenApiDocument);
  const credentials = new Credentials();
  const { info } = apiDocument.document;
  const introduction = h(
    'section',
    { class: 'introduction', id: 'introduction' },
    h('h1', {}, `${info.title} API`),
    quickStart(apiDocument, credentials),
    ...markdown(info.description),
    h(
      'p',
      {},
      'The machine-readable reference is the ',
      h('a', { href: OPENAPI_PATH }, 'OpenAPI 3.1 document'),
      '.',
    ),
  );
  const content = h(
    'main',
    { id: 'content', tabindex: -1 },
    introduction,
    ...sections(apiDocument, { credentials, idCache: new IdCache() }),
  );
  const skip = h('a', { class: 'skip', href: '#introduction' }, 'Skip navigation');
  fill(page, skip, navigation(apiDocument, content), content);
  // When the browser looked for the fragment of the address, the page was still empty.
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

show().catch((error: unknown) => fill(page, h('p', { class: 'alert', role: 'alert' }, sentenceOf(error))));
