import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Condition } from './condition.ts';
import type { Entity, Key } from './keys.ts';

export type StoredItem = Key & { entity: Entity } & Record<string, unknown>;

/** What a condition that does not hold means; it is given the item that stood in the way. */
export type Refusal = (existing: Record<string, unknown> | undefined) => Error;

/** One write of a transaction. It names no table: the table that commits it does. */
export interface Step {
  kind: 'Put' | 'Update' | 'Delete' | 'ConditionCheck';
  input: Record<string, unknown>;
  refusal?: Refusal;
}

/** A plain value that rules build up and hand on; nothing happens until a table commits it. */
export type Transaction = readonly Step[];

export interface Change {
  set?: Record<string, unknown>;
  add?: Record<string, number>;
  remove?: readonly string[];
}

/** What must hold for a step, and what it means when it does not. */
export interface Guard {
  condition: Condition;
  refusal: Refusal;
}

/** DynamoDB's limit for one transaction. */
export const TRANSACTION_MAX_STEPS = 100;

export function put(item: StoredItem, guard?: Guard): Step {
  return step('Put', { Item: item }, guard);
}

export function update(key: Key, change: Change, guard?: Guard): Step {
  const { names, values, expression } = updateExpression(change);
  return step('Update', { Key: key, UpdateExpression: expression }, guard, names, values);
}

export function remove(key: Key, guard?: Guard): Step {
  return step('Delete', { Key: key }, guard);
}

export function check(key: Key, guard: Guard): Step {
  return step('ConditionCheck', { Key: key }, guard);
}

function step(
  kind: Step['kind'],
  input: Record<string, unknown>,
  guard?: Guard,
  names: Record<string, string> = {},
  values: Record<string, unknown> = {},
): Step {
  const allNames = { ...names, ...guard?.condition.names };
  const allValues = { ...values, ...guard?.condition.values };
  return {
    kind,
    input: {
      ...input,
      ...(guard && {
        ConditionExpression: guard.condition.expression,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
      ...(Object.keys(allNames).length > 0 && { ExpressionAttributeNames: allNames }),
      ...(Object.keys(allValues).length > 0 && { ExpressionAttributeValues: allValues }),
    },
    ...(guard && { refusal: guard.refusal }),
  };
}

export function updateExpression(change: Change) {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const mark = (attribute: string) => {
    const name = `#u_${attribute}`;
    names[name] = attribute;
    return name;
  };
  const withValue = (attribute: string, value: unknown) => {
    values[`:u_${attribute}`] = value;
    return `:u_${attribute}`;
  };
  const sets = Object.entries(change.set ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([attribute, value]) => `${mark(attribute)} = ${withValue(attribute, value)}`);
  const adds = Object.entries(change.add ?? {}).map(
    ([attribute, amount]) => `${mark(attribute)} ${withValue(attribute, amount)}`,
  );
  const removes = (change.remove ?? []).map(mark);
  const clauses = [
    sets.length > 0 && `SET ${sets.join(', ')}`,
    adds.length > 0 && `ADD ${adds.join(', ')}`,
    removes.length > 0 && `REMOVE ${removes.join(', ')}`,
  ];
  return { names, values, expression: clauses.filter(Boolean).join(' ') };
}

/** The transaction as the document client wants it. */
export function toCommandInput(tableName: string, transaction: Transaction): TransactWriteCommandInput {
  return {
    TransactItems: transaction.map(({ kind, input }) => ({
      [kind]: { TableName: tableName, ...input },
    })) as TransactWriteCommandInput['TransactItems'],
  };
}
