import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ConfigurationError } from '../../infra/configuration-error.ts';

/**
 * The commit of a checkout, with `-dirty` at its end when files differ from it. Undefined outside of a git repository.
 */
export async function versionOf(project: string): Promise<string | undefined> {
  const words = ['describe', '--always', '--abbrev=40', '--exclude=*', '--dirty'];
  try {
    const { stdout } = await promisify(execFile)('git', words, { cwd: project });
    return stdout.trim();
  } catch {
    return undefined;
  }
}

/**
 * Deploys the version at a commit to a stage, at once, from a checkout of its own.
 * @throws ConfigurationError when that fails. The commands print the cause.
 */
export async function deployVersion(project: string, commit: string, stage: string): Promise<void> {
  const checkout = await mkdtemp(join(tmpdir(), 'headshots-former-'));
  await command(project, 'git', 'worktree', 'add', '--quiet', '--detach', checkout, commit);
  try {
    await command(checkout, 'npm', 'ci');
    const options = ['--stage', stage, '--at-once', '--without-preflight'];
    await command(checkout, 'npm', 'run', 'deploy', '--', ...options);
  } finally {
    await command(project, 'git', 'worktree', 'remove', '--force', checkout);
  }
}

async function command(cwd: string, name: string, ...words: string[]): Promise<void> {
  const child = spawn(name, words, { cwd, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new ConfigurationError(`${name} ${words.join(' ')} failed: see above.`);
}
