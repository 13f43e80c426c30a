import { useLoaded } from '../design/use-loaded.ts';
import type { Api } from '../service/api.ts';

/** A photo that the member has sent in and that is still stored. */
export interface OwnUpload {
  id: string;
  url: string;
}

/** The member's own uploads; none after retention has deleted them, and while they cannot be read. */
export function useUploads(api: Api): readonly OwnUpload[] {
  // Without them there is no comparison. That is no error to show.
  const { value = [] } = useLoaded(async () => {
    const { uploads } = await api.call('GET /api/member/uploads');
    return uploads.flatMap(({ id, url }) => (url === undefined ? [] : [{ id, url }]));
  }, []);
  return value;
}
