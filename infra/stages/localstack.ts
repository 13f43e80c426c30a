import type { StageSettings } from '../stage-settings.ts';
import { local } from './local.ts';

/** An emulator of AWS on this machine, LocalStack or alike: as quick as the local cloud, and kept as little. */
export const localstack: StageSettings = { ...local, stage: 'localstack' };
