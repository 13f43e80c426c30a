import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { DESTINATION, TRAINER } from '../../../local/providers/replicate.ts';
import type { ProviderOptions } from '../../../shared/contract/provider-options.ts';

/** The ports on which tests start stand-ins of hosted providers, each in the one file that needs it. */
export interface StandInPorts {
  astria: number;
  replicate: number;
  http: number;
}

export async function freeStandInPorts(): Promise<StandInPorts> {
  const [astria, replicate, http] = await Promise.all([freePort(), freePort(), freePort()]);
  return { astria, replicate, http };
}

/** The settings of a stage whose providers are the stand-ins. */
export function optionsOf({ astria, replicate, http }: StandInPorts): ProviderOptions {
  return {
    astria: { url: `http://127.0.0.1:${astria}` },
    replicate: { url: `http://127.0.0.1:${replicate}/v1`, trainer: TRAINER, destination: DESTINATION },
    http: { url: `http://127.0.0.1:${http}` },
  };
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
