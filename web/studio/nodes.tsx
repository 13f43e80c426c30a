import { useEffect, useRef } from 'preact/hooks';
import { Screen } from '../design/screen.tsx';
import type { Frame } from './frame.ts';
import type { View } from './view.ts';

/** Shows a screen that consists of DOM nodes. */
export function Nodes({ make, frame, wide = false }: { make(): View; frame: Frame; wide?: boolean }) {
  const view = useRef<View | undefined>(undefined);
  view.current ??= make();
  const { title, lead, content, isQuiet, leave } = view.current;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.replaceChildren(...content);
    return leave;
  }, []);
  return (
    <Screen {...frame} title={title} lead={lead} isQuiet={isQuiet === true} {...(wide && { width: 'wide' })}>
      <div ref={place} />
    </Screen>
  );
}
