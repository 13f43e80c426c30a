import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Serves a partner's page that frames these addresses, until the end of the test.
 * @returns the page's address. Its host, localhost, is another site than the service's, 127.0.0.1.
 */
export async function servePartnerPage(...framed: string[]): Promise<string> {
  const frames = framed.map((address, index) => {
    const source = address.replaceAll('&', '&amp;');
    return `<iframe name="frame-${index}" src="${source}" width="380" height="800"></iframe>`;
  });
  const head = '<title>Partner</title><link rel="icon" href="data:,">';
  return serveHtml(`<!doctype html><html lang="en">${head}${frames.join('')}`);
}

/**
 * Serves a partner's page, until the end of the test.
 * @returns its address, see {@link servePartnerPage}.
 */
export async function serveHtml(html: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}
