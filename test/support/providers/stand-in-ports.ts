import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { DESTINATION, TRAINER } from '../../../local/providers/replicate.ts';
import type { ProviderOptions } from '../../../shared/contract/provider-options.ts';
import type { HostedProviderName } from '../../../shared/contract/providers.ts';

/** The ports on which tests start stand-ins of hosted providers. */
export type StandInPorts = Record<HostedProviderName, number>;

export async function freeStandInPorts(): Promise<StandInPorts> {
  return {
    astria: await freePort(),
    replicate: await freePort(),
    http: await freePort(),
    sagemaker: await freePort(),
  };
}

/** The settings of a stage whose providers are the stand-ins. */
export function optionsOf({ astria, replicate, http, sagemaker }: StandInPorts): ProviderOptions {
  return {
    astria: { url: origin(astria) },
    replicate: { url: `${origin(replicate)}/v1`, trainer: TRAINER, destination: DESTINATION },
    http: { url: origin(http) },
    sagemaker: { url: origin(sagemaker), imageTag: 'stand-in' },
  };
}

function origin(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/**
 * A port that was free a moment ago. No operating system gives one of this range to a server that asks for any port, so
 * that no other test takes it in between.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if (!isTaken(error)) throw error;
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
