import { type Hello, isOurs, PROTOCOL_VERSION, type StudioEvent } from './protocol.ts';

/**
 * The script that partners load as /embed.js. It defines the element <headshots-studio>, which shows the studio of a
 * signedUrl in a frame as high as its content, and dispatches what happens in it as events. It runs in pages of others:
 * it has no dependencies, adds nothing global but the element, and needs no inline style or script.
 */

/** The permissions that the studio needs. None lets it leave its frame or navigate the page around it. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox';

const EVENTS: readonly StudioEvent[] = ['ready', 'uploaded', 'submitted', 'finished', 'favorite', 'expired'];
/** The events by which the studio shows that it runs. */
const FIRST_EVENTS: readonly unknown[] = ['ready', 'expired'];
const SILENCE_MILLISECONDS = 20_000;
const MAX_HEIGHT = 20_000;

class HeadshotsStudio extends HTMLElement {
  static readonly observedAttributes = ['src'];
  #frame: HTMLIFrameElement | undefined;
  /** The origin of the service, which is that of the signedUrl. */
  #service = '';
  #silence: ReturnType<typeof setTimeout> | undefined;

  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  /** A signedUrl. A new one replaces the studio, for example after `expired`. */
  set src(value: string) {
    this.setAttribute('src', value);
  }

  connectedCallback(): void {
    if (!this.shadowRoot) {
      const style = new CSSStyleSheet();
      style.replaceSync(
        ':host{display:block}iframe{display:block;width:100%;height:480px;max-height:inherit;border:0}',
      );
      this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [style];
    }
    addEventListener('message', this);
    this.#open();
  }

  disconnectedCallback(): void {
    removeEventListener('message', this);
    this.#close();
  }

  attributeChangedCallback(): void {
    if (this.isConnected && this.shadowRoot) this.#open();
  }

  /** A message to the page. Only those of the studio in this element's own frame count. */
  handleEvent({ source, origin, data }: MessageEvent): void {
    if (!this.#frame || source !== this.#frame.contentWindow || origin !== this.#service || !isOurs(data))
      return;
    const { type, detail } = data;
    if (type === 'resize') {
      const { height } = detail as { height: unknown };
      if (typeof height === 'number' && height > 0) {
        this.#frame.style.height = `${Math.min(Math.ceil(height), MAX_HEIGHT)}px`;
      }
      return;
    }
    if (FIRST_EVENTS.includes(type)) clearTimeout(this.#silence);
    const event = EVENTS.find((known) => known === type);
    if (event) this.dispatchEvent(new CustomEvent(event, { detail }));
  }

  #open(): void {
    this.#close();
    if (!this.src) return;
    const address = webAddress(this.src);
    if (!address) {
      this.#fail(
        'INVALID_SRC',
        'src has to be the signedUrl of a model, with its https:// at the beginning.',
      );
      return;
    }
    const { origin } = address;
    this.#service = origin;
    const language = this.getAttribute('language');
    if (language) address.searchParams.set('language', language);
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', SANDBOX);
    frame.allow = 'camera; clipboard-write';
    frame.referrerPolicy = 'no-referrer';
    frame.title = this.title || 'Headshots';
    frame.onload = () => {
      const hello: Hello = { headshots: PROTOCOL_VERSION, type: 'hello' };
      frame.contentWindow?.postMessage(hello, origin);
    };
    frame.src = address.href;
    this.#frame = frame;
    this.shadowRoot?.append(frame);
    this.#silence = setTimeout(
      () =>
        this.#fail(
          'NO_ANSWER',
          `The studio does not answer. Check that ${location.origin} is a frame origin of the organization.`,
        ),
      SILENCE_MILLISECONDS,
    );
  }

  #close(): void {
    clearTimeout(this.#silence);
    this.#frame?.remove();
    this.#frame = undefined;
  }

  #fail(code: 'INVALID_SRC' | 'NO_ANSWER', message: string): void {
    this.dispatchEvent(new CustomEvent('error', { detail: { code, message } }));
    // A page that does not listen yet shows nothing else.
    console.error(`<headshots-studio>: ${message}`);
  }
}

/** Undefined for text that is no address, and for addresses such as `javascript:…`. */
function webAddress(text: string): URL | undefined {
  try {
    const address = new URL(text);
    return /^https?:$/.test(address.protocol) ? address : undefined;
  } catch {
    return undefined;
  }
}

// A page may load the script twice.
if (!customElements.get('headshots-studio')) customElements.define('headshots-studio', HeadshotsStudio);
