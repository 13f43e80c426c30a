import { useEffect, useRef } from 'preact/hooks';
import { IconButton } from '../../design/icon.tsx';
import { adminModels } from '../../text/admin-models.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text/language.tsx';
import { CopyField } from '../parts.tsx';

/** A signedUrl, and the address of its member. */
export interface MemberPage {
  signedUrl: string;
  email: string;
}

/** A signedUrl, with the page that a partner's application would embed. */
export function FramePanel({ signedUrl, email, close }: MemberPage & { close(): void }) {
  const text = useText(adminModels).frame;
  const { close: closeLabel } = useText(common);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), [signedUrl]);
  return (
    <aside ref={panel} class="card panel" aria-label={text.label}>
      <div class="heading">
        <h2>{email}</h2>
        <IconButton name="close" label={closeLabel} onClick={close} />
      </div>
      <CopyField label="signedUrl" value={signedUrl} />
      <div class="framed">
        <iframe key={signedUrl} src={signedUrl} title={text.title(email)} referrerpolicy="no-referrer" />
      </div>
    </aside>
  );
}
