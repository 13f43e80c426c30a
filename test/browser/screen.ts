import { readFile } from 'node:fs/promises';
import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { expectAccessible } from './accessible.ts';
import type { Window } from './browser.ts';

type Name = string | RegExp;

/** A page, a part of it, or a frame, by the actions of a person. A name that is a string is the whole name. */
export class Screen {
  readonly window: Window;
  readonly place: Page | FrameLocator | Locator;

  constructor(window: Window, place: Page | FrameLocator | Locator = window.page) {
    this.window = window;
    this.place = place;
  }

  get page(): Page {
    return this.window.page;
  }

  get context(): BrowserContext {
    return this.window.context;
  }

  button(name: Name): Locator {
    return this.place.getByRole('button', { name, exact: true });
  }

  link(name: Name): Locator {
    return this.place.getByRole('link', { name, exact: true });
  }

  region(name: Name): Screen {
    return new Screen(this.window, this.place.getByRole('region', { name, exact: true }));
  }

  dialog(name: Name = /./): Screen {
    return new Screen(this.window, this.place.getByRole('dialog', { name, exact: true }));
  }

  /** The entry of a list that has this text. */
  entry(text: string): Screen {
    return new Screen(this.window, this.place.getByRole('listitem').filter({ hasText: text }));
  }

  /** Clicks on buttons, one after the other. */
  async press(...buttons: Name[]): Promise<void> {
    for (const name of buttons) await this.button(name).click();
  }

  async follow(link: Name): Promise<void> {
    await this.link(link).click();
  }

  async check(...boxes: Name[]): Promise<void> {
    for (const name of boxes) await this.place.getByRole('checkbox', { name }).check();
  }

  async uncheck(...boxes: Name[]): Promise<void> {
    for (const name of boxes) await this.place.getByRole('checkbox', { name }).uncheck();
  }

  async pick(radio: string): Promise<void> {
    await this.place.getByRole('radio', { name: radio, exact: true }).check();
  }

  async select(field: string, label: string): Promise<void> {
    await this.place.getByRole('combobox', { name: field, exact: true }).selectOption({ label });
  }

  async fill(label: Name, value: string): Promise<void> {
    await this.place.getByLabel(label).fill(value);
  }

  /** Waits for texts, each in one place. */
  async sees(...texts: Name[]): Promise<void> {
    for (const text of texts) await this.place.getByText(text).waitFor();
  }

  /** Waits for a text that is all of its element. */
  async seesExactly(text: string): Promise<void> {
    await this.place.getByText(text, { exact: true }).waitFor();
  }

  async seesHeading(heading: Name): Promise<void> {
    await this.place.getByRole('heading', { name: heading, exact: true }).waitFor();
  }

  async seesAlert(text: Name): Promise<void> {
    await this.place.getByRole('alert').getByText(text).waitFor();
  }

  /** All the text of a part. */
  async text(): Promise<string> {
    return (await (this.place as Locator).textContent()) ?? '';
  }

  /** Answers the question in a dialog. */
  async confirm(action: Name): Promise<void> {
    await this.dialog().press(action);
  }

  async waitUntilShown(): Promise<void> {
    await (this.place as Locator).waitFor();
  }

  /** Waits until it is no longer shown, such as a dialog. */
  async waitUntilGone(): Promise<void> {
    await (this.place as Locator).waitFor({ state: 'detached' });
  }

  async download(button: Name): Promise<{ name: string; bytes: Buffer }> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.press(button)]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  }

  /** The text of the clipboard. */
  clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** The name of the control that has the focus. */
  focused(): Promise<string | null | undefined> {
    return this.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  }

  tolerate(pattern: RegExp): void {
    this.window.tolerate(pattern);
  }

  forgive(expected: number | RegExp): Promise<void> {
    return this.window.forgive(expected);
  }

  expectAccessible(state: string, part?: string): Promise<void> {
    return expectAccessible(this.page, state, part);
  }
}

/** Records what moves while a page loads, from its next load on. */
export async function recordShifts(page: Page): Promise<{ shifts(): Promise<unknown> }> {
  await page.addInitScript(() => {
    const shifts: object[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources: { node?: Node }[] = Reflect.get(entry, 'sources');
        const moved = sources.map(({ node }) => `${node?.nodeName} ${node?.textContent}`);
        shifts.push({ value: Reflect.get(entry, 'value'), moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return { shifts: () => page.evaluate(() => Reflect.get(window, 'shifts')) };
}

/** Has the page save to a file of the browser's own file system, which stands for the one that a person chooses. */
export async function chooseFile(page: Page): Promise<{ saved(): Promise<{ name: string; bytes: Buffer }> }> {
  const choose = () => {
    const picker = async ({ suggestedName }: { suggestedName: string }) => {
      Object.assign(window, { chosen: suggestedName });
      return (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });
    };
    Object.assign(window, { showSaveFilePicker: picker });
  };
  await page.addInitScript(choose);
  await page.evaluate(choose);
  const saved = async () => {
    const { name, bytes } = await page.evaluate(async () => {
      const name: string = Reflect.get(window, 'chosen');
      const handle = await (await navigator.storage.getDirectory()).getFileHandle(name);
      return { name, bytes: [...new Uint8Array(await (await handle.getFile()).arrayBuffer())] };
    });
    return { name, bytes: Buffer.from(bytes) };
  };
  return { saved };
}

/** Takes the dialog for files away, which not every browser has. */
export function withoutFileDialog(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
}
