import { join } from 'node:path';

/** Where the build reads and writes; all below the project's own directory. */
export const PROJECT = join(import.meta.dirname, '../..');
export const HANDLERS = join(PROJECT, 'functions');
export const WEB = join(PROJECT, 'web');
export const BUILD = join(PROJECT, '.build');
/** One directory per function, named for its operation. */
export const BUNDLES = join(BUILD, 'functions');
/** Functions that draw, with sharp beside them: a directory for each system they are packed for. */
export const PACKED = join(BUILD, 'packed');
export const TEMPLATES = join(PROJECT, 'cdk.out');
