import dns from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer, isIP, type Server } from 'node:net';

/** The TCP handle of Node, which net, tls, http and everything built on them use. */
interface TcpHandle {
  connect(request: object, address: string, port: number): number;
  connect6(request: object, address: string, port: number): number;
  getpeername(out: { address?: string }): number;
}

/** An attempt of this process to open a connection. */
export interface Attempt {
  address: string;
  port: number;
}

export interface InternetOptions {
  /** The port of 127.0.0.1 that stands in for an address; undefined if the address never answers. */
  portOf: (address: string) => number | undefined;
  /** The loopback address and port to which DNS look-ups go. */
  nameServer: string;
}

export interface PretendInternet {
  /** Every attempt of this process to connect, recorded at the last point before the operating system. */
  attempts: readonly Attempt[];
  /**
   * Host names that were looked up by the resolver of the system instead of DNS. It answers each with
   * ENOTFOUND.
   */
  systemLookups: readonly string[];
  restore(): void;
}

/**
 * Simulates the internet on loopback: for every address that this process connects to, a port of 127.0.0.1
 * answers, and the socket reports the requested address.
 */
export async function pretendInternet({ portOf, nameServer }: InternetOptions): Promise<PretendInternet> {
  const handles = await tcpHandlePrototype();
  const { connect, connect6, getpeername } = handles;
  const { resolve4, resolve6 } = Resolver.prototype;
  const { lookup } = dns;
  const attempts: Attempt[] = [];
  const systemLookups: string[] = [];
  const peers = new WeakMap<TcpHandle, string>();

  function divert(this: TcpHandle, request: object, address: string, port: number): number {
    attempts.push({ address, port });
    peers.set(this, address);
    const localPort = portOf(address);
    return localPort === undefined ? 0 : connect.call(this, request, '127.0.0.1', localPort);
  }
  handles.connect = divert;
  handles.connect6 = divert;
  handles.getpeername = function (out) {
    const status = getpeername.call(this, out);
    const address = peers.get(this);
    if (address !== undefined) out.address = address;
    return status;
  };

  const directed = new WeakSet<Resolver>();
  const direct = <Method extends (...input: never[]) => unknown>(method: Method) =>
    function (this: Resolver, ...input: unknown[]) {
      // Node cannot change the servers of a resolver while a query is in progress.
      if (!directed.has(this)) this.setServers([nameServer]);
      directed.add(this);
      return Reflect.apply(method, this, input);
    } as unknown as Method;
  Resolver.prototype.resolve4 = direct(resolve4);
  Resolver.prototype.resolve6 = direct(resolve6);
  dns.lookup = ((hostname: string, ...rest: unknown[]) => {
    // An address is not a look-up: servers pass the address that they listen on.
    if (isIP(hostname) !== 0) return Reflect.apply(lookup, dns, [hostname, ...rest]);
    systemLookups.push(hostname);
    const callback = rest.at(-1) as (error: Error) => void;
    setImmediate(() => callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })));
  }) as typeof lookup;

  return {
    attempts,
    systemLookups,
    restore() {
      Object.assign(handles, { connect, connect6, getpeername });
      Object.assign(Resolver.prototype, { resolve4, resolve6 });
      dns.lookup = lookup;
    },
  };
}

async function tcpHandlePrototype(): Promise<TcpHandle> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { _handle } = server as unknown as { _handle: TcpHandle };
  server.close();
  return Object.getPrototypeOf(_handle);
}

/**
 * A server on a free loopback port. `connections` counts the accepted connections, which `close` destroys.
 */
export interface Site {
  port: number;
  connections(): number;
  close(): void;
}

export async function site(server: Server): Promise<Site> {
  let accepted = 0;
  const open = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => {
    accepted++;
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => accepted,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
