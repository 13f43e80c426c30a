/** A condition of a write. The named ones below let a transaction read as the rule that it enforces. */
export interface Condition {
  expression: string;
  names: Record<string, string>;
  values: Record<string, unknown>;
}

let serial = 0;
/** Placeholders only have to differ within one expression, for which a wrapping counter is enough. */
function placeholder(): string {
  serial = (serial + 1) % 1_000_000;
  return `c${serial}`;
}

function compare(attribute: string, operator: string, value: unknown): Condition {
  const mark = placeholder();
  return {
    expression: `#${mark} ${operator} :${mark}`,
    names: { [`#${mark}`]: attribute },
    values: { [`:${mark}`]: value },
  };
}

export const absent: Condition = {
  expression: 'attribute_not_exists(#PK)',
  names: { '#PK': 'PK' },
  values: {},
};

export const exists: Condition = { expression: 'attribute_exists(#PK)', names: { '#PK': 'PK' }, values: {} };

/** The item exists without the attribute. */
export const existsWithout = (attribute: string): Condition => both(exists, attributeAbsent(attribute));

export const equals = (attribute: string, value: unknown): Condition => compare(attribute, '=', value);

export const atLeast = (attribute: string, value: number): Condition => compare(attribute, '>=', value);

export const atMost = (attribute: string, value: number | string): Condition =>
  compare(attribute, '<=', value);

/** The attribute is absent; the item may be absent too. */
export const attributeAbsent = (attribute: string): Condition => {
  const mark = placeholder();
  return { expression: `attribute_not_exists(#${mark})`, names: { [`#${mark}`]: attribute }, values: {} };
};

/** The attribute has the value that was read, or is absent as it was then. */
export const unchanged = (attribute: string, read: unknown): Condition =>
  read === undefined ? attributeAbsent(attribute) : equals(attribute, read);

/** The attribute is less than another of the item. */
export const lessThanAttribute = (attribute: string, other: string): Condition => {
  const mark = placeholder();
  return {
    expression: `#${mark} < #${mark}o`,
    names: { [`#${mark}`]: attribute, [`#${mark}o`]: other },
    values: {},
  };
};

export const both = (...conditions: Condition[]): Condition => joined(' AND ', conditions);

export const either = (...conditions: Condition[]): Condition => joined(' OR ', conditions);

function joined(operator: string, conditions: readonly Condition[]): Condition {
  const [only, ...others] = conditions;
  // DynamoDB rejects redundant parentheses.
  if (only && others.length === 0) return only;
  return {
    expression: conditions.map((condition) => `(${condition.expression})`).join(operator),
    names: Object.assign({}, ...conditions.map((condition) => condition.names)),
    values: Object.assign({}, ...conditions.map((condition) => condition.values)),
  };
}
