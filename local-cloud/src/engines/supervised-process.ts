import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs the command and ends it as soon as standard input closes. The kernel closes that pipe however the
 * parent dies, even by SIGKILL, so no engine outlives the program that started it.
 */
const SHELL_WATCHDOG = `
exec 3<&0
"$0" "$@" </dev/null &
engine=$!
(cat <&3 >/dev/null; kill -9 "$engine" 2>/dev/null) >/dev/null 2>&1 &
exec 3<&-
wait "$engine"
`;

export interface EngineProcess {
  /** Resolves when the process has ended. */
  stop(): Promise<void>;
}

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string')
    throw new Error('The operating system gave no free port.');
  return address.port;
}

/**
 * Starts an engine and waits until it answers.
 * @param ready called repeatedly until it resolves to true
 * @throws with the engine's output when it ends before that, or does not answer within 60 s
 */
export async function startEngine(
  command: string,
  parameters: readonly string[],
  ready: () => Promise<boolean>,
): Promise<EngineProcess> {
  const child = spawnWatched(command, parameters);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000);
    });
  }
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = error.message;
  });
  const exited = new Promise<void>((resolve) => {
    child.once('close', (code) => {
      failure ??= `it ended with code ${code}`;
      resolve();
    });
  });
  const stop = async () => {
    child.stdin?.end();
    if (process.platform === 'win32') child.kill();
    await exited;
  };
  const deadline = performance.now() + 60_000;
  while (failure === undefined) {
    if (await ready().catch(() => false)) return { stop };
    if (performance.now() > deadline) {
      await stop();
      failure = 'it did not answer within 60 s';
    } else {
      await sleep(10);
    }
  }
  throw new Error(`${command} did not start: ${failure}.\n${said}`);
}

function spawnWatched(command: string, parameters: readonly string[]): ChildProcess {
  if (process.platform === 'win32') return spawn(command, parameters, { stdio: 'pipe' });
  // In a session of its own, so that Ctrl-C reaches the parent only and it can end things in order.
  return spawn('/bin/sh', ['-c', SHELL_WATCHDOG, command, ...parameters], { stdio: 'pipe', detached: true });
}
