import type { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import { stageValue } from './stage-parameter.ts';

type SettingName =
  | 'PROVIDER'
  | 'PROVIDER_OPTIONS'
  | 'CAPACITY'
  | 'DEVELOPMENT_PACE_SECONDS'
  | 'RESTART_PAUSE_SECONDS'
  | 'WEBHOOK_RETRY_SECONDS'
  | 'WEBHOOK_LOOPBACK_ALLOWED';

const PROVIDER_SETTINGS = ['PROVIDER', 'PROVIDER_OPTIONS', 'DEVELOPMENT_PACE_SECONDS'] as const;
const WEBHOOK_SETTINGS = ['WEBHOOK_RETRY_SECONDS', 'WEBHOOK_LOOPBACK_ALLOWED'] as const;

/** The settings of the stage that each task reads. */
const SETTINGS_OF_TASK: Readonly<Record<string, readonly SettingName[]>> = {
  'flow/advance-training': PROVIDER_SETTINGS,
  'flow/advance-generation': PROVIDER_SETTINGS,
  'flow/fail-model': ['RESTART_PAUSE_SECONDS'],
  'queue/delete-images': ['PROVIDER_OPTIONS'],
  'queue/deliver-webhooks': WEBHOOK_SETTINGS,
  'queue/start-flow': ['PROVIDER', 'CAPACITY'],
};

/** The endpoints that validate a webhook URL. */
const EGRESS_ENDPOINTS: readonly string[] = ['admin/webhooks/update-webhooks', 'admin/webhooks/send-test'];

/** The endpoints that tell who makes the headshots, and how, or need the consent to it. */
const PROVIDER_ENDPOINTS: readonly string[] = [
  'admin/organization/get-styles',
  'member/consent/get-consent',
  'member/consent/give-consent',
  'member/session/finish-onboarding',
  'member/session/get-overview',
  'member/uploads/create-uploads',
];

/**
 * Returns a function that gives an endpoint's settings as environment variables. Parameters of the stages on this
 * machine are created in `scope`, when an endpoint first needs them.
 */
export function endpointSettings(
  scope: Construct,
  settings: StageSettings,
): (operation: string) => Record<string, string> {
  let provider: string | undefined;
  return (operation) => {
    if (EGRESS_ENDPOINTS.includes(operation)) return egressSettings(settings);
    if (!PROVIDER_ENDPOINTS.includes(operation)) return {};
    provider ??= stageValue(scope, settings, 'Provider', settings.provider);
    return { PROVIDER: provider };
  };
}

function egressSettings({ webhookLoopbackAllowed }: StageSettings) {
  return { WEBHOOK_LOOPBACK_ALLOWED: String(webhookLoopbackAllowed) };
}

/**
 * Returns a function that gives a task's settings as environment variables. Parameters of the stages on this
 * machine are created in `scope`.
 */
export function taskSettings(
  scope: Construct,
  settings: StageSettings,
): (task: string) => Record<string, string> {
  const values: Readonly<Record<SettingName, string>> = {
    PROVIDER: stageValue(scope, settings, 'Provider', settings.provider),
    PROVIDER_OPTIONS: stageValue(
      scope,
      settings,
      'ProviderOptions',
      JSON.stringify(settings.providerOptions),
    ),
    CAPACITY: stageValue(
      scope,
      settings,
      'Capacity',
      Object.entries(settings.capacity)
        .map(([provider, capacity]) => `${provider}=${capacity}`)
        .join(','),
    ),
    DEVELOPMENT_PACE_SECONDS: stageValue(
      scope,
      settings,
      'DevelopmentPaceSeconds',
      String(settings.developmentPaceSeconds),
    ),
    RESTART_PAUSE_SECONDS: stageValue(
      scope,
      settings,
      'RestartPauseSeconds',
      String(settings.restartPauseSeconds),
    ),
    WEBHOOK_RETRY_SECONDS: stageValue(
      scope,
      settings,
      'WebhookRetrySeconds',
      settings.webhookRetrySeconds.join(','),
    ),
    ...egressSettings(settings),
  };
  return (task) => Object.fromEntries((SETTINGS_OF_TASK[task] ?? []).map((name) => [name, values[name]]));
}
