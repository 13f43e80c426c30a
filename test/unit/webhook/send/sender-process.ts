// A process of its own, so that its memory is that of sending and of nothing else: started by the test of hostile
// receivers with `--expose-gc`.
import diagnosticsChannel from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import { systemClock } from '../../../../shared/platform/clock.ts';
import { type SendResult, sendWebhook } from '../../../../shared/webhook/send/http.ts';
import { pretendInternet } from './pretend-internet.ts';

export interface SenderOrder {
  certificate: string;
  nameServer: string;
  /** The port of loopback that plays each address. */
  ports: Record<string, number>;
  /** Where good receivers are: what every process needs once is taken before the measurement. */
  friendly: string;
  hostile: string[];
}

export interface SenderReport {
  attempts: { result: SendResult; milliseconds: number }[];
  /** What was read from each address, TLS included. */
  bytesRead: Record<string, number>;
  /** The most by which resident memory grew at any time. */
  growthBytes: number;
}

const SAMPLE_MILLISECONDS = 10;
const WARM_UP = 100;

async function attempt(url: string): Promise<SenderReport['attempts'][number]> {
  const startedAt = performance.now();
  const result = await sendWebhook({
    url,
    headers: {},
    body: '{"event":"model.created"}',
    policy: { loopbackAllowed: false },
    clock: systemClock,
  });
  return { result, milliseconds: performance.now() - startedAt };
}

function countBytesRead(): Record<string, number> {
  const bytesRead: Record<string, number> = {};
  diagnosticsChannel.subscribe('net.client.socket', (message) => {
    const { socket } = message as { socket: Socket };
    socket.once('connect', () => {
      const address = socket.remoteAddress ?? '';
      socket.once('close', () => {
        bytesRead[address] = (bytesRead[address] ?? 0) + socket.bytesRead;
      });
    });
  });
  return bytesRead;
}

/** Twice and with a pause: the memory of buffers goes back to the system in the background. */
async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 2; round++) {
    globalThis.gc?.();
    await setTimeout(10 * SAMPLE_MILLISECONDS);
  }
}

async function run(order: SenderOrder): Promise<SenderReport> {
  setDefaultCACertificates([order.certificate]);
  await pretendInternet({ portOf: (address) => order.ports[address], nameServer: order.nameServer });
  for (let round = 0; round < WARM_UP; round += 10) {
    await Promise.all(Array.from({ length: 10 }, () => attempt(order.friendly)));
  }
  const bytesRead = countBytesRead();
  await collectGarbage();
  const before = process.memoryUsage.rss();
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), SAMPLE_MILLISECONDS);
  const attempts = await Promise.all(order.hostile.map(attempt));
  most = Math.max(most, process.memoryUsage.rss());
  clearInterval(sampling);
  // Sockets close a little after the attempt that they belonged to.
  await setTimeout(SAMPLE_MILLISECONDS);
  return { attempts, bytesRead, growthBytes: most - before };
}

process.once('message', async (order: SenderOrder) => {
  process.send?.(await run(order), () => process.disconnect());
});
