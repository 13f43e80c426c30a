import { existsSync } from 'node:fs';

const CANDIDATES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** Flags that switch off what Chromium does on its own. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of the installed Chromium. @throws an error with installation instructions when there is none. */
export function findChromium(): string {
  const found = CANDIDATES.find((path) => path !== undefined && existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    'Pages are tested in Chromium. Install it (Debian, Ubuntu: apt-get install chromium), or set CHROMIUM to the ' +
      'path of an installed one.',
  );
}
