import { useState } from 'preact/hooks';
import type { Parameter } from '../../shared/contract/openapi/types.ts';
import { useQuestion } from '../design/question.tsx';
import { useAction } from '../design/use-action.ts';
import { docs } from '../text/docs.ts';
import { useText } from '../text/language.tsx';
import { useSentences } from '../text/use-sentences.ts';
import type { ApiDocument, Entry } from './api-document.ts';
import { CodeBlock, JsonBlock } from './code.tsx';
import { type Answer, type Draft, send } from './request.ts';
import { useCodeLanguage, useCredential, useCredentials, useIdCache } from './shared.ts';
import { CODE_LANGUAGES, callOf } from './snippets.ts';

interface TrialProps {
  apiDocument: ApiDocument;
  entry: Entry;
}

/** The right column of an operation: the command to copy, a form to try it, and the response. */
export function Trial({ apiDocument, entry }: TrialProps) {
  const text = useText(docs);
  const { method, title, parameters, scheme, id, operation } = entry;
  const content = operation.requestBody?.content['application/json'];
  const idCache = useIdCache();
  const { language } = useCodeLanguage();
  const credentials = useCredentials();
  // Identifiers that are not edited come from responses.
  const [edited, setEdited] = useState<Readonly<Record<string, string>>>({});
  const inQuery = parameters.filter(({ in: place }) => place === 'query');
  // Required parameters have an example.
  const [query, setQuery] = useState<Record<string, string>>(() =>
    Object.fromEntries(inQuery.map(({ name, example = '' }) => [name, String(example)])),
  );
  const [body, setBody] = useState(content && JSON.stringify(content.example, undefined, 2));
  const [isOpen, setIsOpen] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const [error, setError] = useState<unknown>();
  const sentenceOf = useSentences();
  const { ask, dialog } = useQuestion();
  const { isBusy, run } = useAction(setError);

  const inPath = parameters.filter(({ in: place }) => place === 'path');
  const path = Object.fromEntries(
    inPath.map(({ name, example }) => [name, edited[name] ?? idCache.get(name) ?? String(example ?? '')]),
  );
  const draft: Draft = { path, query, body };

  const submit = async () => {
    if (method === 'DELETE') {
      const question = {
        question: text.trial.question(title),
        consequence: text.trial.consequence,
        action: text.trial.send,
      };
      if (!(await ask(question))) return;
    }
    await run(async () => {
      setError(undefined);
      const received = await send(entry, draft, credentials);
      if (received.status === 200) idCache.learn(received.json);
      setAnswer(received);
    });
  };

  return (
    <div class="stack trial">
      <CodeBlock title={CODE_LANGUAGES[language]} label={title} code={callOf(language, entry, draft)} />
      <details class="try scripted" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>{text.trial.title}</summary>
        {/* Rendered when opened: browsers lay out every field of a page to find those that they can fill in. */}
        {isOpen && (
          <form
            aria-label={text.trial.of(title)}
            onSubmit={(event) => {
              event.preventDefault();
              void submit();
            }}
          >
            {scheme !== undefined && <Credential scheme={scheme} />}
            {inPath.map(({ name }) => (
              <label key={name} class="field">
                <span lang="en">{name}</span>
                <input
                  required
                  spellcheck={false}
                  autocomplete="off"
                  value={path[name]}
                  onInput={({ currentTarget }) => setEdited({ ...edited, [name]: currentTarget.value })}
                />
              </label>
            ))}
            {inQuery.map((parameter) => (
              <QueryField
                key={parameter.name}
                parameter={parameter}
                value={query[parameter.name]}
                onInput={(value) => setQuery({ ...query, [parameter.name]: value })}
              />
            ))}
            {body !== undefined && (
              <label class="field" for={`${id}-body`}>
                <span>{text.body}</span>
                <textarea
                  id={`${id}-body`}
                  rows={Math.min(body.split('\n').length + 1, 16)}
                  spellcheck={false}
                  value={body}
                  onInput={({ currentTarget }) => setBody(currentTarget.value)}
                />
              </label>
            )}
            <button type="submit" class="primary" disabled={isBusy}>
              {text.trial.send}
            </button>
          </form>
        )}
      </details>
      <div class="stack answer">
        {error !== undefined ? (
          <p class="alert" role="alert">
            {sentenceOf(error)}
          </p>
        ) : answer === undefined ? (
          <Example apiDocument={apiDocument} entry={entry} />
        ) : (
          <Received answer={answer} title={title} />
        )}
      </div>
      {dialog}
    </div>
  );
}

/** A field for a session. The field for the API key is at the top of the page. */
function Credential({ scheme }: { scheme: string }) {
  const text = useText(docs).trial;
  const [value, setValue] = useCredential(scheme);
  if (scheme === 'apiKey') {
    return value === '' ? (
      <p class="hint">
        <a href="#introduction">{text.pasteKey}</a>
      </p>
    ) : null;
  }
  return (
    <label class="field">
      <span>{text.session}</span>
      <input
        type="password"
        autocomplete="off"
        value={value}
        onInput={({ currentTarget }) => setValue(currentTarget.value.trim())}
      />
    </label>
  );
}

function QueryField({
  parameter: { name, schema, required },
  value,
  onInput,
}: {
  parameter: Parameter;
  value: string | undefined;
  onInput(value: string): void;
}) {
  const { optional } = useText(docs).fields;
  return (
    <label class="field">
      <span>
        <span lang="en">{name}</span> {!required && <i>{optional}</i>}
      </span>
      <input
        spellcheck={false}
        autocomplete="off"
        required={required}
        value={value}
        placeholder={schema.default === undefined ? '' : String(schema.default)}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </label>
  );
}

function Example({ apiDocument, entry: { title, operation } }: TrialProps) {
  const { exampleResponse } = useText(docs);
  const success = operation.responses['200'];
  const content = success && apiDocument.response(success)?.content;
  return <JsonBlock title={exampleResponse} label={title} value={content?.['application/json'].example} />;
}

function Received({ answer: { status, headers, text }, title }: { answer: Answer; title: string }) {
  const { response, body, headers: headersTitle } = useText(docs);
  return (
    <>
      <p class="status" role="status">
        {response} <b class={status === 200 ? 'good' : 'bad'}>{status}</b>
      </p>
      <CodeBlock title={body} label={title} code={text} />
      <CodeBlock
        title={headersTitle}
        label={title}
        code={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
      />
    </>
  );
}
