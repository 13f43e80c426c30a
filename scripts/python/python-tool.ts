import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigurationError } from '../../infra/configuration-error.ts';

export interface PythonTool {
  /** The name of the package on PyPI, which is also the name of its program. */
  name: string;
  version: string;
  /** The remedy in the message when the tool cannot be installed. */
  alternative: string;
}

/**
 * Installs a tool of PyPI if necessary, with its own Python environment.
 * @returns The path of the program, which is in the user's cache directory and never in the project.
 * @throws ConfigurationError when it cannot be installed.
 */
export async function installPythonTool(tool: PythonTool): Promise<string> {
  const { name, version } = tool;
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const directory = join(cache, 'headshots', `${name}-${version}`);
  const program = join(directory, 'bin', name);
  if (existsSync(program)) return program;
  console.log(`Installing ${name} ${version} in ${directory} …`);
  await rm(directory, { recursive: true, force: true });
  await mkdir(dirname(directory), { recursive: true });
  await run(tool, 'python3', ['-m', 'venv', directory], 'install Python 3 with its module venv');
  try {
    const packages = ['install', '--quiet', '--disable-pip-version-check', `${name}==${version}`];
    await run(
      tool,
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

async function run(tool: PythonTool, command: string, args: string[], remedy: string): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await once(child, 'exit').then(
    ([exitCode]) => exitCode as number | null,
    () => undefined,
  );
  if (code === 0) return;
  throw new ConfigurationError(`${tool.name} could not be installed: ${remedy}. ${tool.alternative}`);
}
