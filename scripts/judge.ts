import { photosOfFolder } from '../demo/photos.ts';
import type { PhotoFile } from '../local/partner/member.ts';
import { LIKENESS_MIN, likenessTo, UNLIKE } from '../shared/domain/flow/likeness.ts';
import { faces } from '../shared/images/faces.ts';
import { judgePhoto } from '../shared/images/judge-photo.ts';
import { optionsOf, refuse } from './options.ts';

const USAGE = `npm run judge -- --uploads FOLDER --photos FOLDER: judges generated photos as the service does, by what they show and by
their likeness to the person's uploads. Nothing leaves this machine. The exit code is 1 when the service would refuse one.
`;

export interface Judgement {
  readonly name: string;
  /** From 0 to 1; undefined where the photo is refused already, or a face is not certain. */
  readonly likeness?: number | undefined;
  /** Why the service would make the photo again. */
  readonly reason?: string | undefined;
}

type File = Pick<PhotoFile, 'name' | 'bytes'>;

export async function judge(uploads: readonly File[], photos: readonly File[]): Promise<Judgement[]> {
  const measure = await likenessTo(
    uploads.map(
      ({ bytes }) =>
        async () =>
          bytes,
    ),
    faces,
  );
  const judgements: Judgement[] = [];
  for (const { name, bytes } of photos) {
    const verdict = await judgePhoto(bytes);
    const likeness = verdict.usable ? await measure(bytes) : undefined;
    const isUnlike = likeness !== undefined && likeness < LIKENESS_MIN;
    const reason = verdict.usable ? undefined : verdict.reason;
    judgements.push({ name, likeness, reason: isUnlike ? UNLIKE : reason });
  }
  return judgements;
}

if (import.meta.main) {
  const values = optionsOf(USAGE, { uploads: { type: 'string' }, photos: { type: 'string' } });
  const { uploads, photos } = values;
  if (uploads === undefined || photos === undefined) refuse(USAGE, 'Both folders are needed.');
  const filesOf = (folder: string) => photosOfFolder(folder, console.log);
  const judgements = await judge(await filesOf(uploads), await filesOf(photos));
  for (const { name, likeness, reason } of judgements)
    console.log([likeness?.toFixed(2) ?? '   –', name, reason].filter(Boolean).join('  '));
  const refused = judgements.filter(({ reason }) => reason !== undefined).length;
  console.log(`The service would refuse ${refused} of ${judgements.length} photos.`);
  if (refused > 0) process.exitCode = 1;
}
