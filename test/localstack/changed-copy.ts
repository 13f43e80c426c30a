import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigurationError } from '../../infra/configuration-error.ts';
import { PROJECT } from '../../scripts/build/paths.ts';
import type { Deployment, DeploymentOptions } from '../../scripts/localstack/deployment.ts';

/** Directories that a copy makes itself or does not need. Of the build, only sharp for functions is copied. */
const LEFT_OUT = ['node_modules', '.git', '.build', 'cdk.out', '.local', 'demo-output'];
const NATIVE = '.build/native';

/** Another version of the service: a copy of the project with a change. */
export interface ChangedCopy {
  deploy(options: DeploymentOptions): Promise<Deployment>;
  remove(): Promise<void>;
}

export interface Change {
  /** A file of the project. */
  file: string;
  /** Text that the file contains once. */
  text: string;
  replacement: string;
}

/** Copies the project to a new directory, with the project's node_modules, and changes one file of the copy. */
export async function changedCopy({ file, text, replacement }: Change): Promise<ChangedCopy> {
  const parent = await mkdtemp(join(tmpdir(), 'headshots-changed-'));
  const directory = join(parent, 'project');
  await cp(PROJECT, directory, {
    recursive: true,
    filter: (source) => !LEFT_OUT.includes(basename(source)),
  });
  await cp(join(PROJECT, NATIVE), join(directory, NATIVE), { recursive: true });
  await symlink(join(PROJECT, 'node_modules'), join(directory, 'node_modules'));
  const path = join(directory, file);
  const parts = (await readFile(path, 'utf8')).split(text);
  if (parts.length !== 2) {
    throw new ConfigurationError(`${file} has to contain once: ${text}. Adapt the change to the file.`);
  }
  await writeFile(path, parts.join(replacement));
  return {
    deploy: async (options) => {
      const script = pathToFileURL(join(directory, 'scripts/localstack/deployment.ts')).href;
      const { deployTo } = (await import(script)) as typeof import('../../scripts/localstack/deployment.ts');
      return deployTo(options);
    },
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}
