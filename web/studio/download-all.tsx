import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../design/icon.tsx';
import { Packing } from '../design/packing.tsx';
import { say } from '../design/toast.tsx';
import { pack } from '../service/pack.ts';
import { chooseFile, saveBlob } from '../service/save.ts';
import { gallery } from '../text/gallery.ts';
import { useText } from '../text/language.tsx';
import { archiveName, fileName, type Headshot } from './headshot.ts';
import type { Headshots } from './use-headshots.ts';
import type { Studio } from './view.ts';

interface DownloadAllProps {
  studio: Studio;
  headshots: Headshots;
  /** The headshots to download. */
  shown: readonly Headshot[];
  /** Whether these are all that were not put away. */
  areAll: boolean;
  /** Their number, which is known before the headshots are. */
  count: number;
}

/** A button that downloads headshots in full size as one ZIP archive, and tells how far it is. One alone is its image. */
export function DownloadAll({ studio, headshots, shown, areAll, count }: DownloadAllProps) {
  const text = useText(gallery).download;
  const [packing, setPacking] = useState<{ packed: number; of: number }>();
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const download = async () => {
    const { name } = studio.overview.member;
    const nameOf = (headshot: Headshot) => fileName(name, headshots.numberOf(headshot), '.jpg');
    const aborted = new AbortController();
    try {
      const [only, ...others] = shown;
      if (only && others.length === 0) return saveBlob(await headshots.fullSize(only), nameOf(only));
      const save = await chooseFile(archiveName(name));
      if (!save) return;
      running.current = aborted;
      const show = (packed: number) => setPacking({ packed, of: shown.length });
      show(0);
      const files = shown.map((headshot) => ({
        name: nameOf(headshot),
        read: async () =>
          new Uint8Array(await (await headshots.fullSize(headshot, aborted.signal)).arrayBuffer()),
      }));
      await save(pack(files, show));
      studio.clearError();
      say(text.done);
    } catch (error) {
      if (!aborted.signal.aborted) studio.fail(error);
    } finally {
      setPacking(undefined);
    }
  };

  if (packing) {
    const { packed, of } = packing;
    return (
      <Packing
        done={packed}
        of={of}
        label={text.packing(packed, of)}
        cancel={() => running.current?.abort()}
      />
    );
  }
  return (
    <Button
      class="quiet download-all"
      icon="download"
      label={areAll ? text.all(count) : text.shown(count)}
      disabled={shown.length === 0}
      onClick={() => void download()}
    />
  );
}
