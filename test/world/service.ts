import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { build, type Plugin } from 'esbuild';

/** A handler of `functions/`, as Lambda calls it. */
export type Handler = (event: unknown, context: unknown) => Promise<unknown>;

/** A process of the service: its modules, which keep what they cache, and the handlers by their names. */
export type Process = (operation: string) => Handler;

/** What the modules of a process get from the world instead of Node, the SDK and the modules at its edges. */
export interface Surroundings {
  readonly modules: Readonly<Record<string, object>>;
  readonly globals: {
    readonly Date: DateConstructor;
    readonly setTimeout: (work: () => void, milliseconds?: number) => unknown;
    readonly clearTimeout: (timer: unknown) => void;
    readonly process: object;
  };
}

const GLOBALS = ['Date', 'setTimeout', 'clearTimeout', 'process'] as const;
const ROOT = join(import.meta.dirname, '../..');

/** The modules that real time, other machines or the decoding of images are behind, and those that take their places. */
const EDGES = new Map(
  [
    ['shared/deployed/providers.ts', 'providers.ts'],
    ['shared/images/decode.ts', 'decode.ts'],
    ['shared/images/faces.ts', 'faces.ts'],
    ['shared/images/judge-upload.ts', 'judge-upload.ts'],
    ['shared/images/photo-fingerprint.ts', 'photo-fingerprint.ts'],
    ['shared/providers/hosted/photo.ts', 'photo.ts'],
    ['shared/providers/hosted/training-images.ts', 'training-images.ts'],
    ['shared/webhook/send/http.ts', 'http.ts'],
  ].map(([file = '', edge = '']) => [join(ROOT, file), join(import.meta.dirname, 'edges', edge)]),
);
/** Loaded once, since these modules only describe: schemas, names and limits. */
const CONTRACT = join(ROOT, 'shared/contract');
const GATE = join(import.meta.dirname, 'edges/gate.ts');
/** Functions that need more than the world has: pages, IAM, and the public API over HTTP. */
const LEFT_OUT = /^functions\/(web\/|schedule\/(rotate-link-key|check-main-job))/;

/** The code of the service, ready to be started in any number of processes. */
export class Service {
  readonly operations: readonly string[];
  readonly #start: (...given: unknown[]) => void;
  readonly #packages: ReadonlyMap<string, unknown>;

  private constructor(operations: readonly string[], code: string, packages: ReadonlyMap<string, unknown>) {
    const source = `(function (module, require, ${GLOBALS.join()}) {${code}\n})`;
    this.operations = operations;
    this.#start = new Script(source, { filename: 'service.js' }).runInThisContext();
    this.#packages = packages;
  }

  static async load(): Promise<Service> {
    const files = globSync('functions/**/*.ts', { cwd: ROOT })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !LEFT_OUT.test(file))
      .sort();
    const operations = files.map((file) => file.slice('functions/'.length, -'.ts'.length));
    const handlers = files.map(
      (file, place) => `${JSON.stringify(operations[place])}: () => require('./${file}')`,
    );
    const { outputFiles, metafile } = await build({
      stdin: { contents: `module.exports = { ${handlers.join()} }`, resolveDir: ROOT },
      bundle: true,
      write: false,
      metafile: true,
      format: 'cjs',
      platform: 'node',
      packages: 'external',
      // Modules that find files beside themselves are never loaded here.
      logOverride: { 'empty-import-meta': 'silent' },
      target: 'node24',
      sourcemap: 'inline',
      sourcesContent: false,
      plugins: [edges],
    });
    const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
    const names = new Set(imports.filter(({ external }) => external).map(({ path }) => path));
    const packages = new Map<string, unknown>();
    for (const name of names) if (name !== 'gate') packages.set(name, await loaded(name));
    return new Service(operations, outputFiles[0]?.text ?? '', packages);
  }

  /** Starts a process, whose modules are loaded when a handler first needs them. */
  start({ modules, globals }: Surroundings): Process {
    const module: { exports: Record<string, () => { handler: Handler }> } = { exports: {} };
    const joined = new Map<string, unknown>();
    const require = (name: string) => {
      const [real, replaced] = [this.#packages.get(name), modules[name]];
      if (replaced === undefined || real === undefined) return replaced ?? real;
      if (!joined.has(name)) joined.set(name, { ...real, ...replaced });
      return joined.get(name);
    };
    this.#start(module, require, ...GLOBALS.map((name) => globals[name]));
    return (operation) => {
      const load = module.exports[operation];
      if (!load) throw new Error(`The world has no function ${operation}.`);
      return load().handler;
    };
  }
}

/**
 * Puts the world's modules in the places of those at the edges, and leaves the gate to the world. Middy waits for the
 * deadline of an invocation, so it belongs to the process, with the world's timers.
 */
const edges: Plugin = {
  name: 'edges',
  setup(bundle) {
    bundle.onResolve({ filter: /^@middy\// }, ({ path }) => ({
      path: fileURLToPath(import.meta.resolve(path)),
    }));
    bundle.onResolve({ filter: /\.ts$/ }, ({ path, resolveDir }) => {
      const file = join(resolveDir, path);
      if (file === GATE) return { path: 'gate', external: true };
      if (file.startsWith(CONTRACT)) return { path: file, external: true };
      const edge = EDGES.get(file);
      return edge === undefined ? undefined : { path: edge };
    });
  },
};

/** A package as esbuild's code for CommonJS expects it. */
async function loaded(name: string): Promise<unknown> {
  const required: unknown = await import(import.meta.resolve(name));
  const module = required as { default?: unknown };
  return typeof module.default === 'function' ? module.default : createRequire(import.meta.url)(name);
}
