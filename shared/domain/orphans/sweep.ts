import { INCOMING_PREFIX, PHOTOS_PREFIX, UPLOADS_PREFIX } from '../../images/keys.ts';
import type { ImageStore } from '../../images/store.ts';
import { DAY } from '../../platform/clock.ts';
import { ulidTime } from '../../platform/id.ts';
import { log } from '../../platform/log.ts';
import { type Key, keys } from '../../table/keys.ts';
import { put } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import type { Photo } from '../photo/photo.ts';
import type { Upload } from '../upload/upload.ts';

/** The age from which an object needs a record: a photo's id is planned hours before it is drawn. */
const ORPHAN_AGE = DAY;

/** Objects of one page: the most that S3 lists, and deletes, in one call. */
const PAGE = 1000;

const SWEEP = keys.sweepRound('ORPHANS');

/** The progress of a sweep through the bucket. */
interface Progress {
  /** The last key that was checked; empty before the first. */
  after: string;
}

/** The objects under one prefix, and the records that they need. */
interface Area {
  prefix: string;
  /** Matches the organization, the model and the id of the record in a key. */
  pattern: RegExp;
  keyOf(organizationId: string, modelId: string, id: string): Key;
  /** Whether an object of the record stays. */
  keeps(record: Partial<Upload & Photo>): boolean;
}

const AREAS: readonly Area[] = [
  {
    prefix: INCOMING_PREFIX,
    pattern: /^incoming\/([^/]+)\/([^/]+)\/(upl_\w{26})$/,
    keyOf: keys.upload,
    // Forms live for minutes. A file that was not judged for a day was abandoned, or posted once more.
    keeps: () => false,
  },
  {
    prefix: PHOTOS_PREFIX,
    pattern: /^photos\/([^/]+)\/([^/]+)\/(pho_\w{26})\/\w+\.jpg$/,
    keyOf: keys.photo,
    keeps: () => true,
  },
  {
    prefix: UPLOADS_PREFIX,
    // Subjects have the id of their upload, and an extension.
    pattern: /^uploads\/([^/]+)\/([^/]+)\/(?:subjects\/)?(upl_\w{26})(?:\.[\w-]+)?$/,
    keyOf: keys.upload,
    keeps: ({ status }) => status === 'accepted',
  },
];

/** Removes objects without records, up to a deadline; the next call continues. Unknown keys stay, and are logged. */
export async function sweepOrphans(
  context: DomainContext,
  store: ImageStore,
  deadline: number,
): Promise<{ checked: number; removed: number; done: boolean }> {
  let { after } = (await context.table.get<Progress>(SWEEP)) ?? { after: '' };
  let [checked, removed] = [0, 0];
  for (const area of AREAS) {
    for (;;) {
      if (after >= endOf(area)) break;
      if (checked > 0 && context.clock.now() >= deadline) return { checked, removed, done: false };
      const found = await store.listAfter(
        area.prefix,
        after.startsWith(area.prefix) ? after : undefined,
        PAGE,
      );
      const orphans = await orphansOf(context, area, found);
      await store.remove(orphans);
      checked += found.length;
      removed += orphans.length;
      after = found.length < PAGE ? endOf(area) : (found.at(-1) ?? endOf(area));
      await context.table.write(put({ ...SWEEP, after }));
    }
  }
  await context.table.write(put({ ...SWEEP, after: '' }));
  return { checked, removed, done: true };
}

/** A key after every key of the area: a tilde sorts after all characters of ids. */
function endOf({ prefix }: Area): string {
  return `${prefix}~`;
}

async function orphansOf(context: DomainContext, area: Area, found: readonly string[]): Promise<string[]> {
  const youngest = ulidTime(context.clock.now() - ORPHAN_AGE);
  const old = found.flatMap((object) => {
    const [, organizationId = '', modelId = '', id = ''] = area.pattern.exec(object) ?? [];
    if (id === '') log.warn('object of an unknown form', { key: object });
    // The time in the id, and not that of the object: a file can be posted again.
    const isOld = id !== '' && id.slice(id.indexOf('_') + 1) < youngest;
    return isOld ? [{ object, record: area.keyOf(organizationId, modelId, id) }] : [];
  });
  const distinct = [...new Map(old.map(({ record }) => [textOf(record), record])).values()];
  const records = await context.table.getMany<Partial<Upload & Photo>>(distinct);
  const kept = new Set(
    distinct.flatMap((key, position) => {
      const record = records[position];
      return record && area.keeps(record) ? [textOf(key)] : [];
    }),
  );
  return old.filter(({ record }) => !kept.has(textOf(record))).map(({ object }) => object);
}

function textOf({ PK, SK }: Key): string {
  return `${PK} ${SK}`;
}
