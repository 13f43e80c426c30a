import { useState } from 'preact/hooks';
import { docs } from '../text/docs.ts';
import { LanguageProvider, useText } from '../text/language.tsx';
import type { ApiDocument } from './api-document.ts';
import { Markdown } from './markdown.tsx';
import { Navigation } from './navigation.tsx';
import { Part } from './part.tsx';
import { Sections } from './sections.tsx';
import { CodeLanguageContext } from './shared.ts';
import type { CodeLanguage } from './snippets.ts';
import { QuickStart } from './start.tsx';

const OPENAPI_PATH = '/api/openapi.json';

/** The API reference. */
export function Page({ apiDocument }: { apiDocument: ApiDocument }) {
  return (
    <LanguageProvider isBuilt>
      <Reference apiDocument={apiDocument} />
    </LanguageProvider>
  );
}

function Reference({ apiDocument }: { apiDocument: ApiDocument }) {
  const { info } = apiDocument.document;
  const text = useText(docs);
  const [language, choose] = useState<CodeLanguage>('curl');
  return (
    <CodeLanguageContext.Provider value={{ language, choose }}>
      <div class="docs">
        <a class="skip primary" href="#content">
          {text.skip}
        </a>
        <Part as="nav" atOnce class="navigation" aria-label={text.contents}>
          <Navigation apiDocument={apiDocument} />
        </Part>
        <main id="content" tabIndex={-1}>
          <Part as="section" atOnce class="stack introduction" id="introduction">
            <h1 lang="en">{info.title} API</h1>
            <QuickStart apiDocument={apiDocument} />
            <Markdown text={info.description} />
            <p>
              {text.machineReadable} <a href={OPENAPI_PATH}>{OPENAPI_PATH}</a>
            </p>
          </Part>
          <Sections apiDocument={apiDocument} />
        </main>
      </div>
    </CodeLanguageContext.Provider>
  );
}
