import { docs } from '../text/docs.ts';
import { useText } from '../text/language.tsx';
import type { ApiDocument, Entry } from './api-document.ts';
import { CodeBlock, CodeLanguageChoice } from './code.tsx';
import { variableOf } from './credentials.ts';
import { useCodeLanguage, useCredential } from './shared.ts';
import { CODE_LANGUAGES, callOf, clientOf } from './snippets.ts';

/** The calls of the quick start. */
const FIRST_CALLS = [
  ['POST', '/api/v2/organization/invites', 'send'],
  ['GET', '/api/v2/organization/invites/{email}', 'status'],
] as const;

const PLACEHOLDER = 'hsk_live_…';

/** The quick start: a field for the API key, and the first calls to copy. */
export function QuickStart({ apiDocument }: { apiDocument: ApiDocument }) {
  const [apiKey, setApiKey] = useCredential('apiKey');
  const text = useText(docs).start;
  const name = variableOf('apiKey');
  const { language } = useCodeLanguage();
  const client = clientOf(language);
  return (
    <div class="card start">
      <h2>{text.title}</h2>
      <CodeLanguageChoice />
      <ol>
        <li>
          <label class="field" for="api-key">
            <span>{text.key}</span>
            <input
              id="api-key"
              type="password"
              autocomplete="off"
              spellcheck={false}
              placeholder={PLACEHOLDER}
              value={apiKey}
              onInput={({ currentTarget }) => setApiKey(currentTarget.value.trim())}
            />
          </label>
          <p class="hint scripted">{text.hint}</p>
          <CodeBlock
            title="shell"
            label={text.setKey}
            code={`export ${name}='${masked(apiKey)}'`}
            copied={`export ${name}='${apiKey || PLACEHOLDER}'`}
          />
          {client !== undefined && (
            <CodeBlock title={CODE_LANGUAGES[language]} label={text.makeClient} code={client} />
          )}
        </li>
        {FIRST_CALLS.map(([method, path, sentence]) => {
          const entry = apiDocument.find(method, path);
          return entry && <FirstCall key={entry.id} entry={entry} sentence={text[sentence]} />;
        })}
      </ol>
    </div>
  );
}

function FirstCall({ entry, sentence }: { entry: Entry; sentence: string }) {
  const { label } = useText(docs).start;
  const { language } = useCodeLanguage();
  const body = entry.operation.requestBody?.content['application/json'].example;
  const inPath = entry.parameters.filter(({ in: place }) => place === 'path');
  const path = Object.fromEntries(inPath.map(({ name, example }) => [name, String(example)]));
  const code = callOf(language, entry, {
    path,
    query: {},
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return (
    <li>
      <p>{sentence}</p>
      <CodeBlock title={CODE_LANGUAGES[language]} label={label(entry.title)} code={code} />
    </li>
  );
}

/** The beginning of a key, enough to recognize it. */
function masked(apiKey: string): string {
  return apiKey.length > 16 ? `${apiKey.slice(0, 13)}…` : PLACEHOLDER;
}
