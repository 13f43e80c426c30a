import { type Json, object, TemplateError } from '../../template/assembly.ts';

/** The values of each condition key of a request. */
export type RequestContext = Readonly<Record<string, readonly string[]>>;

/** True when a statement's conditions hold for a request. */
export type Condition = (context: RequestContext) => boolean;

type Operator = (values: readonly string[], wanted: readonly string[]) => boolean;

const oneOf: Operator = (values, wanted) => values.some((value) => wanted.includes(value));
const oneLike: Operator = (values, wanted) => values.some((value) => isLikeAny(value, wanted));

/**
 * Without a value for its key an operator does not hold, except those that ask about all values of a list.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 */
const OPERATORS: Readonly<Record<string, Operator>> = {
  StringEquals: oneOf,
  StringLike: oneLike,
  ArnLike: oneLike,
  'ForAllValues:StringNotLike': (values, wanted) => !oneLike(values, wanted),
  NumericLessThanEquals: (values, wanted) =>
    values.some((value) => wanted.some((limit) => Number(value) <= Number(limit))),
  'ForAllValues:StringLike': (values, wanted) => values.every((value) => isLikeAny(value, wanted)),
};

/** The keys that requests are given a value for, and the actions of those requests. */
const KNOWN_KEYS: Readonly<Record<string, RegExp>> = {
  'dynamodb:LeadingKeys': /^dynamodb:/,
  's3:prefix': /^s3:ListBucket$/,
  's3:authType': /^s3:/,
  's3:signatureAge': /^s3:/,
  'aws:SourceArn': /^(sts:AssumeRole|lambda:InvokeFunction)$/,
  'aws:SourceAccount': /^sts:AssumeRole$/,
};

/**
 * Reads the conditions of a statement that allows an action.
 * @throws TemplateError for an operator or a key that would not be judged as AWS judges it
 */
export function readConditions(document: Json | undefined, action: string, place: string): Condition {
  const tests = Object.entries(object(document)).flatMap(([name, keys]) => {
    const operator = OPERATORS[name];
    if (operator === undefined)
      throw new TemplateError(place, `the condition operator ${name} is not supported`);
    return Object.entries(object(keys)).map(([key, wanted]): Condition => {
      if (!KNOWN_KEYS[key]?.test(action))
        throw new TemplateError(place, `the condition key ${key} is not known for ${action}`);
      const patterns = list(wanted).map((value) => literal(String(value), place));
      return (context) => operator(context[key] ?? [], patterns);
    });
  });
  return (context) => tests.every((test) => test(context));
}

/** `text`, refused when it contains a variable such as `${aws:username}`: the local cloud does not replace them. */
export function literal(text: string, place: string): string {
  if (text.includes('${')) throw new TemplateError(place, `the policy variable in ${text} is not supported`);
  return text;
}

export function list(value: Json | undefined): Json[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function isLikeAny(text: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => likeness(pattern).test(text));
}

const likenesses = new Map<string, RegExp>();

/** A pattern of IAM: `*` stands for any text, `?` for any one character. */
export function likeness(pattern: string): RegExp {
  const known = likenesses.get(pattern);
  if (known !== undefined) return known;
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const expression = new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
  likenesses.set(pattern, expression);
  return expression;
}
