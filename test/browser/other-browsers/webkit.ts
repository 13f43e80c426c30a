import { existsSync } from 'node:fs';
import { freePort, startEngine } from '@headshots/local-cloud/engines/supervised-process.ts';
import { vi } from 'vitest';
import { type BrowserPage, requireProgram, WAIT_MILLISECONDS, WINDOW } from './page.ts';

/** The name of the reference to an element in JSON. https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/**
 * Collects errors for `complaints`. The driver tells none, and runs scripts only once the page is loaded: errors of
 * the load itself stay unknown.
 */
const COLLECT_COMPLAINTS = `
  window.complaints = [];
  for (const name of ['error', 'warn']) {
    const log = console[name];
    console[name] = (...parts) => { complaints.push(parts.join(' ')); log(...parts); };
  }
  addEventListener('error', (event) => complaints.push(event.message));
  addEventListener('unhandledrejection', ({ reason }) => complaints.push(String(reason)));
  addEventListener('securitypolicyviolation', (event) => complaints.push(event.violatedDirective + event.blockedURI));
`;

/** Starts Debian's WebKitGTK with an empty profile on a display of its own, since it has no mode without one. */
export async function openWebKit(directory: string): Promise<BrowserPage> {
  const display = await freePort();
  const screen = await startEngine(requireProgram('xvfb', '/usr/bin/Xvfb'), [`:${display}`], async () =>
    existsSync(`/tmp/.X11-unix/X${display}`),
  );
  const port = await freePort();
  const driver = await startEngine(
    'env',
    [
      `DISPLAY=:${display}`,
      `HOME=${directory}`,
      requireProgram('webkit2gtk-driver', '/usr/bin/WebKitWebDriver'),
      `--port=${port}`,
    ],
    async () => (await fetch(`http://127.0.0.1:${port}/status`)).ok,
  );
  const call = async (method: 'POST' | 'GET' | 'DELETE', path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const { sessionId } = Object(await call('POST', '/session', { capabilities: {} }));
  const session = `/session/${sessionId}`;
  await call('POST', `${session}/window/rect`, WINDOW);

  const evaluate = (expression: string) =>
    call('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] });
  /** Tries until it succeeds: the page may put another element in the place of one that was found. */
  const patiently = async (act: () => Promise<unknown>) => {
    await vi.waitFor(act, { timeout: WAIT_MILLISECONDS, interval: 100 });
  };
  const find = async (xpath: string): Promise<string> => {
    const found = Object(await call('POST', `${session}/element`, { using: 'xpath', value: xpath }));
    return `${session}/element/${found[ELEMENT]}`;
  };
  const findVisible = async (xpath: string): Promise<string> => {
    const element = await find(xpath);
    if (!(await call('GET', `${element}/displayed`))) throw new Error(`${xpath} is invisible.`);
    return element;
  };
  return {
    goto: async (address) => {
      await call('POST', `${session}/url`, { url: address });
      await call('POST', `${session}/execute/sync`, { script: COLLECT_COMPLAINTS, args: [] });
    },
    see: (xpath) => patiently(() => findVisible(xpath)),
    click: (xpath) => patiently(async () => call('POST', `${await findVisible(xpath)}/click`, {})),
    type: (xpath, text) => patiently(async () => call('POST', `${await findVisible(xpath)}/value`, { text })),
    choose: (xpath, paths) =>
      patiently(async () => call('POST', `${await find(xpath)}/value`, { text: paths.join('\n') })),
    evaluate,
    complaints: async () => [await evaluate('complaints')].flat().map(String),
    close: async () => {
      await call('DELETE', session);
      await driver.stop();
      await screen.stop();
    },
  };
}
