import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpsServer } from 'node:https';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selfSignedCertificate } from './certificate.ts';
import { type MisbehavingReceiver, misbehavingReceivers } from './misbehaving-receivers.ts';
import { type NameServer, startNameServer } from './name-server.ts';
import { type Site, site } from './pretend-internet.ts';
import type { SenderOrder, SenderReport } from './sender-process.ts';

const DOMAIN = 'hooks.example.com';
const FRIENDLY = 'friendly';
const LONGEST_MILLISECONDS = 11_000;
const MOST_BYTES_OF_MEMORY = 10 * 2 ** 20;
// 128 KB, plus what one more read can bring and what TLS adds.
const MOST_BYTES_READ = 256 * 1024;

const certificate = selfSignedCertificate(`*.${DOMAIN}`);
const receivers = misbehavingReceivers(certificate);
const labelOf = (receiver: MisbehavingReceiver) => receiver.name.replaceAll(' ', '-').toLowerCase();
const addressOf = (index: number) => `8.8.1.${index + 1}`;

const sites: Site[] = [];
let nameServer: NameServer;
let report: SenderReport;

beforeAll(async () => {
  const dns = new Map([
    [FRIENDLY, { A: ['8.8.0.1'] }],
    ...receivers.map(
      (receiver, index) => [labelOf(receiver), receiver.dns ?? { A: [addressOf(index)] }] as const,
    ),
  ]);
  nameServer = await startNameServer((name) => dns.get(name.slice(0, -1 - DOMAIN.length)));
  const friendly = await site(createHttpsServer(certificate, (_request, response) => response.end('ok')));
  const ports: Record<string, number> = { '8.8.0.1': friendly.port };
  sites.push(friendly);
  for (const [index, { server }] of receivers.entries()) {
    if (server === undefined) continue;
    const started = await site(server);
    sites.push(started);
    ports[addressOf(index)] = started.port;
  }
  report = await sendFromAnotherProcess({
    certificate: certificate.cert,
    nameServer: nameServer.address,
    ports,
    friendly: `https://${FRIENDLY}.${DOMAIN}/`,
    misbehaving: receivers.map((receiver) => `https://${labelOf(receiver)}.${DOMAIN}/`),
  });
});

afterAll(() => {
  for (const server of [nameServer, ...sites]) server.close();
});

describe('misbehaving receivers', () => {
  it.each(receivers.map((receiver, index) => ({ ...receiver, index })))(
    'an attempt at a receiver that $name ends in time and reads little',
    ({ index, error, status }) => {
      const attempt = report.attempts[index];
      expect(attempt?.result).toMatchObject({ outcome: 'failed', error });
      expect(attempt?.result.status).toBe(status);
      expect(attempt?.milliseconds).toBeLessThan(LONGEST_MILLISECONDS);
      expect(report.bytesRead[addressOf(index)] ?? 0).toBeLessThan(MOST_BYTES_READ);
    },
  );
});

describe('misbehaving receivers, all at once', () => {
  it('the bytes that misbehaving receivers send are counted', () => {
    expect(report.bytesRead[addressOf(0)]).toBeGreaterThan(64 * 1024);
  });

  it('concurrent attempts at all misbehaving receivers need less than 10 MB of memory', () => {
    expect(report.growthBytes).toBeLessThan(MOST_BYTES_OF_MEMORY);
  });
});

async function sendFromAnotherProcess(order: SenderOrder): Promise<SenderReport> {
  const file = fileURLToPath(new URL('sender-process.ts', import.meta.url));
  const sender = fork(file, { execArgv: ['--expose-gc'] });
  sender.send(order);
  const ended = once(sender, 'exit').then(([code]) => {
    throw new Error(`The process sender-process.ts ended with code ${code} before it sent a report.`);
  });
  const [report] = await Promise.race([once(sender, 'message'), ended]);
  return report;
}
