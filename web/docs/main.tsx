import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { OpenApiDocument } from '../../shared/contract/openapi/types.ts';
import { Api } from '../service/api.ts';
import { common } from '../text/common.ts';
import { docs } from '../text/docs.ts';
import { useSentences } from '../text/errors.ts';
import { LanguageProvider, useText } from '../text/language.tsx';
import { ApiDocument } from './api-document.ts';
import { Markdown } from './markdown.tsx';
import { Navigation } from './navigation.tsx';
import { countArticles, Sections } from './sections.tsx';
import { CodeLanguageContext } from './shared.ts';
import type { CodeLanguage } from './snippets.ts';
import { QuickStart } from './start.tsx';
import { useTurns } from './use-turns.ts';

const OPENAPI_PATH = '/api/openapi.json';

function Docs() {
  const [apiDocument, setApiDocument] = useState<ApiDocument>();
  const [error, setError] = useState<unknown>();
  const { loading } = useText(common);
  const sentenceOf = useSentences();
  useEffect(() => {
    readDocument().then(setApiDocument, setError);
  }, []);
  if (error !== undefined) {
    return (
      <main class="docs">
        <p class="alert" role="alert">
          {sentenceOf(error)}
        </p>
      </main>
    );
  }
  if (!apiDocument) {
    return (
      <main class="docs">
        <p class="lead center" role="status">
          {loading}
        </p>
      </main>
    );
  }
  return <Reference apiDocument={apiDocument} />;
}

async function readDocument(): Promise<ApiDocument> {
  const response: unknown = await new Api().call('GET /api/openapi.json');
  return new ApiDocument(response as OpenApiDocument);
}

function Reference({ apiDocument }: { apiDocument: ApiDocument }) {
  const { info } = apiDocument.document;
  const text = useText(docs);
  const total = countArticles(apiDocument);
  const turns = useTurns(total);
  const [language, choose] = useState<CodeLanguage>('curl');
  return (
    <CodeLanguageContext.Provider value={{ language, choose }}>
      <div class="docs">
        <a class="skip" href="#content">
          {text.skip}
        </a>
        <Navigation apiDocument={apiDocument} isWhole={turns === total} />
        <main id="content" tabIndex={-1}>
          <section class="introduction" id="introduction">
            <h1 lang="en">{info.title} API</h1>
            <QuickStart apiDocument={apiDocument} />
            <Markdown text={info.description} />
            <p>
              {text.machineReadable} <a href={OPENAPI_PATH}>{OPENAPI_PATH}</a>
            </p>
          </section>
          <Sections apiDocument={apiDocument} turns={turns} />
        </main>
      </div>
    </CodeLanguageContext.Provider>
  );
}

render(
  <LanguageProvider>
    <Docs />
  </LanguageProvider>,
  document.body,
);
