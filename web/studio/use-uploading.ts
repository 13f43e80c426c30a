import { useEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import type { Api } from '../service/api.ts';
import { readImage } from '../service/save.ts';
import { DECODER } from './decoder.ts';
import { HeicConverter } from './heic.ts';
import { lookAt, preparePhoto } from './prepare-photo.ts';
import { uploadService } from './upload-service.ts';
import { isUnsent, Uploads } from './uploads.ts';
import type { Studio } from './view.ts';

/** The uploads of the member. The component is rendered again with every change of a photo. */
export function useUploading(studio: Studio): Uploads {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const latest = useRef(studio);
  latest.current = studio;
  const { uploads, converter } = useMemo(() => {
    const { api, overview } = studio;
    const converter = new HeicConverter(DECODER);
    const uploads = new Uploads({
      service: uploadService(api),
      prepare: (file) => preparePhoto(file, overview.requirements, converter),
      changed: () => render(undefined),
      accepted: ({ id: uploadId = '', file }) => {
        latest.current.report('uploaded', { uploadId, uploads: uploads.acceptedCount });
        if (!file) void showStored(api, uploads);
      },
      fail: (error) => latest.current.fail(error),
    });
    return { uploads, converter };
  }, []);

  useEffect(() => {
    const { api, overview } = studio;
    uploads.resume(overview.uploads);
    if (overview.uploads.length > 0) void showStored(api, uploads);
    return () => {
      uploads.close();
      converter.close();
    };
  }, []);

  const hasUnsent = uploads.photos.some(isUnsent);
  useEffect(() => {
    if (!hasUnsent) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [hasUnsent]);
  return uploads;
}

/**
 * After a reload the service has the images, in full size. They are read one after the other, and only small ones stay
 * in memory. Without an answer the tiles keep their icon.
 */
async function showStored(api: Api, uploads: Uploads): Promise<void> {
  try {
    const known = await api.call('GET /api/member/uploads');
    const links = new Map(known.uploads.flatMap(({ id, url }) => (url === undefined ? [] : [[id, url]])));
    await uploads.showStored([...links.keys()], async (id) => {
      const link = links.get(id);
      return link && (await lookAt(await readImage(link)))?.preview;
    });
  } catch (error) {
    console.info(error);
  }
}
