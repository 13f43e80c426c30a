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
 * The settings of a stage on AWS.
 * @throws ConfigurationError when the settings are missing or invalid, or when the stage is for this machine
 * only.
 */
export function deployedStage(stage: string | undefined): StageSettings {
  if (stage === undefined) throw new ConfigurationError('Name the stage, for example: --stage production');
  if (isOnThisMachine(stage)) {
    throw new ConfigurationError(
      `The stage '${stage}' cannot be deployed to AWS, because its webhooks may reach loopback addresses: ` +
        'choose another stage.',
    );
  }
  return settingsOf(stage);
}

/** @throws ConfigurationError when mailFrom still has the example's value, with which SES sends nothing. */
export function requireOwnSettings({ stage, mailFrom }: StageSettings): void {
  if (!mailFrom.endsWith('example.com>')) return;
  throw new ConfigurationError(
    `The stage '${stage}' still has the example's mailFrom. Set an address of a domain that SES has verified ` +
      `for you in infra/stages/${stage}.ts.`,
  );
}

/** Parses the options of a script. @throws ConfigurationError for an unknown option. */
export function options<const Known extends Record<string, { type: 'string' | 'boolean' }>>(
  args: readonly string[],
  known: Known,
) {
  try {
    return parseArgs({ args: [...args], options: known, strict: true }).values;
  } catch (error) {
    throw new ConfigurationError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Runs the CDK command for a stage. @throws ConfigurationError when it fails. The command prints the cause.
 */
export async function cdk(stage: string, ...args: string[]): Promise<void> {
  const command = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');
  const child = spawn(process.execPath, [command, ...args, '-c', `stage=${stage}`], {
    cwd: PROJECT,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new ConfigurationError(`cdk ${args[0]} of the stage '${stage}' failed: see above.`);
}

/** Runs a script. A ConfigurationError is printed as its message, any other error with its stack trace. */
export async function run(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof ConfigurationError ? error.message : error);
    process.exitCode = 1;
  }
}
