/** An item in DynamoDB's JSON form, of the types that the project uses. */
export interface Item {
  [name: string]: {
    S?: string;
    N?: string;
    /** Text is in Base64. */
    B?: string | Uint8Array;
    L?: Item[string][];
    M?: Item;
    BOOL?: boolean;
    NULL?: boolean;
  };
}

const WRITE_UNIT_BYTES = 1024;

/** By DynamoDB's rules: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
export function itemBytes(item: Item): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOf(value),
    0,
  );
}

function sizeOf({ S, N, B, L, M, BOOL, NULL }: Item[string]): number {
  if (S !== undefined) return Buffer.byteLength(S);
  if (B !== undefined) return typeof B === 'string' ? Buffer.byteLength(B, 'base64') : B.length;
  // A byte for every two digits, and one more.
  if (N !== undefined) return Math.ceil(N.replace(/\D/g, '').length / 2) + 1;
  if (L !== undefined) return L.reduce((sum, entry) => sum + 1 + sizeOf(entry), 3);
  if (M !== undefined) return 3 + Object.keys(M).length + itemBytes(M);
  if (BOOL !== undefined || NULL !== undefined) return 1;
  throw new Error('An attribute is neither S, N, B, L, M, BOOL nor NULL: add its type to sizeOf.');
}

/**
 * Write units of one item of a transaction; an item that does not exist is empty. The item is written twice, prepared
 * and committed. The index is written once when its item changes; when its key changes, the old one is removed first.
 */
export function transactionUnits(before: Item, after: Item): number {
  const units = Math.max(unitsOf(before), unitsOf(after));
  const [oldKey, key] = [indexKey(before), indexKey(after)];
  if (oldKey === key) return key && JSON.stringify(before) !== JSON.stringify(after) ? 3 * units : 2 * units;
  return 2 * units + (oldKey ? unitsOf(before) : 0) + (key ? unitsOf(after) : 0);
}

/** At least one, also of an empty item. */
function unitsOf(item: Item): number {
  return Math.max(1, Math.ceil(itemBytes(item) / WRITE_UNIT_BYTES));
}

function indexKey({ GSI1PK, GSI1SK }: Item): string | undefined {
  return GSI1PK && GSI1SK && `${GSI1PK.S}\n${GSI1SK.S}`;
}
