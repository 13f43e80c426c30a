import { AwsError } from '../../engines/aws-json.ts';
import { type Json, type JsonObject, object } from '../../template/assembly.ts';
import type { Resolver } from '../../template/resolver.ts';
import type { Access, AccessesOf } from './authorizer.ts';
import { list } from './conditions.ts';

/** The name of the attribute that is the partition key, of a table and of its indexes. */
interface KeyNames {
  arn: string;
  partitionKey: string;
  indexes: ReadonlyMap<string, string>;
}

/** The accesses of DynamoDB's operations on the tables of the templates. */
export function dynamodbAccesses(resolver: Resolver): AccessesOf {
  const tables = new Map(
    resolver.resources('AWS::DynamoDB::Table').map((table) => {
      const indexes = list(resolver.property(table, 'GlobalSecondaryIndexes')).map(object);
      const names: KeyNames = {
        arn: resolver.attribute(table, 'Arn'),
        partitionKey: partitionKeyOf(resolver.property(table, 'KeySchema')),
        indexes: new Map(
          indexes.map(({ IndexName, KeySchema }) => [String(IndexName), partitionKeyOf(KeySchema)]),
        ),
      };
      return [resolver.reference(table), names];
    }),
  );
  const tableNamed = (name: Json | undefined): KeyNames => {
    const table = tables.get(String(name));
    if (table === undefined) throw new AwsError('ResourceNotFoundException', 'Requested resource not found');
    return table;
  };
  /** An access to items of one table: a condition on leading keys applies to their partition keys. */
  const access = (operation: string, tableName: Json | undefined, items: Json[]): Access => {
    const { arn, partitionKey } = tableNamed(tableName);
    return {
      action: `dynamodb:${operation}`,
      resource: arn,
      context: { 'dynamodb:LeadingKeys': items.map((item) => textOf(object(item)[partitionKey])) },
    };
  };
  const query = (input: JsonObject): Access => {
    const table = tableNamed(input.TableName);
    const index = input.IndexName === undefined ? undefined : String(input.IndexName);
    const partitionKey = index === undefined ? table.partitionKey : table.indexes.get(index);
    return {
      action: 'dynamodb:Query',
      resource: index === undefined ? table.arn : `${table.arn}/index/${index}`,
      context: { 'dynamodb:LeadingKeys': [queriedPartition(input, partitionKey)] },
    };
  };
  const ofEachTable = (operation: string, input: JsonObject, itemsOf: (request: Json) => Json[]) =>
    Object.entries(object(input.RequestItems)).map(([name, requests]) =>
      access(operation, name, itemsOf(requests)),
    );
  const ofTransaction = ({ TransactItems }: JsonObject): Access[] =>
    list(TransactItems)
      .flatMap((step) => Object.entries(object(step)))
      .map(([kind, step]) => {
        const action = STEP_ACTIONS[kind];
        if (action === undefined) throw unknownOperation(`the transaction item ${kind}`);
        const { TableName, Item, Key } = object(step);
        return access(action, TableName, list(Item ?? Key));
      });

  return (operation, input) => {
    switch (operation) {
      case 'GetItem':
      case 'UpdateItem':
      case 'DeleteItem':
        return [access(operation, input.TableName, list(input.Key))];
      case 'PutItem':
        return [access(operation, input.TableName, list(input.Item))];
      case 'Query':
        return [query(input)];
      case 'BatchGetItem':
        return ofEachTable(operation, input, (request) => list(object(request).Keys));
      case 'BatchWriteItem':
        return ofEachTable(operation, input, (requests) => list(requests).map(writtenItem));
      case 'TransactGetItems':
      case 'TransactWriteItems':
        return ofTransaction(input);
      default:
        throw unknownOperation(operation);
    }
  };
}

/** A transaction needs the action of each of its items: IAM has no action for the whole. */
const STEP_ACTIONS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

function unknownOperation(what: string): AwsError {
  return new AwsError(
    'UnknownOperationException',
    `The local cloud does not know which rights ${what} needs.`,
  );
}

function partitionKeyOf(keySchema: Json | undefined): string {
  const [partition] = list(keySchema)
    .map(object)
    .filter(({ KeyType }) => KeyType === 'HASH');
  return String(partition?.AttributeName);
}

function writtenItem(request: Json): Json {
  const { PutRequest, DeleteRequest } = object(request);
  return object(PutRequest).Item ?? object(DeleteRequest).Key ?? null;
}

/** The partition a query reads: it stands in the key condition as `name = :value`. */
function queriedPartition(input: JsonObject, partitionKey: string | undefined): string {
  const names = object(input.ExpressionAttributeNames);
  const values = object(input.ExpressionAttributeValues);
  for (const [, name = '', value = ''] of String(input.KeyConditionExpression).matchAll(
    /([#\w.-]+)\s*=\s*(:\w+)/g,
  )) {
    if (partitionKey !== undefined && String(names[name] ?? name) === partitionKey)
      return textOf(values[value]);
  }
  throw new AwsError('ValidationException', 'The local cloud cannot tell which partition this query reads.');
}

/** `abc` of `{"S":"abc"}`. */
function textOf(value: Json | undefined): string {
  return String(Object.values(object(value))[0]);
}
