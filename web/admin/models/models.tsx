import { useRef, useState } from 'preact/hooks';
import type { Answer } from '../../service/api.ts';
import { adminModels } from '../../text/admin-models.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text/language.tsx';
import { useAct, useDesk, usePolling } from '../desk.ts';
import { keptState } from '../kept-state.ts';
import { Pager } from '../pager.tsx';
import { Favorites } from './favorites.ts';
import { FramePanel, type MemberPage } from './frame-panel.tsx';
import { type ModelRecord, ModelTable } from './model-table.tsx';
import { NewModelForm } from './new-model.tsx';

const PAGE_SIZE = 25;
/** Pauses between polls, in milliseconds: while a model is in progress, and otherwise. */
const BUSY_PAUSE = 3000;
const QUIET_PAUSE = 15_000;
const IN_PROGRESS = new Set<ModelRecord['status']>(['waiting', 'pending', 'generatingHeadshots']);

type Page = Answer<'GET /api/v2/organization/models'>;

const useOffset = keptState(0);

/** The models of the organization, which can be created and opened here. */
export function Models() {
  const { api, organization, can, clear } = useDesk();
  const { act } = useAct();
  const text = useText(adminModels);
  const { loading } = useText(common);
  const favorites = useRef(new Favorites(api));
  const [page, setPage] = useState<Page>();
  const [thumbnails, setThumbnails] = useState<ReadonlyMap<string, string>>(new Map());
  const [offset, setOffset] = useOffset();
  const [created, setCreated] = useState(0);
  const [framed, setFramed] = useState<MemberPage>();
  const isFramed = useRef(false);
  isFramed.current = framed !== undefined;

  usePolling(
    async (isCurrent) => {
      const answer = await api.call('GET /api/v2/organization/models', {
        query: { limit: PAGE_SIZE, offset },
      });
      if (!isCurrent()) return BUSY_PAUSE;
      setPage(answer);
      const shown = await thumbnailsOf(answer.models);
      if (isCurrent()) setThumbnails(shown);
      return isFramed.current || answer.models.some(({ status }) => IN_PROGRESS.has(status))
        ? BUSY_PAUSE
        : QUIET_PAUSE;
    },
    [api, offset, created],
  );

  const thumbnailsOf = async (models: readonly ModelRecord[]): Promise<ReadonlyMap<string, string>> => {
    const withFavorite = models.filter(({ hasFavorite, status }) => hasFavorite && status === 'active');
    const found = await Promise.all(
      withFavorite.map(async ({ id }) => [id, await favorites.current.thumbnail(id)] as const),
    );
    return new Map(found.flatMap(([id, thumbnail]) => (thumbnail === undefined ? [] : [[id, thumbnail]])));
  };
  const open = ({ id: modelId, email }: ModelRecord) =>
    act(async () => {
      const call = 'GET /api/v2/organization/whitelabel/model/get/{modelId}';
      const { signedUrl } = await api.call(call, { path: { modelId } });
      setFramed({ signedUrl, email });
    });
  const show = (memberPage: MemberPage) => {
    clear();
    setFramed(memberPage);
    setOffset(0);
    setCreated((count) => count + 1);
  };

  return (
    <div class={`stack models ${framed ? 'framing' : ''}`}>
      <div class="stack">
        {organization.whiteLabel && can('manager') && (
          <section class="card">
            <h2>{text.create.title}</h2>
            <NewModelForm created={show} />
          </section>
        )}
        <section class="card" aria-labelledby="models-title">
          <h2 id="models-title">{text.title}</h2>
          {page === undefined ? (
            <p class="pause">{loading}</p>
          ) : page.pagination.total === 0 ? (
            <p class="empty">{text.empty}</p>
          ) : (
            <>
              <ModelTable
                models={page.models}
                thumbnails={thumbnails}
                open={can('manager') ? open : undefined}
              />
              <Pager {...page.pagination} size={PAGE_SIZE} turnTo={setOffset} />
            </>
          )}
        </section>
      </div>
      {framed && <FramePanel {...framed} close={() => setFramed(undefined)} />}
    </div>
  );
}
