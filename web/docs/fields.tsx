import type { ComponentChildren } from 'preact';
import type { JsonSchema, Parameter } from '../../shared/contract/openapi/types.ts';
import { docs } from '../text/docs.ts';
import { useText } from '../text/language.tsx';
import { schemaName } from './api-document.ts';
import { inline } from './markdown.tsx';

type FieldTexts = (typeof docs)['en']['fields'];

interface Field {
  name: string;
  schema: JsonSchema;
  required: boolean;
  description?: string | undefined;
}

/** A list of parameters with their types and descriptions. */
export function ParameterList({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <ul class="fields">
      {parameters.map((parameter) => (
        <FieldItem key={parameter.name} {...parameter} description={parameter.description} />
      ))}
    </ul>
  );
}

/** A list of an object's fields, including the fields of nested objects. Named schemas are links. */
export function FieldList({ schema }: { schema: JsonSchema }) {
  const { or } = useText(docs).fields;
  const options = schema.anyOf?.filter(({ type }) => type === 'object');
  if (options && options.length > 1) {
    return (
      <div class="options">
        {options.map((option, index) => (
          <>
            {index > 0 && <p class="or">{or}</p>}
            <FieldList schema={option} />
          </>
        ))}
      </div>
    );
  }
  return (
    <ul class="fields">
      {fieldsOf(schema).map((field) => (
        <FieldItem key={field.name} {...field}>
          <Inside {...field} />
        </FieldItem>
      ))}
    </ul>
  );
}

function fieldsOf({ properties = {}, required = [], allOf }: JsonSchema): Field[] {
  if (allOf) return allOf.flatMap(fieldsOf);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
    description: schema.description,
  }));
}

/** The fields of an object that has no name of its own, or of the objects of a list. */
function Inside({ schema }: Field) {
  const part = schema.items ?? schema.anyOf?.find(({ type }) => type === 'object') ?? schema;
  if (schemaName(part) !== undefined) return null;
  const hasFields = part.properties !== undefined || part.anyOf?.some(({ properties }) => properties);
  return hasFields === true ? <FieldList schema={part} /> : null;
}

function FieldItem({
  name,
  schema,
  required,
  description,
  children,
}: Field & { children?: ComponentChildren }) {
  const text = useText(docs).fields;
  const limits = limitsOf(schema, text);
  return (
    <li>
      <p class="field-name">
        <code>{name}</code>
        <span class="type">
          <TypeText schema={schema} />
        </span>
        {!required && <span class="optional">{text.optional}</span>}
      </p>
      {description !== undefined && <p lang="en">{inline(description)}</p>}
      {limits !== undefined && <p class="hint">{limits}</p>}
      {children}
    </li>
  );
}

/** The type in words. Named schemas are links. */
function TypeText({ schema }: { schema: JsonSchema }) {
  const text = useText(docs).fields;
  const name = schemaName(schema);
  if (name !== undefined) return <a href={`#schema-${name}`}>{name}</a>;
  if (schema.anyOf) {
    return (
      <>
        {schema.anyOf.map((option, index) => (
          <>
            {index > 0 && ` ${text.or} `}
            <TypeText schema={option} />
          </>
        ))}
      </>
    );
  }
  if (schema.type === 'array' && schema.const === undefined) {
    return (
      <>
        {text.listOf} <TypeText schema={schema.items ?? {}} />
      </>
    );
  }
  return <>{plainType(schema, text)}</>;
}

function plainType(schema: JsonSchema, text: FieldTexts): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.format === 'date-time') return text.time;
  if (schema.format === 'uri') return 'URL';
  return [schema.type ?? text.any].flat().join(` ${text.or} `);
}

function limitsOf(schema: JsonSchema, text: FieldTexts): string | undefined {
  const { enum: values, default: fallback, minimum, maximum, minItems, maxItems } = schema;
  const sentences = [
    values && text.oneOf(values.join(', ')),
    isLimited(minimum, maximum) && text.range(minimum, maximum, false),
    isLimited(minItems, maxItems) && text.range(minItems, maxItems, true),
    fallback !== undefined && text.fallback(String(fallback)),
  ].filter((sentence) => typeof sentence === 'string');
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

function isLimited(lowest: number | undefined, highest: number | undefined): boolean {
  return lowest !== undefined || highest !== undefined;
}
