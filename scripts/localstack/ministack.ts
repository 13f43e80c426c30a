import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigurationError } from '../../infra/configuration-error.ts';
import { freePort, startEngine } from '../../local/engines/supervised-process.ts';

/**
 * MiniStack, a LocalStack-compatible emulator that runs without Docker or an account:
 * https://pypi.org/project/ministack
 */
const VERSION = '1.5.33';

export interface EmulatedCloud {
  endpoint: string;
  stop(): Promise<void>;
}

/**
 * Installs MiniStack if necessary, and starts an empty one on 127.0.0.1.
 * @throws ConfigurationError when it cannot be installed.
 */
export async function startMinistack(): Promise<EmulatedCloud> {
  const program = await installMinistack();
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const scratch = await mkdtemp(join(tmpdir(), 'headshots-ministack-'));
  const settings = [
    // MiniStack unpacks the code of functions there and does not remove it.
    `TMPDIR=${scratch}`,
    // The default listens on all network interfaces.
    'BIND_HOST=127.0.0.1',
    `GATEWAY_PORT=${port}`,
    // The functions inherit both variables, and run on the Node version of this process.
    `AWS_ENDPOINT_URL=${endpoint}`,
    `PATH=${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
    'LOG_LEVEL=WARNING',
  ];
  const { stop } = await startEngine(
    'env',
    [...settings, program],
    async () => (await fetch(`${endpoint}/_ministack/ready`)).ok,
  );
  return {
    endpoint,
    stop: async () => {
      await stop();
      await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** @returns The path of the program, which is in the user's cache directory and never in the project. */
async function installMinistack(): Promise<string> {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const directory = join(cache, 'headshots', `ministack-${VERSION}`);
  const program = join(directory, 'bin/ministack');
  if (existsSync(program)) return program;
  console.log(`Installing MiniStack ${VERSION} in ${directory} …`);
  await rm(directory, { recursive: true, force: true });
  await mkdir(dirname(directory), { recursive: true });
  await run('python3', ['-m', 'venv', directory], 'install Python 3 with its module venv');
  try {
    const packages = ['install', '--quiet', '--disable-pip-version-check', `ministack==${VERSION}`];
    await run(
      join(directory, 'bin/python3'),
      ['-m', 'pip', ...packages],
      'check the connection to PyPI, the index of Python packages',
    );
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
  return program;
}

async function run(command: string, args: string[], remedy: string): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await once(child, 'exit').then(
    ([exitCode]) => exitCode as number | null,
    () => undefined,
  );
  if (code === 0) return;
  throw new ConfigurationError(
    `MiniStack could not be installed: ${remedy}. Set AWS_ENDPOINT_URL to use another emulator on this machine, ` +
      'or SKIP_LOCALSTACK=1 to skip this.',
  );
}
