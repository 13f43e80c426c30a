import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { ConfigurationError } from '../../infra/configuration-error.ts';
import { isOnThisMachine } from '../../infra/constructs/bundles.ts';
import { settingsOf } from '../../infra/settings.ts';
import type { StageSettings } from '../../infra/stage-settings.ts';
import { PROJECT } from '../build/paths.ts';

/**
 * The settings of a stage that may be deployed to AWS. @throws a sentence when it has none, when they are wrong,
 * or when the stage belongs on a laptop.
 */
export function deployedStage(stage: string | undefined): StageSettings {
  if (stage === undefined) throw new ConfigurationError('Say which stage: --stage production');
  if (isOnThisMachine(stage)) {
    throw new ConfigurationError(
      `The stage '${stage}' is for one's own machine: webhooks may reach loopback addresses.`,
    );
  }
  return settingsOf(stage);
}

/** @throws a sentence when a setting is still the example's, with which nothing would be sent. */
export function requireOwnSettings({ stage, mailFrom }: StageSettings): void {
  if (!mailFrom.endsWith('example.com>')) return;
  throw new ConfigurationError(
    `The stage '${stage}' still has the example's mailFrom. Set an address of a domain that SES has verified ` +
      `for you in infra/stages/${stage}.ts.`,
  );
}

/** What follows the script's name on the command line, by the options it knows. @throws a sentence. */
export function options<const Known extends Record<string, { type: 'string' | 'boolean' }>>(
  words: readonly string[],
  known: Known,
) {
  try {
    return parseArgs({ args: [...words], options: known, strict: true }).values;
  } catch (error) {
    throw new ConfigurationError(error instanceof Error ? error.message : String(error));
  }
}

/** Runs the CDK's command line on a stage; rejects when it fails, which it has explained by then. */
export async function cdk(stage: string, ...words: string[]): Promise<void> {
  const command = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');
  const child = spawn(process.execPath, [command, ...words, '-c', `stage=${stage}`], {
    cwd: PROJECT,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new ConfigurationError(`cdk ${words[0]} of the stage '${stage}' failed: see above.`);
}

/** Ends the process with a sentence for what is refused, and with everything for what is a fault. */
export async function run(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof ConfigurationError ? error.message : error);
    process.exitCode = 1;
  }
}
