import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { SendError } from '../../../../shared/webhook/send/http.ts';
import type { Records } from './name-server.ts';

export interface MisbehavingReceiver {
  name: string;
  /** The answer of DNS for it. Without one, its name resolves to an address where `server` listens. */
  dns?: Records | 'silence';
  /** Without a server, nothing answers at its address. */
  server?: Server;
  error: SendError;
  status?: number;
}

const GIGABYTE = 2 ** 30;
const MEGABYTE = Buffer.alloc(2 ** 20, 'x');
const SECOND = 1000;
const TLS_HANDSHAKE_RECORD = Buffer.from([0x16, 0x03, 0x03, 0x40, 0x00, 0x02, 0x00, 0x3f, 0xfc]);

/** Writes as fast as the other side reads. */
function flood(socket: Socket, unit: string | Buffer): void {
  const pump = () => {
    while (!socket.destroyed && socket.write(unit));
  };
  socket.on('drain', pump);
  pump();
}

/** Writes one byte a second. */
function drip(socket: Socket, byte: string): void {
  const timer = setInterval(() => socket.write(byte), SECOND);
  socket.on('close', () => clearInterval(timer));
}

/**
 * Receivers that try to use up the time and memory of the sender. @param certificate trusted for all of them
 */
export function misbehavingReceivers(certificate: { key: string; cert: string }): MisbehavingReceiver[] {
  const overTls = (attack: (socket: Socket) => void) =>
    createTlsServer(certificate, (socket) => socket.once('data', () => attack(socket)));
  const answering = (start: string, rest: (socket: Socket) => void) =>
    overTls((socket) => {
      socket.write(start);
      rest(socket);
    });
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

  return [
    {
      name: 'answers a gigabyte',
      server: createHttpsServer(certificate, (_request, response) => {
        response.writeHead(200, { 'Content-Length': GIGABYTE });
        let left = GIGABYTE;
        const pump = () => {
          while (left > 0 && !response.destroyed) {
            left -= MEGABYTE.length;
            if (!response.write(MEGABYTE)) return;
          }
          response.end();
        };
        response.on('drain', pump);
        pump();
      }),
      error: 'response-too-large',
      status: 200,
    },
    {
      name: 'answers chunks without end',
      server: answering(chunked, (socket) => flood(socket, `4000\r\n${'x'.repeat(0x4000)}\r\n`)),
      error: 'response-too-large',
      status: 200,
    },
    {
      name: 'sends headers without end',
      server: answering('HTTP/1.1 200 OK\r\n', (socket) =>
        flood(socket, `X-Filler: ${'x'.repeat(4096)}\r\n`),
      ),
      error: 'response-too-large',
    },
    {
      name: 'pads a header without end',
      server: answering('HTTP/1.1 200 OK\r\nX-Filler:', (socket) => flood(socket, ' '.repeat(16_384))),
      error: 'response-too-large',
    },
    {
      name: 'sends interim responses without end',
      server: overTls((socket) =>
        flood(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(100)),
      ),
      error: 'response-too-large',
    },
    {
      name: 'sends blank lines without end',
      server: overTls((socket) => flood(socket, '\r\n'.repeat(8192))),
      error: 'response-too-large',
    },
    {
      name: 'extends its chunks without end',
      server: answering(chunked, (socket) => flood(socket, `1;${'x'.repeat(15_000)}\r\nx\r\n`)),
      error: 'response-too-large',
      status: 200,
    },
    {
      name: 'pads the length of a chunk without end',
      server: answering(chunked, (socket) => flood(socket, '0'.repeat(16_384))),
      error: 'response-too-large',
      status: 200,
    },
    {
      name: 'answers a byte a second',
      server: answering('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n', (socket) => drip(socket, '.')),
      error: 'timeout',
      status: 200,
    },
    {
      name: 'sends its headers a byte a second',
      server: answering('HTTP/1.1 200 OK\r\nX-Slow: ', (socket) => drip(socket, '.')),
      error: 'timeout',
    },
    { name: 'never answers', server: overTls(() => {}), error: 'timeout' },
    {
      name: 'does its TLS handshake a byte a second',
      server: createTcpServer((socket) => {
        socket.write(TLS_HANDSHAKE_RECORD);
        drip(socket, '.');
      }),
      error: 'timeout',
    },
    { name: 'never does its TLS handshake', server: createTcpServer(() => {}), error: 'timeout' },
    { name: 'never accepts the connection', error: 'timeout' },
    {
      name: 'never accepts the connection at any of its addresses',
      dns: { A: ['9.0.0.1', '9.0.0.2', '9.0.0.3', '9.0.0.4', '9.0.0.5', '9.0.0.6'] },
      error: 'timeout',
    },
    { name: 'has a name server that never answers', dns: 'silence', error: 'dns' },
  ];
}
