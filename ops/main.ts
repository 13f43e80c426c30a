import { deployedContext } from '../shared/deployed/context.ts';
import { deployedImageStore } from '../shared/deployed/images.ts';
import { contextWith } from '../shared/domain/context.ts';
import { COMMANDS, UsageError } from './commands.ts';
import { connectLocal, connectStage } from './connect.ts';
import { helpFor, usage } from './help.ts';

/**
 * `npm run ops -- <command> [options] [--stage NAME]`: commands for operators, with JSON on standard output.
 * Exit codes: 0 success, 1 error or a result that needs attention, 2 invalid command line.
 */
async function main(args: string[]): Promise<number> {
  const stage = takeStage(args);
  if (args.includes('--help')) {
    process.stdout.write(helpFor(args));
    return 0;
  }
  const name = Object.keys(COMMANDS).find(
    (known) => known === args.slice(0, known.split(' ').length).join(' '),
  );
  const command = name === undefined ? undefined : COMMANDS[name];
  if (!command || name === undefined) {
    const [area = ''] = args;
    const fault = args.length === 0 ? 'Name a command.' : `There is no command '${args.join(' ')}'.`;
    throw new UsageError(`${fault} There are:\n${usage(area) || usage()}`);
  }
  if (stage === undefined) connectLocal();
  else await connectStage(stage);
  const operator = {
    context: contextWith(deployedContext(), { actor: { kind: 'operator' } }),
    images: deployedImageStore(),
  };
  const { output, failed } = await command.run(operator, args.slice(name.split(' ').length));
  process.stdout.write(`${JSON.stringify(output, null, 2)}\n`);
  return failed ? 1 : 0;
}

/** Removes `--stage NAME` from the arguments, at any position, and returns the name. */
function takeStage(args: string[]): string | undefined {
  const at = args.indexOf('--stage');
  if (at < 0) return undefined;
  const [, stage] = args.splice(at, 2);
  if (stage === undefined) throw new UsageError('--stage needs the name of a stage.');
  return stage;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
