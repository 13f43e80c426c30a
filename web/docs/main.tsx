import { hydrate, render } from 'preact';
import type { OpenApiDocument } from '../../shared/contract/openapi/types.ts';
import { Api } from '../service/api.ts';
import { LanguageProvider, preferred } from '../text/language.tsx';
import { useSentences } from '../text/use-sentences.ts';
import { ApiDocument } from './api-document.ts';
import { Page } from './page.tsx';
import { translateBeginning } from './translate-beginning.ts';

try {
  const [apiDocument] = await Promise.all([readDocument(), translateBeginning(preferred())]);
  const page = document.getElementById('page');
  if (page) hydrate(<Page apiDocument={apiDocument} />, page);
} catch (error) {
  // The built page stays readable below the error.
  const place = document.createElement('div');
  document.body.prepend(place);
  render(
    <LanguageProvider>
      <Failure error={error} />
    </LanguageProvider>,
    place,
  );
}

async function readDocument(): Promise<ApiDocument> {
  const response: unknown = await new Api().call('GET /api/openapi.json');
  return new ApiDocument(response as OpenApiDocument);
}

function Failure({ error }: { error: unknown }) {
  const sentenceOf = useSentences();
  return (
    <p class="alert" role="alert">
      {sentenceOf(error)}
    </p>
  );
}
