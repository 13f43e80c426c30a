import { useEffect, useState } from 'preact/hooks';
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
    const show = ({ uploads: stored }: Answer<'GET /api/member/uploads'>) =>
      setUploads(stored.flatMap(({ id, url }) => (url === undefined ? [] : [{ id, url }])));
    void api.call('GET /api/member/uploads').then(show, () => undefined);
  }, []);
  return uploads;
}
