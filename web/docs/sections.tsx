import type { ComponentChildren } from 'preact';
import type { JsonSchema, Operation } from '../../shared/contract/openapi/types.ts';
import type { ApiDocument, Entry } from './api-document.ts';
import { JsonBlock } from './code.tsx';
import { FieldList, ParameterList } from './fields.tsx';
import { inline } from './markdown.tsx';
import { areaName, resourceName, SCHEMAS, WEBHOOKS } from './names.ts';
import { Trial } from './trial.tsx';

/** The sections after the introduction: areas with their operations, webhooks, and schemas. */
export function Sections({ apiDocument }: { apiDocument: ApiDocument }) {
  const described = new Map(apiDocument.document.tags.map(({ name, description }) => [name, description]));
  return (
    <>
      {[...apiDocument.byArea()].map(([area, resources]) => (
        <Area key={area} id={area} title={areaName(area)} lead={described.get(area)}>
          {[...resources.values()].flat().map((entry) => (
            <OperationSection key={entry.id} apiDocument={apiDocument} entry={entry} />
          ))}
        </Area>
      ))}
      <Area id={WEBHOOKS} title="Webhooks" lead={described.get(WEBHOOKS)}>
        <Webhooks apiDocument={apiDocument} />
      </Area>
      <Area id={SCHEMAS} title="Schemas" lead="Objects that several requests and responses share.">
        <Schemas apiDocument={apiDocument} />
      </Area>
    </>
  );
}

interface AreaProps {
  id: string;
  title: string;
  lead: string | undefined;
  children: ComponentChildren;
}

function Area({ id, title, lead, children }: AreaProps) {
  return (
    <section class="area" id={`area-${id}`}>
      <h2>{title}</h2>
      <p class="lead">{lead}</p>
      {children}
    </section>
  );
}

export function MethodBadge({ method }: { method: string }) {
  return <b class={`method ${method.toLowerCase()}`}>{method}</b>;
}

const PLACES = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Header'],
] as const;

function OperationSection({ apiDocument, entry }: { apiDocument: ApiDocument; entry: Entry }) {
  const { id, title, method, path, operation, parameters } = entry;
  const body = operation.requestBody?.content['application/json'].schema;
  const success = operation.responses['200'];
  const answer = success && apiDocument.response(success)?.content?.['application/json'].schema;
  return (
    <article class="operation" id={id} aria-labelledby={`${id}-title`}>
      <div class="told">
        <p class="resource">{resourceName(entry.resource)}</p>
        <h3 id={`${id}-title`}>
          <a href={`#${id}`}>{title}</a>
        </h3>
        <p class="address">
          <MethodBadge method={method} />
          <code>{breakable(path)}</code>
        </p>
        <p>{operation.summary}.</p>
        {PLACES.map(([place, name]) => {
          const here = parameters.filter((parameter) => parameter.in === place);
          return (
            here.length > 0 && (
              <>
                <h4>{name}</h4>
                <ParameterList parameters={here} />
              </>
            )
          );
        })}
        {body && (
          <>
            <h4>Body</h4>
            <FieldList schema={body} />
          </>
        )}
        {answer && (
          <Folded title="Response">
            <FieldList schema={answer} />
          </Folded>
        )}
        <Folded title="Errors">
          <ErrorList apiDocument={apiDocument} operation={operation} />
        </Folded>
      </div>
      <Trial apiDocument={apiDocument} entry={entry} />
    </article>
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
          {summary !== undefined && <p>{summary}.</p>}
        </li>
      ))}
    </ul>
  );
}

function Webhooks({ apiDocument }: { apiDocument: ApiDocument }) {
  return (
    <>
      {Object.entries(apiDocument.document.webhooks).map(([event, { post }]) => {
        const { schema, example } = post.requestBody.content['application/json'];
        return (
          <article
            key={event}
            class="operation"
            id={`webhook-${event}`}
            aria-labelledby={`webhook-${event}-title`}
          >
            <div class="told">
              <h3 id={`webhook-${event}-title`}>
                <a href={`#webhook-${event}`}>{event}</a>
              </h3>
              <p>{post.summary}.</p>
              <Folded title="Headers">
                <ParameterList parameters={post.parameters} />
              </Folded>
              <Folded title="Body">
                <FieldList schema={schema} />
              </Folded>
            </div>
            <div class="trial">
              <JsonBlock title="Example" label={event} value={example} />
            </div>
          </article>
        );
      })}
    </>
  );
}

function Schemas({ apiDocument }: { apiDocument: ApiDocument }) {
  return (
    <div class="schemas">
      {Object.entries(apiDocument.document.components.schemas).map(([name, schema]) => (
        <article key={name} class="schema" id={`schema-${name}`}>
          <h3>
            <a href={`#schema-${name}`}>{name}</a>
          </h3>
          {schema.description !== undefined && <p>{inline(schema.description)}</p>}
          <SchemaContent schema={schema} />
        </article>
      ))}
    </div>
  );
}

function SchemaContent({ schema }: { schema: JsonSchema }) {
  if (!schema.enum) return <FieldList schema={schema} />;
  return (
    <ul class="values">
      {schema.enum.map((value) => (
        <li key={String(value)}>
          <code>{String(value)}</code>
        </li>
      ))}
    </ul>
  );
}
