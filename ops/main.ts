import { deployedContext } from '../shared/deployed/context.ts';
import { deployedImageStore } from '../shared/deployed/images.ts';
import { COMMANDS, UsageError } from './commands.ts';
import { connectLocal, connectStage } from './connect.ts';

/**
 * `npm run ops -- <command> [options] [--stage NAME]`: what operators do, JSON on standard output. Exit codes:
 * 0 done, 1 refused, or an audit found violations, 2 wrong words.
 */
async function main(words: string[]): Promise<number> {
  const stage = takeStage(words);
  const name = Object.keys(COMMANDS).find(
    (known) => known === words.slice(0, known.split(' ').length).join(' '),
  );
  const command = name === undefined ? undefined : COMMANDS[name];
  if (!command || name === undefined) throw new UsageError(`Unknown command. There are:\n${usage()}`);
  if (stage === undefined) connectLocal();
  else await connectStage(stage);
  const operator = { context: deployedContext(), images: deployedImageStore() };
  const { output, failed } = await command.run(operator, words.slice(name.split(' ').length));
  process.stdout.write(`${JSON.stringify(output, null, 2)}\n`);
  return failed ? 1 : 0;
}

function usage(): string {
  return Object.entries(COMMANDS)
    .map(([name, { usage: options }]) => `  ${name} ${options}`)
    .join('\n');
}

/** Takes `--stage NAME` out of the words, wherever it stands. */
function takeStage(words: string[]): string | undefined {
  const at = words.indexOf('--stage');
  if (at < 0) return undefined;
  const [, stage] = words.splice(at, 2);
  if (stage === undefined) throw new UsageError('--stage needs the name of a stage.');
  return stage;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
