import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SchemeName } from '../../../shared/contract/brand-look.ts';
import {
  PREVIEW_FRAGMENT,
  PREVIEW_READY,
  type PreviewLook,
  type PreviewMessage,
  type PreviewScreen,
} from '../../design/preview-protocol.ts';
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
  const [space, setSpace] = useState(0);
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
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setSpace(element.clientWidth));
    observer.observe(element);
    setSpace(element.clientWidth);
    return () => observer.disconnect();
  }, []);

  const { width, height } = DEVICES[device];
  const scale = Math.min(1, space / width);
  const size = (factor: number) => ({ width: `${width * factor}px`, height: `${height * factor}px` });
  return (
    <section class="card look-preview" aria-labelledby="preview-title">
      <h2 id="preview-title">{text.title}</h2>
      <div class="preview-choices">
        <Choice label={text.page} names={text.pages} chosen={screen} choose={(name) => setScreen(name)} />
        <Choice label={text.device} names={text.devices} chosen={device} choose={(name) => setDevice(name)} />
        <Choice label={text.scheme} names={text.schemes} chosen={scheme} choose={(name) => setScheme(name)} />
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

interface ChoiceProps<Name extends string> {
  label: string;
  names: Readonly<Record<Name, string>>;
  chosen: Name;
  choose(name: Name): void;
}

function Choice<Name extends string>({ label, names, chosen, choose }: ChoiceProps<Name>) {
  return (
    <fieldset class="segments" aria-label={label}>
      {(Object.keys(names) as Name[]).map((name) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => choose(name)}>
          {names[name]}
        </button>
      ))}
    </fieldset>
  );
}
