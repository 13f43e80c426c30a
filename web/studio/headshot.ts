import type { Answer } from '../service/api.ts';
import type { OwnUpload } from './use-uploads.ts';

/** A finished headshot, as listed by GET /api/member/photos. */
export type Headshot = Answer<'GET /api/member/photos'>['photos'][number];

/**
 * The order of the gallery: the most like the person first, of those alike the latest, and last what was not measured.
 * Retouched headshots with a backdrop come first: the most alike are those that were changed least.
 */
export function bestFirst(one: Headshot, other: Headshot): number {
  const [first, second] = [`${one.createdAt}#${one.id}`, `${other.createdAt}#${other.id}`];
  const latest = first < second ? 1 : first > second ? -1 : 0;
  return worthOf(other) - worthOf(one) || latest;
}

function worthOf({ madeBy, likeness = -1, backdrop }: Headshot): number {
  if (madeBy === 'retouched') return backdrop === undefined ? 0 : 1;
  return likeness;
}

/** The upload that a headshot retouches; none for a generated headshot, and once the upload is deleted. */
export function sourceOf({ uploadId }: Headshot, uploads: readonly OwnUpload[]): OwnUpload | undefined {
  return uploads.find(({ id }) => id === uploadId);
}

const SPELLED: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
};
/** Beyond it, file names become hard to read. */
const LONGEST_NAME = 60;

/**
 * The name of a downloaded file: `anna-doe-01.jpg`, or `headshot-01.jpg` for a member without a name in Latin letters.
 * @param number counted from 1
 */
export function fileName(person: string | null, number: number, ending: string): string {
  return `${plainName(person) || 'headshot'}-${String(number).padStart(2, '0')}${ending}`;
}

/** The name of the archive with several of these files: `anna-doe-headshots.zip`. */
export function archiveName(person: string | null): string {
  return [plainName(person), 'headshots.zip'].filter(Boolean).join('-');
}

function plainName(person: string | null): string {
  return (person ?? '')
    .toLowerCase()
    .replace(/[äöüßæøł]/g, (letter) => SPELLED[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_NAME)
    .replace(/^-|-$/g, '');
}
