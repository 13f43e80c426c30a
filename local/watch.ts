import { watch } from 'node:fs';
import { join } from 'node:path';
import type { LocalCloud } from '@headshots/local-cloud';
import { rebundle } from '../scripts/build/build.ts';
import { PROJECT } from '../scripts/build/paths.ts';

/** Directories with sources of the functions' bundles. */
const SOURCES = ['functions', 'shared', 'web'];
/** Hidden files and back-ups of editors. */
const IGNORED = /(^|[\\/])\.|~$/;
/** An editor that saves several files at once causes one build. */
const SETTLE_MS = 100;

/** Rebuilds the functions when a source below `project` changes, and restarts them from the new bundles. */
export function reloadOnChange(
  cloud: Pick<LocalCloud, 'reloadFunctions'>,
  { project = PROJECT, build = rebundle } = {},
): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let building = Promise.resolve();
  const rebuild = async () => {
    const started = performance.now();
    try {
      await build();
      cloud.reloadFunctions();
      console.log(`Functions reloaded in ${Math.round(performance.now() - started)} ms.`);
    } catch (error) {
      // esbuild has printed the error; the functions keep their old bundles.
      console.error(`Not reloaded: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    }
  };
  const onChange = (directory: string) => (_event: string, file: string | null) => {
    if (file === null || IGNORED.test(file)) return;
    if (join(directory, file).startsWith(join('shared', 'contract'))) {
      console.log('A contract has changed: restart to apply its routes and permissions.');
    }
    clearTimeout(timer);
    timer = setTimeout(() => {
      building = building.then(rebuild);
    }, SETTLE_MS);
  };
  const watchers = SOURCES.map((directory) =>
    watch(join(project, directory), { recursive: true }, onChange(directory)),
  );
  return {
    stop: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
