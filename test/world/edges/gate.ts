import type { SendInput } from '../../../shared/webhook/send/http.ts';
import type { FickleAccount } from '../fickle-account.ts';
import type { FickleProvider } from '../fickle-provider.ts';

/** An answer of a receiver, or the way in which an attempt broke off. */
export type Reception = { status: number } | { failure: 'timeout' | 'connect' | 'connection-lost' };

/** What the modules of a process reach of the world. */
export interface Gate {
  readonly provider: FickleProvider;
  readonly account: FickleAccount;
  /** Does a call of something outside AWS in the name of the current invocation, which may die around it. */
  call<Result>(what: string, work: () => Promise<Result>): Promise<Result>;
  receive(input: SendInput): Promise<Reception>;
}

/** The world sets it for each of its processes. Nothing else imports this module. */
export const gate: Gate = outside();

function outside(): never {
  throw new Error('The gate is a part of the world: see test/world/service.ts.');
}
