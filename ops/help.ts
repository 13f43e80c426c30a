import { COMMANDS } from './commands.ts';

/** The commands that begin with the words before the first option; all of them if none does. */
export function helpFor(args: readonly string[]): string {
  const end = args.findIndex((arg) => arg.startsWith('--'));
  const some = usage(args.slice(0, end < 0 ? args.length : end).join(' '));
  return `npm run ops -- <command> [options] [--stage NAME]\n\n${some === '' ? usage() : some}\n`;
}

export function usage(begin = ''): string {
  return Object.entries(COMMANDS)
    .filter(([name]) => name.startsWith(begin))
    .map(([name, { usage: options }]) => `  ${name} ${options}`)
    .join('\n');
}
