import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { DESTINATION, TRAINER } from '../../../local/providers/replicate.ts';
import type { ProviderOptions } from '../../../shared/contract/provider-options.ts';
import type { HostedProviderName } from '../../../shared/contract/providers.ts';

/** The ports on which tests start stand-ins of hosted providers, each in the one file that needs it. */
export type StandInPorts = Record<HostedProviderName, number>;

export async function freeStandInPorts(): Promise<StandInPorts> {
  return { astria: await freePort(), replicate: await freePort(), http: await freePort() };
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

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
