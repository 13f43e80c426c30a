import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Capacity } from '../../shared/contract/endpoint.ts';

/** The stage that runs on a developer's machine and never on AWS. */
export const LOCAL_STAGE = 'local';

/** Finds the directory that becomes a function's code. */
export interface Bundles {
  directoryOf(operation: string, capacity: Capacity | undefined): string;
}

const BUILD_DIRECTORY = join(import.meta.dirname, '../../.build');

/** The bundles that `npm run build` leaves in .build/. */
export class ServiceBundles implements Bundles {
  readonly #stage: string;
  readonly #root: string;

  constructor(stage: string, root: string = BUILD_DIRECTORY) {
    this.#stage = stage;
    this.#root = root;
  }

  /**
   * Functions that draw need sharp's native library beside them: on a laptop the project's own node_modules
   * has it, for AWS the build packs a copy made for Lambda's system.
   * @throws a sentence with the command to run when there is no such bundle.
   */
  directoryOf(operation: string, capacity: Capacity | undefined): string {
    const packed = this.#stage !== LOCAL_STAGE && capacity?.pictures === true;
    const directory = join(this.#root, packed ? 'packed' : 'functions', operation);
    if (existsSync(join(directory, 'index.mjs'))) return directory;
    if (packed) {
      throw new Error(
        `The function ${operation} draws pictures, but has not been packed with sharp for AWS Lambda. ` +
          `Run: npm run build -- --stage ${this.#stage}`,
      );
    }
    throw new Error(
      `The contract ${operation} has no bundle: write functions/${operation}.ts, then run npm run build.`,
    );
  }
}
