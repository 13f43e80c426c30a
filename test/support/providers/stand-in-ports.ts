import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { DESTINATION, TRAINER } from '../../../local/providers/replicate.ts';
import type { ProviderOptions } from '../../../shared/contract/provider-options.ts';
import type { HostedProviderName } from '../../../shared/contract/providers.ts';

/** Milliseconds. */
const TURN_PAUSE = 500;

/** The ports on which tests start stand-ins of hosted providers. */
export interface StandInPorts extends Record<HostedProviderName, number> {
  /** The file that holds this port has its turn: they share the port of `http`, and the secret with the keys of all. */
  hostedTurn: number;
}

export async function freeStandInPorts(): Promise<StandInPorts> {
  return {
    astria: await freePort(),
    replicate: await freePort(),
    http: await freePort(),
    hostedTurn: await freePort(),
  };
}

/** The settings of a stage whose providers are the stand-ins. */
export function optionsOf({ astria, replicate, http }: StandInPorts): ProviderOptions {
  return {
    astria: { url: origin(astria) },
    replicate: { url: `${origin(replicate)}/v1`, trainer: TRAINER, destination: DESTINATION },
    http: { url: origin(http) },
  };
}

function origin(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/**
 * Files that start something on the same port take turns.
 * @returns a function that ends the turn
 */
export async function turnAt(port: number): Promise<() => Promise<void>> {
  for (;;) {
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
      return async () => {
        server.close();
        await once(server, 'close');
      };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
      await setTimeout(TURN_PAUSE);
    }
  }
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
