import { join } from 'node:path';

/** Directories that the build reads and writes, all below the project's directory. */
export const PROJECT = join(import.meta.dirname, '../..');
export const HANDLERS = join(PROJECT, 'functions');
export const CONTRACTS = join(PROJECT, 'shared/contract');
export const WEB = join(PROJECT, 'web');
export const BUILD = join(PROJECT, '.build');
/** Contains one directory per function, named after its operation: the bundles for AWS. */
export const BUNDLES = join(BUILD, 'functions');
/** Contains the bundles for the local cloud. Its functions share chunks, which are beside their directories. */
export const LOCAL_BUNDLES = join(BUILD, 'local');
/** Contains the functions that draw images, packed with sharp, in one directory per platform. */
export const PACKED = join(BUILD, 'packed');
export const TEMPLATES = join(PROJECT, 'cdk.out');
