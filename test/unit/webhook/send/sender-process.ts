// Sends webhooks in a process of its own, so that nothing else uses its memory. The test of misbehaving
// receivers starts it with `--expose-gc`.
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
  /** The loopback port that stands in for each address. */
  ports: Record<string, number>;
  /**
   * The URL of a well-behaved receiver, for a warm-up: memory that every process needs once is not measured.
   */
  friendly: string;
  misbehaving: string[];
}

export interface SenderReport {
  attempts: { result: SendResult; milliseconds: number }[];
  /** The bytes that were read from each address, TLS included. */
  bytesRead: Record<string, number>;
  /** The largest growth of the resident memory during the attempts. */
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

/**
 * Collects garbage twice with a pause, because the memory of buffers returns to the system in the background.
 */
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
  const attempts = await Promise.all(order.misbehaving.map(attempt));
  most = Math.max(most, process.memoryUsage.rss());
  clearInterval(sampling);
  // Sockets close a little after their attempt.
  await setTimeout(SAMPLE_MILLISECONDS);
  return { attempts, bytesRead, growthBytes: most - before };
}

process.once('message', async (order: SenderOrder) => {
  process.send?.(await run(order), () => process.disconnect());
});
