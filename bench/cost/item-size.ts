/** An attribute in DynamoDB's own form; binary ones as the SDK has them, or in base64 as they travel. */
export interface AttributeForm {
  S?: string;
  N?: string;
  B?: Uint8Array | string;
  L?: AttributeForm[];
  M?: Record<string, AttributeForm>;
  SS?: string[];
  BOOL?: boolean;
  NULL?: boolean;
}

export type ItemForm = Record<string, AttributeForm>;

/** What DynamoDB counts for an item beside its attributes, in the table and in each index. */
const STORED_OVERHEAD_BYTES = 100;
const WRITE_UNIT_BYTES = 1024;
/** A transaction writes each item twice: once to prepare, once to commit. Its indexes follow once. */
const WRITES_OF_TRANSACTION = 2;
const INDEX_KEYS = ['GSI1PK', 'GSI1SK'] as const;

/** By DynamoDB's rules: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
export function itemBytes(item: ItemForm): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value),
    0,
  );
}

function valueBytes({ S, N, B, L, M, SS }: AttributeForm): number {
  if (S !== undefined) return Buffer.byteLength(S);
  // A byte for every two digits, and one more.
  if (N !== undefined) return Math.ceil(N.replace(/\D/g, '').length / 2) + 1;
  if (B !== undefined) return typeof B === 'string' ? Buffer.byteLength(B, 'base64') : B.length;
  if (L !== undefined) return L.reduce((sum, entry) => sum + 1 + valueBytes(entry), 3);
  if (M !== undefined) return 3 + Object.keys(M).length + itemBytes(M);
  if (SS !== undefined) return SS.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return 1;
}

/** An item in the table and, if it is there, in the index, which repeats all of it. */
export function storedBytes(item: ItemForm): number {
  const copies = isIndexed(item) ? 2 : 1;
  return copies * (STORED_OVERHEAD_BYTES + itemBytes(item));
}

/**
 * Write units of one step of a transaction, by the item before and after it; of a condition that is checked both
 * are the same. The index is written when what it holds has changed, and twice when the item moves in it.
 */
export function transactionUnits(before: ItemForm | undefined, after: ItemForm | undefined): number {
  return WRITES_OF_TRANSACTION * Math.max(unitsOf(before), unitsOf(after)) + indexUnits(before, after);
}

function indexUnits(before: ItemForm | undefined, after: ItemForm | undefined): number {
  const [old, fresh] = [before, after].map((item) => (item && isIndexed(item) ? item : undefined));
  if (JSON.stringify(old) === JSON.stringify(fresh)) return 0;
  if (!old || !fresh) return unitsOf(old ?? fresh);
  const moves = INDEX_KEYS.some((name) => old[name]?.S !== fresh[name]?.S);
  return moves ? unitsOf(old) + unitsOf(fresh) : Math.max(unitsOf(old), unitsOf(fresh));
}

/** At least one, also of an item that is not there. */
function unitsOf(item: ItemForm | undefined): number {
  return Math.max(1, Math.ceil((item ? itemBytes(item) : 0) / WRITE_UNIT_BYTES));
}

function isIndexed(item: ItemForm): boolean {
  return INDEX_KEYS.every((name) => item[name] !== undefined);
}
