import * as z from 'zod';

const lockedPackage = z.looseObject({
  version: z.string(),
  integrity: z.string().startsWith('sha512-'),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
type LockedPackage = z.infer<typeof lockedPackage>;

const MODULES = 'node_modules/';

const lockfile = z.object({ lockfileVersion: z.number(), packages: z.record(z.string(), z.unknown()) });

/** A manifest and its lockfile, for an installation by `npm ci`. */
export interface Lock {
  manifest: object;
  lockfile: object;
}

/**
 * The part of a lockfile that one package needs, for every platform. `npm ci` refuses a package whose content
 * does not match the integrity in it.
 * @param text the content of package-lock.json
 * @throws when the lockfile lacks one of the packages, or the integrity of one.
 */
export function lockOf(text: string, root: string): Lock {
  const { lockfileVersion, packages } = lockfile.parse(JSON.parse(text));
  const found = new Map<string, LockedPackage>();
  const waiting = [`${MODULES}${root}`];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    const { data } = lockedPackage.safeParse(packages[path]);
    if (!data) throw new Error(`package-lock.json has no integrity of ${path}: run npm install.`);
    found.set(path, data);
    for (const name of Object.keys({ ...data.dependencies, ...data.optionalDependencies })) {
      // A package may have its own version of a dependency.
      const own = `${path}/${MODULES}${name}`;
      waiting.push(own in packages ? own : `${MODULES}${name}`);
    }
  }
  const manifest = {
    name: 'native',
    version: '0.0.0',
    private: true,
    dependencies: { [root]: found.get(`${MODULES}${root}`)?.version },
  };
  return {
    manifest,
    lockfile: {
      name: manifest.name,
      version: manifest.version,
      lockfileVersion,
      requires: true,
      packages: { '': manifest, ...Object.fromEntries(found) },
    },
  };
}
