import type { StageSettings } from '../stage-settings.ts';
import { production } from './production.ts';

/**
 * The stage to which a release is deployed before production: the same settings, in an account of its own. Nothing of
 * it is retained.
 */
export const staging: StageSettings = {
  ...production,
  stage: 'staging',
  monthlyBudgetUsd: 50,
  logRetentionDays: 30,
  retainData: false,
};
