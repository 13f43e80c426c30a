import { existsSync } from 'node:fs';

/** A page of a browser, with what a test does in it. Elements are named by XPath, which every protocol takes. */
export interface BrowserPage {
  goto(address: string): Promise<void>;
  /** Waits until the element can be seen. */
  see(xpath: string): Promise<void>;
  /** Waits until the element can be seen, and clicks on it. */
  click(xpath: string): Promise<void>;
  type(xpath: string, text: string): Promise<void>;
  /** Chooses files of the disk in an input, which may be invisible. */
  choose(xpath: string, paths: readonly string[]): Promise<void>;
  evaluate(expression: string): Promise<unknown>;
  /** The errors of the page so far, and the errors and warnings of its console. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

/** @param directory For the browser's own files. The browser saves downloads there, or in a directory of it. */
export type OpenPage = (directory: string) => Promise<BrowserPage>;

/** A model takes several seconds to become active, and other tests may keep the machine busy. */
export const WAIT_MILLISECONDS = 90_000;

/** The size of a phone. */
export const WINDOW = { width: 390, height: 844 };

/**
 * The first of these programs that is there.
 * @throws an error that names the Debian package when none is.
 */
export function requireProgram(debianPackage: string, ...paths: string[]): string {
  const found = paths.find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    `Pages are tested in Firefox and WebKit, too. There is no ${paths.join(' or ')}: install it (Debian: apt-get install ${debianPackage}).`,
  );
}
