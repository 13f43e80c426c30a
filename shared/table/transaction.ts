import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { absent, atLeast, both, type Condition, either } from './condition.ts';
import type { Entity, Key, ListedEntity, PrimaryKey } from './keys.ts';
import { FIRST_VERSION, SCHEMA, type Schema } from './schema.ts';

export type StoredItem<Of extends Entity = Entity> = Key<Of> & Record<string, unknown>;

/** Makes the error of a condition that does not hold, from the existing item. */
export type OnConditionFailed = (existing: Record<string, unknown> | undefined) => Error;

/** One write of a transaction. The table that commits it adds its own name. */
export type Write<By extends AnyGuard = Guard> = PutWrite<By> | UpdateWrite<By> | KeyWrite;

interface KeyWrite {
  kind: 'Delete' | 'ConditionCheck';
  key: PrimaryKey;
  guard: Guard | undefined;
}

export interface PutWrite<By extends AnyGuard = Guard> {
  kind: 'Put';
  item: StoredItem;
  guard: By | undefined;
}

export interface UpdateWrite<By extends AnyGuard = Guard> {
  kind: 'Update';
  key: Key<Entity>;
  change: Change;
  guard: By | undefined;
  /** True for an item that hundreds of transactions may write at the same time: they wait longer for it. */
  contended?: true;
}

/** A plain value that rules build and pass on. Nothing is written until a table commits it. */
export type Transaction = readonly Write[];

export interface Change {
  set?: Record<string, unknown>;
  add?: Record<string, number>;
  remove?: readonly string[];
  /** Values for attributes that the item does not have yet. */
  setIfAbsent?: Record<string, unknown>;
}

/** The condition of a write, and the error of a commit when it does not hold. */
export interface Guard {
  condition: Condition;
  onConditionFailed: OnConditionFailed;
}

/** The condition of a single write, which returns whether it holds. A commit takes none without an error. */
export interface SingleGuard {
  condition: Condition;
  onConditionFailed?: never;
}
export type AnyGuard = Guard | SingleGuard;

/** The guard of a write that is made only if the condition holds. */
export function onlyIf(condition: Condition): SingleGuard;
export function onlyIf(condition: Condition, onConditionFailed: OnConditionFailed): Guard;
export function onlyIf(condition: Condition, onConditionFailed?: OnConditionFailed): AnyGuard {
  return onConditionFailed ? { condition, onConditionFailed } : { condition };
}

/** DynamoDB's limit for one transaction. */
export const TRANSACTION_MAX_WRITES = 100;

export function put<By extends AnyGuard = Guard>(item: StoredItem<Key['entity']>, guard?: By): PutWrite<By> {
  return { kind: 'Put', item, guard };
}

/** The attributes by which lists are filtered. */
interface FilteredBy {
  MODEL: 'status' | 'teamId';
  MEMBER: 'modelId' | 'model' | 'teamId' | 'inviteId' | 'deletedModelId';
  INVITE: 'status' | 'erasedAt' | 'endedModelId';
}

/** A change of a listed item that changes no list. */
interface DetailChange<Of extends ListedEntity, Removed extends string> extends Change {
  set?: Record<string, unknown> & { [Filtered in FilteredBy[Of]]?: never };
  remove?: readonly Removed[] & ([Extract<Removed, FilteredBy[Of]>] extends [never] ? unknown : never);
}

export function update<By extends AnyGuard = Guard>(key: Key, change: Change, guard?: By): UpdateWrite<By>;
export function update<Of extends ListedEntity, Removed extends string, By extends AnyGuard = Guard>(
  key: Key<Of>,
  change: DetailChange<Of, Removed>,
  guard?: By,
): UpdateWrite<By>;
export function update<By extends AnyGuard>(key: Key<Entity>, change: Change, guard?: By): UpdateWrite<By> {
  return { kind: 'Update', key, change, guard };
}

export function remove(key: Key, guard?: Guard): Write {
  return { kind: 'Delete', key, guard };
}

export function check(key: PrimaryKey, guard: Guard): Write {
  return { kind: 'ConditionCheck', key, guard };
}

/** The transaction in the form of the document client. */
export function toCommandInput(
  tableName: string,
  schema: Schema,
  transaction: Transaction,
): TransactWriteCommandInput {
  return {
    TransactItems: transaction.map((write) => ({
      [write.kind]: { TableName: tableName, ...writeInput(schema, write) },
    })) as TransactWriteCommandInput['TransactItems'],
  };
}

/**
 * A write in the form of the document client. Every write stores the entity and the version in which this
 * code writes it. So an item that a former release has written after a newer one has the former version
 * again.
 */
export function writeInput(schema: Schema, write: Write<AnyGuard>): Record<string, unknown> {
  const condition = write.guard?.condition;
  switch (write.kind) {
    case 'Put': {
      const item = { ...write.item, [SCHEMA]: schema.versionOf(write.item.entity) };
      return { Item: item, ...conditioned(condition) };
    }
    case 'Update': {
      const { entity } = write.key;
      const version = schema.versionOf(entity);
      const set = { ...write.change.set, entity, [SCHEMA]: version };
      return updateInput(write.key, { ...write.change, set }, requireVersion(version, condition));
    }
    default:
      return { Key: primaryKey(write.key), ...conditioned(condition) };
  }
}

/** Adds the condition that the item is not of an older version than the change was written for. */
function requireVersion(version: number, condition: Condition | undefined): Condition | undefined {
  if (version === FIRST_VERSION) return condition;
  const recent = either(absent, atLeast(SCHEMA, version));
  return condition ? both(recent, condition) : recent;
}

/** A change of one item in the form of the document client. */
export function updateInput(key: PrimaryKey, change: Change, condition?: Condition): Record<string, unknown> {
  const { names, values, expression } = updateExpression(change);
  return {
    Key: primaryKey(key),
    UpdateExpression: expression,
    ...conditioned(condition, names, values),
  };
}

function primaryKey({ PK, SK }: PrimaryKey) {
  return { PK, SK };
}

function conditioned(
  condition: Condition | undefined,
  names: Record<string, string> = {},
  values: Record<string, unknown> = {},
) {
  const allNames = { ...names, ...condition?.names };
  const allValues = { ...values, ...condition?.values };
  return {
    ...(condition && {
      ConditionExpression: condition.expression,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }),
    ...(Object.keys(allNames).length > 0 && { ExpressionAttributeNames: allNames }),
    ...(Object.keys(allValues).length > 0 && { ExpressionAttributeValues: allValues }),
  };
}

function updateExpression(change: Change) {
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
  const sets = [
    ...Object.entries(change.set ?? {})
      .filter(([, value]) => value !== undefined)
      .map(([attribute, value]) => `${mark(attribute)} = ${withValue(attribute, value)}`),
    ...Object.entries(change.setIfAbsent ?? {}).map(
      ([attribute, value]) =>
        `${mark(attribute)} = if_not_exists(${mark(attribute)}, ${withValue(attribute, value)})`,
    ),
  ];
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
