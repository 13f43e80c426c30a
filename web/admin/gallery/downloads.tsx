import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../design/icon.tsx';
import { Packing } from '../../design/packing.tsx';
import { say } from '../../design/toast.tsx';
import { pack } from '../../service/pack.ts';
import { chooseFile, saveCsv, today } from '../../service/save.ts';
import { adminGallery } from '../../text/admin-gallery.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { useDesk } from '../desk.ts';
import { allFavorites, type FavoriteFilter, readFavorites } from './favorites.ts';
import { favoritesTable } from './favorites-table.ts';
import { packedFavorites } from './packed-favorites.ts';

interface DownloadsProps {
  filter: FavoriteFilter;
  /** The number of favorites of the filter; undefined until it is known. */
  total: number | undefined;
}

/** Buttons that download the favorites of the filter: the photos as one ZIP archive, the list as CSV. */
export function Downloads({ filter, total }: DownloadsProps) {
  const { api, fail, clear } = useDesk();
  const text = useText(adminGallery);
  const { language } = useLanguage();
  const [progress, setProgress] = useState<{ kind: 'zip' | 'csv'; done: number; of: number }>();
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  /** Shows how far the work is. A canceled one is no error. */
  const run = async (
    kind: 'zip' | 'csv',
    work: (signal: AbortSignal, show: (done: number) => void) => Promise<string>,
  ) => {
    const aborted = new AbortController();
    running.current = aborted;
    const show = (done: number) => setProgress({ kind, done, of: Math.max(done, total ?? 0) });
    clear();
    show(0);
    try {
      say(await work(aborted.signal, show));
    } catch (error) {
      if (!aborted.signal.aborted) fail(error);
    } finally {
      setProgress(undefined);
    }
  };
  const favoritesOf = (signal: AbortSignal) =>
    allFavorites((part) => readFavorites(api, filter, part), signal);
  const downloadZip = async () => {
    const save = await chooseFile(`${text.files.archive}-${today()}.zip`);
    if (!save) return;
    await run('zip', async (signal, show) => {
      const packed = packedFavorites(favoritesOf(signal), signal, text.files);
      await save(pack(packed.files, show));
      return packed.missing() === 0 ? text.packed : text.packedWithout(packed.missing());
    });
  };
  const downloadCsv = () =>
    run('csv', async (signal, show) => {
      const table = await favoritesTable(favoritesOf(signal), text.columns, show, language);
      saveCsv(table, `${text.files.archive}-${today()}.csv`);
      return text.listed;
    });

  if (progress) {
    const { kind, done, of } = progress;
    const label = kind === 'zip' ? text.packing(done, of) : text.listing(done, of);
    return <Packing done={done} of={of} label={label} cancel={() => running.current?.abort()} />;
  }
  return (
    <div class="beside downloads">
      <Button icon="download" label={text.csv} disabled={!total} onClick={() => void downloadCsv()} />
      <Button
        class="primary"
        icon="archive"
        label={text.zip}
        disabled={!total}
        onClick={() => void downloadZip()}
      />
    </div>
  );
}
