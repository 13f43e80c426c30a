import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { ConfigurationError } from '../../infra/configuration-error.ts';
import { isOnThisMachine } from '../../infra/constructs/bundles.ts';
import { EDGE_REGION } from '../../infra/constructs/stack-props.ts';
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

/** Domains that never exist: https://www.rfc-editor.org/rfc/rfc6761. */
const RESERVED_DOMAIN = /[@.](example\.(com|net|org)|example|test|invalid|localhost)>?$/;

/**
 * @throws ConfigurationError when mailFrom or alarmMail still has a domain of the example's: SES would send nothing,
 * and alarms would reach no one.
 */
export function requireOwnSettings({ stage, mailFrom, alarmMail }: StageSettings): void {
  const remedies = {
    mailFrom: 'an address of a domain that SES has verified for you',
    alarmMail: 'the address that receives alarms',
  };
  const faults = Object.entries({ mailFrom, alarmMail })
    .filter(([, address]) => RESERVED_DOMAIN.test(address))
    .map(([name]) => name as keyof typeof remedies);
  if (faults.length === 0) return;
  const remedy = faults.map((name) => `${name} to ${remedies[name]}`).join(', and ');
  throw new ConfigurationError(
    `The stage '${stage}' still has the example's ${faults.join(' and ')}. Set ${remedy}, in ` +
      `infra/stages/${stage}.ts.`,
  );
}

/**
 * The value of `--require-approval`. A terminal asks before permissions are broadened. In CI nothing can answer, and
 * the review of the change has taken place before.
 */
export function approval({ CI }: NodeJS.ProcessEnv): 'broadening' | 'never' {
  return CI === undefined || CI === '' || CI === 'false' ? 'broadening' : 'never';
}

/** The regions that a stage's stacks are deployed to: its own, and the one of the edge stack. */
export function environmentsOf({ region }: StageSettings): string[] {
  return [...new Set([region, EDGE_REGION])];
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
