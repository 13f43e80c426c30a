import { fill, h, iconButton, say, setAttribute } from '../shared/dom.ts';

/** A signedUrl, with the page that a partner's application would embed. */
export class FramePanel {
  readonly #heading = h('h2');
  readonly #address = h('input', { readonly: true, 'aria-label': 'signedUrl' });
  readonly #stage = h('div', { class: 'framed' });
  readonly element = h(
    'aside',
    { class: 'card panel', hidden: true, 'aria-label': 'The page of a member' },
    h(
      'div',
      { class: 'heading' },
      this.#heading,
      iconButton('close', 'Close', () => this.close()),
    ),
    h(
      'div',
      { class: 'copy' },
      this.#address,
      h('button', { type: 'button', class: 'quiet', click: () => void this.#copy() }, 'Copy'),
    ),
    this.#stage,
  );

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  open(signedUrl: string, email: string): void {
    fill(this.#heading, email);
    this.#address.value = signedUrl;
    fill(
      this.#stage,
      h('iframe', { src: signedUrl, title: `The page of ${email}`, referrerpolicy: 'no-referrer' }),
    );
    setAttribute(this.element, 'hidden', false);
    this.element.scrollIntoView({ block: 'nearest' });
  }

  close(): void {
    fill(this.#stage);
    setAttribute(this.element, 'hidden', true);
  }

  async #copy(): Promise<void> {
    this.#address.select();
    try {
      await navigator.clipboard.writeText(this.#address.value);
      say('The signedUrl is copied.');
    } catch {
      say('The browser blocked copying. The signedUrl is selected: copy it with the keyboard.');
    }
  }
}
