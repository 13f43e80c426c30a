import { isOurs, PROTOCOL_VERSION, type StudioEvent, type StudioEvents } from '../embed/protocol.ts';

/**
 * The studio's side of the protocol with the page that frames it. A page says hello, and is told of events and of the
 * height of the content when its origin may frame the pages of the organization. Nothing is posted to another origin.
 */
export interface HostPage {
  /** Sets the origins that may listen, when the organization is known: null for any. Waiting events are then posted. */
  allow(origins: readonly string[] | null): void;
  /** Tells the page of an event. It waits until a page that may listen has said hello. */
  report<Event extends StudioEvent>(event: Event, detail: StudioEvents[Event]): void;
  /** Ends all listening. */
  close(): void;
}

/** The part of GET /api/member of which the page is told. */
export interface ToldOverview {
  organization: { frameOrigins: readonly string[] | null };
  model: { id: string; status: string } | null;
}

/**
 * A function to call with each overview that the studio has read. It sets the origins that may listen, and reports
 * `ready` once, `submitted` when onboarding has ended meanwhile, and `finished` once the headshots are there.
 */
export function overviewTeller(host: HostPage): (overview: ToldOverview) => void {
  let known: string | undefined;
  return ({ organization, model }) => {
    host.allow(organization.frameOrigins);
    const former = known;
    known = model?.status ?? 'onboarding';
    if (former === undefined) host.report('ready', { modelId: model?.id ?? null, status: known });
    if (!model || former === known) return;
    if (former === 'onboarding') host.report('submitted', { modelId: model.id });
    if (known === 'active') host.report('finished', { modelId: model.id });
  };
}

/** The part of a browser that the connection uses. */
export interface Surroundings {
  /** The window of the studio. */
  self: FrameWindow;
  /** Calls with the height of the content, in CSS pixels, whenever it has changed. @returns a function that ends it */
  watchHeight(changed: (height: number) => void): () => void;
}

/** The part of `Window` that the connection uses. */
export interface FrameWindow extends HostWindow {
  readonly parent: HostWindow;
  addEventListener(type: 'message', listener: (message: HeardMessage) => void): void;
  removeEventListener(type: 'message', listener: (message: HeardMessage) => void): void;
}

export interface HostWindow {
  postMessage(message: unknown, targetOrigin: string): void;
}

export interface HeardMessage {
  source: unknown;
  origin: string;
  data: unknown;
}

/** Without a page around it the studio has no one to tell. */
const NO_PAGE: HostPage = { allow() {}, report() {}, close() {} };

/**
 * Connects the studio with the page that frames it; without effect when it is not framed.
 * @param origins the origins that may listen: null for any, undefined for none until {@link HostPage.allow}. A page that
 *   was loaded with a token in its address may pass null: the browser has shown it in a frame only because the
 *   organization's frame-ancestors allow the page around it. Without a token that policy allows any page.
 */
export function connectHostPage(
  origins?: readonly string[] | null,
  { self, watchHeight }: Surroundings = { self: window, watchHeight: watchBody },
): HostPage {
  const host = self.parent;
  if (host === self) return NO_PAGE;
  let allowed = origins;
  let hostOrigin: string | undefined;
  let waiting: Message[] = [];

  const flush = (): void => {
    if (hostOrigin === undefined || allowed === undefined || !isAllowed(allowed, hostOrigin)) return;
    for (const { type, detail } of waiting)
      host.postMessage({ headshots: PROTOCOL_VERSION, type, detail }, hostOrigin);
    waiting = [];
  };
  const post = (message: Message): void => {
    // Only the latest height counts.
    if (message.type === 'resize') waiting = waiting.filter(({ type }) => type !== 'resize');
    waiting.push(message);
    flush();
  };
  const hear = ({ source, origin, data }: HeardMessage): void => {
    if (source !== host || !isOurs(data) || data.type !== 'hello') return;
    hostOrigin = origin;
    flush();
  };

  self.addEventListener('message', hear);
  const stopWatching = watchHeight((height) => post({ type: 'resize', detail: { height } }));
  return {
    allow: (next) => {
      allowed = next;
      flush();
    },
    report: (type, detail) => post({ type, detail }),
    close: () => {
      self.removeEventListener('message', hear);
      stopWatching();
    },
  };
}

function watchBody(changed: (height: number) => void): () => void {
  const { body, documentElement } = document;
  // In a frame the height of the window is that of the content. Filling it would keep the frame from shrinking.
  documentElement.style.setProperty('--page-height', '0');
  const observer = new ResizeObserver(() => changed(body.getBoundingClientRect().height));
  observer.observe(body);
  return () => observer.disconnect();
}

interface Message {
  type: StudioEvent | 'resize';
  detail: object;
}

/** Whether an origin is one of those in the settings, where `*.` stands for subdomains; null allows any. */
export function isAllowed(origins: readonly string[] | null, origin: string): boolean {
  // A sandboxed page or a file has an opaque origin, which cannot be addressed.
  if (origin === 'null') return false;
  return origins === null || origins.some((allowed) => matches(allowed, origin));
}

/** Matches like Content-Security-Policy: `https://*.example.com` is every subdomain, and not the domain itself. */
function matches(allowed: string, origin: string): boolean {
  // Browsers write an origin without the port of its scheme.
  const written = allowed.replace(/^(https:.+):443$|^(http:.+):80$/, '$1$2');
  const [scheme = '', domain] = written.split('*.');
  if (domain === undefined) return written === origin;
  return origin.startsWith(scheme) && origin.endsWith(`.${domain}`);
}
