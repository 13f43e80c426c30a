import type { StageSettings } from '../stage-settings.ts';
import { local } from './local.ts';

/** An emulator of AWS on this machine, such as LocalStack, with the settings of the local cloud. */
export const localstack: StageSettings = { ...local, stage: 'localstack' };
