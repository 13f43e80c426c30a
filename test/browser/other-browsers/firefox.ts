import puppeteer from 'puppeteer-core';
import { type BrowserPage, requireProgram, WAIT_MILLISECONDS, WINDOW } from './page.ts';

/** Starts Debian's Firefox with an empty profile. Puppeteer speaks WebDriver BiDi with it. */
export async function openFirefox(directory: string): Promise<BrowserPage> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: requireProgram('firefox-esr', '/usr/bin/firefox-esr', '/usr/bin/firefox'),
    headless: true,
    defaultViewport: WINDOW,
    timeout: WAIT_MILLISECONDS,
    extraPrefsFirefox: { 'browser.download.folderList': 2, 'browser.download.dir': directory },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(WAIT_MILLISECONDS);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const located = (xpath: string) => page.locator(`::-p-xpath(${xpath})`);
  return {
    goto: async (address) => {
      await page.goto(address);
    },
    see: async (xpath) => {
      await located(xpath).setVisibility('visible').wait();
    },
    click: (xpath) => located(xpath).click(),
    type: (xpath, text) => located(xpath).fill(text),
    choose: async (xpath, paths) => {
      const input = await page.waitForSelector(`::-p-xpath(${xpath})`);
      await input?.toElement('input').then((element) => element.uploadFile(...paths));
    },
    evaluate: (expression) => page.evaluate(expression),
    complaints: async () => complaints,
    close: () => browser.close(),
  };
}
