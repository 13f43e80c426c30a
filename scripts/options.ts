import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/**
 * The values of a script's options. `--help` prints the usage and ends the process with 0, an invalid command line ends it
 * with 2.
 */
export function optionsOf<const Known extends ParseArgsOptionsConfig>(usage: string, known: Known) {
  if (process.argv.includes('--help')) {
    process.stdout.write(usage);
    process.exit(0);
  }
  try {
    return parseArgs({ options: known }).values;
  } catch (error) {
    return refuse(usage, error instanceof Error ? error.message : String(error));
  }
}

/** Ends the process, for a command line that is not valid. */
export function refuse(usage: string, fault: string): never {
  process.stderr.write(`${fault}\n\n${usage}`);
  process.exit(2);
}
