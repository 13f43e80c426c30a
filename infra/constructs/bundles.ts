import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Capacity } from '../../shared/contract/endpoint.ts';
import { ConfigurationError } from '../configuration-error.ts';

/** The stage that the embedded cloud runs, on a developer's machine and never on AWS. */
export const LOCAL_STAGE = 'local';
/** The stage for an emulator of AWS: deployed as AWS would be, and to nothing but this machine. */
export const LOCALSTACK_STAGE = 'localstack';

/** Whether the stage's functions run on a developer's machine, with receivers of webhooks beside them. */
export function isOnThisMachine(stage: string): boolean {
  return stage === LOCAL_STAGE || stage === LOCALSTACK_STAGE;
}

/** Finds the directory that becomes a function's code. */
export interface Bundles {
  directoryOf(operation: string, capacity: Capacity | undefined): string;
}

const BUILD_DIRECTORY = join(import.meta.dirname, '../../.build');

/** The bundles that `npm run build` leaves in .build/. */
export class ServiceBundles implements Bundles {
  readonly #stage: string;
  readonly #root: string;
  readonly #drawing: readonly string[];

  constructor(stage: string, root: string = BUILD_DIRECTORY) {
    this.#stage = stage;
    this.#root = root;
    this.#drawing = drawingOperations(join(root, 'functions/drawing.json'));
  }

  /**
   * Functions that draw need sharp's native library beside them: the embedded cloud finds the project's own; to
   * be deployed, the build packs a copy made for the system that the stage's functions run on.
   * @throws a sentence with the command to run when there is no such bundle.
   */
  directoryOf(operation: string, capacity: Capacity | undefined): string {
    const bundle = join(this.#root, 'functions', operation);
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
          : `The contract ${operation} has images in its capacity, but its function does not import sharp.`,
      );
    }
    if (!draws || this.#stage === LOCAL_STAGE) return bundle;
    const packed = join(this.#root, 'packed', packedFor(this.#stage), operation);
    if (isBundle(packed)) return packed;
    throw new ConfigurationError(
      `The function ${operation} draws images, but has not been packed with sharp for that stage. ` +
        `Run: npm run build -- --stage ${this.#stage}`,
    );
  }
}

/** Whose system a stage's functions run on: lest AWS be given the library of a laptop. */
export function packedFor(stage: string): 'lambda' | 'laptop' {
  return isOnThisMachine(stage) ? 'laptop' : 'lambda';
}

function isBundle(directory: string): boolean {
  return existsSync(join(directory, 'index.mjs'));
}

/** The operations whose bundles import sharp, as the build noted them. */
function drawingOperations(file: string): string[] {
  if (!existsSync(file))
    throw new ConfigurationError('The functions have not been bundled. Run: npm run build');
  return z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));
}
