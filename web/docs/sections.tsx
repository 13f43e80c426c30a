import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { JsonSchema, Operation, WebhookItem } from '../../shared/contract/openapi/types.ts';
import { docs } from '../text/docs.ts';
import { useText } from '../text/language.tsx';
import type { ApiDocument, Entry } from './api-document.ts';
import { JsonBlock } from './code.tsx';
import { FieldList, ParameterList } from './fields.tsx';
import { inline } from './markdown.tsx';
import { areaName, resourceName, SCHEMAS, WEBHOOKS } from './names.ts';
import { Part } from './part.tsx';
import { Trial } from './trial.tsx';

/** The sections after the introduction: areas with their operations, webhooks, and schemas. */
export function Sections({ apiDocument }: { apiDocument: ApiDocument }) {
  const text = useText(docs);
  const described = new Map(apiDocument.document.tags.map(({ name, description }) => [name, description]));
  const areas = useMemo(() => areasOf(apiDocument), [apiDocument]);
  return (
    <>
      {areas.map(({ id, articles }) => {
        if (id === SCHEMAS) {
          return (
            <Area key={id} id={id} title={text.schemas} lead={text.schemasLead}>
              <div class="schemas">{articles}</div>
            </Area>
          );
        }
        const title = id === WEBHOOKS ? text.webhooks : areaName(id);
        return (
          <Area key={id} id={id} title={title} lead={described.get(id)} isReference>
            {articles}
          </Area>
        );
      })}
    </>
  );
}

/** The articles of each area. Preact does not render an element again that is the same object as before. */
function areasOf(apiDocument: ApiDocument) {
  const { webhooks, components } = apiDocument.document;
  return [
    ...[...apiDocument.byArea()].map(([id, resources]) => ({
      id,
      articles: [...resources.values()]
        .flat()
        .map((entry) => <OperationSection key={entry.id} apiDocument={apiDocument} entry={entry} />),
    })),
    {
      id: WEBHOOKS,
      articles: Object.entries(webhooks).map(([event, { post }]) => (
        <WebhookSection key={event} event={event} post={post} />
      )),
    },
    {
      id: SCHEMAS,
      articles: Object.entries(components.schemas).map(([name, schema]) => (
        <SchemaSection key={name} name={name} schema={schema} />
      )),
    },
  ];
}

interface AreaProps {
  id: string;
  title: string;
  lead: string | undefined;
  /** True when the title and the lead come from the contracts, which are in English. */
  isReference?: boolean;
  children: ComponentChildren;
}

function Area({ id, title, lead, isReference, children }: AreaProps) {
  const lang = isReference ? 'en' : undefined;
  return (
    <section class="area" id={`area-${id}`}>
      <h2 lang={lang}>{title}</h2>
      <p class="lead" lang={lang}>
        {lead}
      </p>
      {children}
    </section>
  );
}

export function MethodBadge({ method }: { method: string }) {
  return <b class={`method ${method.toLowerCase()}`}>{method}</b>;
}

const PLACES = ['path', 'query', 'header'] as const;

function OperationSection({ apiDocument, entry }: { apiDocument: ApiDocument; entry: Entry }) {
  const text = useText(docs);
  const { id, title, method, path, operation, parameters } = entry;
  const body = operation.requestBody?.content['application/json'].schema;
  const success = operation.responses['200'];
  const answer = success && apiDocument.response(success)?.content?.['application/json'].schema;
  return (
    <Part as="article" class="operation" id={id} aria-labelledby={`${id}-title`}>
      <div class="stack told">
        <p class="resource" lang="en">
          {resourceName(entry.resource)}
        </p>
        <h3 id={`${id}-title`} lang="en">
          <a href={`#${id}`}>{title}</a>
        </h3>
        <p class="address">
          <MethodBadge method={method} />
          <code>{breakable(path)}</code>
        </p>
        <p lang="en">{operation.summary}.</p>
        {PLACES.map((place) => {
          const here = parameters.filter((parameter) => parameter.in === place);
          return (
            here.length > 0 && (
              <>
                <h4>{text.places[place]}</h4>
                <ParameterList parameters={here} />
              </>
            )
          );
        })}
        {body && (
          <>
            <h4>{text.body}</h4>
            <FieldList schema={body} />
          </>
        )}
        {answer && (
          <Folded title={text.response}>
            <FieldList schema={answer} />
          </Folded>
        )}
        <Folded title={text.errors}>
          <ErrorList apiDocument={apiDocument} operation={operation} />
        </Folded>
      </div>
      <Trial apiDocument={apiDocument} entry={entry} />
    </Part>
  );
}

/** Lets a long path wrap at its slashes. */
function breakable(path: string): ComponentChildren {
  return path.split(/(?=\/)/).map((part) => (
    <>
      <wbr />
      {part}
    </>
  ));
}

function Folded({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <details class="folded">
      <summary>{title}</summary>
      {children}
    </details>
  );
}

function ErrorList({
  apiDocument,
  operation: { responses },
}: {
  apiDocument: ApiDocument;
  operation: Operation;
}) {
  const errors = Object.entries(responses).flatMap(([status, response]) => {
    const examples =
      status === '200' ? {} : (apiDocument.response(response)?.content?.['application/json'].examples ?? {});
    return Object.entries(examples).map(([code, { summary }]) => ({ code, status, summary }));
  });
  return (
    <ul class="fields">
      {errors.map(({ code, status, summary }) => (
        <li key={code}>
          <p class="field-name">
            <code>{code}</code>
            <span class="type">{status}</span>
          </p>
          {summary !== undefined && <p lang="en">{summary}.</p>}
        </li>
      ))}
    </ul>
  );
}

function WebhookSection({ event, post }: { event: string; post: WebhookItem['post'] }) {
  const text = useText(docs);
  const { schema, example } = post.requestBody.content['application/json'];
  return (
    <Part as="article" class="operation" id={`webhook-${event}`} aria-labelledby={`webhook-${event}-title`}>
      <div class="stack told">
        <h3 id={`webhook-${event}-title`} lang="en">
          <a href={`#webhook-${event}`}>{event}</a>
        </h3>
        <p lang="en">{post.summary}.</p>
        <Folded title={text.headers}>
          <ParameterList parameters={post.parameters} />
        </Folded>
        <Folded title={text.body}>
          <FieldList schema={schema} />
        </Folded>
      </div>
      <div class="stack trial">
        <JsonBlock title={text.example} label={event} value={example} />
      </div>
    </Part>
  );
}

function SchemaSection({ name, schema }: { name: string; schema: JsonSchema }) {
  return (
    <Part as="article" class="stack schema" id={`schema-${name}`}>
      <h3 lang="en">
        <a href={`#schema-${name}`}>{name}</a>
      </h3>
      {schema.description !== undefined && <p lang="en">{inline(schema.description)}</p>}
      <SchemaContent schema={schema} />
    </Part>
  );
}

function SchemaContent({ schema }: { schema: JsonSchema }) {
  if (!schema.enum) return <FieldList schema={schema} />;
  return (
    <ul class="beside values">
      {schema.enum.map((value) => (
        <li key={String(value)}>
          <code>{String(value)}</code>
        </li>
      ))}
    </ul>
  );
}
