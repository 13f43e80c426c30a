import { ConfigurationError } from './configuration-error.ts';
import { checkedSettings, type StageSettings } from './stage-settings.ts';
import { local } from './stages/local.ts';
import { localstack } from './stages/localstack.ts';
import { production } from './stages/production.ts';
import { staging } from './stages/staging.ts';

const STAGES: Readonly<Record<string, unknown>> = { local, localstack, staging, production };

/**
 * The validated settings of a stage.
 * @throws ConfigurationError that names the stage and the invalid setting.
 */
export function settingsOf(stage: string): StageSettings {
  const settings = Object.hasOwn(STAGES, stage) ? STAGES[stage] : undefined;
  if (settings === undefined) {
    throw new ConfigurationError(
      `There are no settings for the stage '${stage}'. Known stages: ${Object.keys(STAGES).join(', ')}. ` +
        `Add infra/stages/${stage}.ts and list it in infra/settings.ts.`,
    );
  }
  return checkedSettings(stage, settings);
}
