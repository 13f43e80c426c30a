import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Capacity } from '../../shared/contract/endpoint.ts';
import { ConfigurationError } from '../configuration-error.ts';

/** The stage that the local cloud runs on a developer's machine. It is never deployed to AWS. */
export const LOCAL_STAGE = 'local';
/** The stage for an emulator of AWS. It is deployed like a stage on AWS, but to this machine only. */
export const LOCALSTACK_STAGE = 'localstack';

/** True for stages whose functions and webhook receivers share a developer's machine. */
export function isOnThisMachine(stage: string): boolean {
  return stage === LOCAL_STAGE || stage === LOCALSTACK_STAGE;
}

/** Finds the directory of a function's code asset. */
export interface Bundles {
  directoryOf(operation: string, capacity: Capacity | undefined): string;
}

const BUILD_DIRECTORY = join(import.meta.dirname, '../../.build');

/** The bundles that `npm run build` writes to .build/. */
export class ServiceBundles implements Bundles {
  readonly #stage: string;
  readonly #root: string;
  readonly #bundles: string;
  readonly #drawing: readonly string[];

  constructor(stage: string, root: string = BUILD_DIRECTORY) {
    this.#stage = stage;
    this.#root = root;
    this.#bundles = join(root, stage === LOCAL_STAGE ? 'local' : 'functions');
    this.#drawing = drawingOperations(join(this.#bundles, 'drawing.json'));
  }

  /**
   * The directory of an operation's bundle. A function that draws images needs sharp's native library: the
   * local cloud uses the project's own copy, and the build packs one for the platform of every other stage.
   * @throws ConfigurationError with the command to run when there is no bundle.
   */
  directoryOf(operation: string, capacity: Capacity | undefined): string {
    const bundle = join(this.#bundles, operation);
    if (!isBundle(bundle)) {
      throw new ConfigurationError(
        `The contract ${operation} has no bundle: write functions/${operation}.ts, then run npm run build.`,
      );
    }
    const draws = this.#drawing.includes(operation);
    if (draws !== (capacity?.images ?? false)) {
      throw new ConfigurationError(
        draws
          ? `functions/${operation}.ts imports sharp, but its contract does not say so: add images to its capacity.`
          : `The contract ${operation} has images in its capacity, but its function does not import sharp: remove images.`,
      );
    }
    if (!draws || this.#stage === LOCAL_STAGE) return bundle;
    const packed = join(this.#root, 'packed', packedFor(this.#stage), operation);
    if (isBundle(packed)) return packed;
    throw new ConfigurationError(
      `The function ${operation} draws images, but is not packed with sharp for the stage ${this.#stage}. ` +
        `Run: npm run build -- --stage ${this.#stage}`,
    );
  }
}

/** The platform whose build of sharp a stage's functions need. */
export function packedFor(stage: string): 'lambda' | 'laptop' {
  return isOnThisMachine(stage) ? 'laptop' : 'lambda';
}

function isBundle(directory: string): boolean {
  return existsSync(join(directory, 'index.mjs'));
}

/** The operations whose bundles import sharp. The build writes the list. */
function drawingOperations(file: string): string[] {
  if (!existsSync(file))
    throw new ConfigurationError('The functions have not been bundled. Run: npm run build');
  return z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));
}
