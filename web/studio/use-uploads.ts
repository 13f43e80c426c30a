import { useEffect, useState } from 'preact/hooks';
import type { listOwnUploads } from '../../shared/contract/member/uploads.ts';
import type { Answer, Api } from '../service/api.ts';

/** A photo that the member has sent in and that is still stored. */
export interface OwnUpload {
  id: string;
  url: string;
}

/** The member's own uploads; none after retention has deleted them, and while they cannot be read. */
export function useUploads(api: Api): readonly OwnUpload[] {
  const [uploads, setUploads] = useState<readonly OwnUpload[]>([]);
  useEffect(() => {
    // Without them there is no comparison. That is no error to show.
    const show = ({ uploads: stored }: Answer<typeof listOwnUploads>) =>
      setUploads(stored.flatMap(({ id, url }) => (url === undefined ? [] : [{ id, url }])));
    void api.call<typeof listOwnUploads>('GET', '/api/member/uploads').then(show, () => undefined);
  }, []);
  return uploads;
}
