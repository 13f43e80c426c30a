import { useEffect, useRef, useState } from 'preact/hooks';
import type { SchemeName } from '../../../shared/contract/brand-look.ts';
import { OneOf } from '../../design/one-of.tsx';
import {
  PREVIEW_FRAGMENT,
  PREVIEW_READY,
  type PreviewLook,
  type PreviewMessage,
  type PreviewScreen,
} from '../../design/preview-protocol.ts';
import { useMeasured } from '../../design/use-measured.ts';
import { adminBranding } from '../../text/admin-branding.ts';
import { useLanguage, useText } from '../../text/language.tsx';

const DEVICES = { phone: { width: 390, height: 780 }, desktop: { width: 1240, height: 860 } } as const;
type Device = keyof typeof DEVICES;

/** The page of members, which opens no session with this fragment. */
const PREVIEW_PATH = `/auth/social${PREVIEW_FRAGMENT}`;

/** The pages of members in a look that is not saved yet, as a phone or a desktop shows them. */
export function PreviewFrame({ organization, branding }: Pick<PreviewLook, 'organization' | 'branding'>) {
  const text = useText(adminBranding).preview;
  const { language } = useLanguage();
  const [screen, setScreen] = useState<PreviewScreen>('signup');
  const [device, setDevice] = useState<Device>(innerWidth < 700 ? 'phone' : 'desktop');
  const [scheme, setScheme] = useState<SchemeName>(
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  const frame = useRef<HTMLIFrameElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const { space } = useMeasured(place, ({ clientWidth }) => ({ space: clientWidth })) ?? { space: 0 };
  const show = useRef(() => {});
  show.current = () => {
    const message: PreviewMessage = {
      name: 'headshots.preview',
      look: { screen, scheme, organization, branding },
    };
    frame.current?.contentWindow?.postMessage(message, location.origin);
  };
  useEffect(() => show.current(), [screen, scheme, organization, branding]);
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
      const isOurs = origin === location.origin && source === frame.current?.contentWindow;
      if (isOurs && data === PREVIEW_READY) show.current();
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);

  const { width, height } = DEVICES[device];
  const scale = Math.min(1, space / width);
  const size = (factor: number) => ({ width: `${width * factor}px`, height: `${height * factor}px` });
  return (
    <section class="card look-preview" aria-labelledby="preview-title">
      <h2 id="preview-title">{text.title}</h2>
      <div class="beside">
        <OneOf class="segments" label={text.page} names={text.pages} chosen={screen} choose={setScreen} />
        <OneOf class="segments" label={text.device} names={text.devices} chosen={device} choose={setDevice} />
        <OneOf class="segments" label={text.scheme} names={text.schemes} chosen={scheme} choose={setScheme} />
      </div>
      <div class="preview-place" ref={place}>
        {/* Nothing in it can be used, so the keyboard and screen readers pass it by. */}
        <div class={`preview-frame ${device}`} style={size(scale)} inert>
          <iframe
            // In another language the page is loaded again.
            key={language}
            ref={frame}
            src={PREVIEW_PATH}
            title={text.title}
            tabIndex={-1}
            style={{ ...size(1), transform: `scale(${scale})` }}
          />
        </div>
      </div>
    </section>
  );
}
