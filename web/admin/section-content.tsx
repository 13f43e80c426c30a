import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../design/icon.tsx';
import { admin } from '../text/admin.ts';
import { common } from '../text/common.ts';
import { useText } from '../text/language.tsx';
import { SECTIONS, type SectionDefinition, type SectionId } from './sections.ts';

type Content = ComponentType<{ resource: string | undefined }>;

/** The sections that are loaded, so that they are shown at once when they are opened again. */
const loaded = new Map<SectionId, Content>();

/** Loads the script of a section before it is shown. Errors show when it is opened. */
export function prefetchSection(id: SectionId): void {
  load(id).catch(() => undefined);
}

async function load(id: SectionId): Promise<Content> {
  const content = await SECTIONS[id].load();
  loaded.set(id, content);
  return content;
}

/**
 * Shows a section when its script is loaded. Scripts of a former release are not found, and browsers remember a script
 * that has failed: reloading the page helps in both cases.
 */
export function SectionContent({ id, resource }: { id: SectionId; resource: string | undefined }) {
  const [Content, setContent] = useState<Content | undefined>(() => loaded.get(id));
  const [hasFailed, setHasFailed] = useState(false);
  const text = useText(admin).section;
  const { loading } = useText(common);
  useEffect(() => {
    if (Content) return;
    load(id).then(
      (content) => setContent(() => content),
      () => setHasFailed(true),
    );
  }, []);
  if (Content) return <Content resource={resource} />;
  const { fillsWindow }: SectionDefinition = SECTIONS[id];
  if (!hasFailed)
    return (
      <div class={fillsWindow && 'fills-window'}>
        <p class="card pause" role="status">
          {loading}
        </p>
      </div>
    );
  return (
    <div class="card" role="alert">
      <p>{text.notLoaded}</p>
      <Button class="primary" label={text.reload} onClick={() => location.reload()} />
    </div>
  );
}
