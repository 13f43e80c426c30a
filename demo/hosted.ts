import { startContainer } from '../local/providers/sagemaker/container.ts';
import { startStandIn } from '../local/providers/stand-ins.ts';
import {
  type ProviderKey,
  type ProviderOptions,
  providerOptions,
} from '../shared/contract/provider-options.ts';
import { type HostedProviderName, isKeyed } from '../shared/contract/providers.ts';
import { SECOND, systemClock } from '../shared/platform/clock.ts';

/** The pace of stand-ins: slow enough to see the states, and no slower. */
const TRAINING_SECONDS = 12;
const GENERATION_SECONDS = 4;

/** A training of a real service takes up to an hour, and its photos some minutes. In milliseconds. */
const SERVICE_TIMEOUT = 3 * 60 * 60 * SECOND;

/** Forty shots take two minutes on a processor of their own, and a busy machine several times as long. In milliseconds. */
const CONTAINER_TIMEOUT = 40 * 60 * SECOND;
const CONTAINER =
  "training and generation run in the trainer's own code on a tiny model with random weights; its photos are noise, so drawn ones are served in their place";

/** A hosted provider as the demo uses it. */
export interface DemoProvider {
  /** The service that makes the photos, as the demo prints it. */
  description: string;
  /** The settings of the provider in the stage of the demo. */
  options: ProviderOptions;
  key: ProviderKey;
  /** How long the demo waits for each of the model's events, in milliseconds. */
  timeout?: number;
  stop(): Promise<void>;
}

/**
 * The real service when the environment has its key, such as ASTRIA_API_KEY, and else its stand-in on this machine. A
 * provider without keys has its stand-in.
 * @param say takes what the container of SageMaker prints, which runs where its packages are installed
 * @throws when the settings in the environment, such as ASTRIA_OPTIONS, are no settings of the provider
 */
export async function demoProvider(
  name: HostedProviderName,
  environment: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<DemoProvider> {
  const variable = name.toUpperCase();
  const apiKey = environment[`${variable}_API_KEY`];
  if (apiKey !== undefined && isKeyed(name)) {
    const webhookSecret = environment[`${variable}_WEBHOOK_SECRET`];
    return {
      description: `${name}, the real service, which bills the account of ${variable}_API_KEY`,
      options: optionsFrom(name, environment[`${variable}_OPTIONS`] ?? '{}'),
      key: { apiKey, ...(webhookSecret !== undefined && { webhookSecret }) },
      timeout: SERVICE_TIMEOUT,
      stop: async () => {},
    };
  }
  const reason = isKeyed(name) ? `, as ${variable}_API_KEY is not set` : '';
  const container = name === 'sagemaker' ? await startContainer(say) : undefined;
  const { standIn, providerOptions: options } = await startStandIn(name, {
    clock: systemClock,
    trainingSeconds: TRAINING_SECONDS,
    generationSeconds: GENERATION_SECONDS,
    ...(container && { container }),
  });
  return {
    description: `${name}, a stand-in on this machine${container ? `: ${CONTAINER}` : ` that draws${reason}`}`,
    options,
    key: standIn.key,
    ...(container && { timeout: CONTAINER_TIMEOUT }),
    stop: async () => {
      await standIn.stop();
      await container?.close();
    },
  };
}

function optionsFrom(name: HostedProviderName, json: string): ProviderOptions {
  const parsed = providerOptions.safeParse({ [name]: parsedJson(name, json) });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(
    `${name.toUpperCase()}_OPTIONS has to be the settings of ${name} as JSON: ${issue?.path.join('.')} ${issue?.message}`,
  );
}

function parsedJson(name: HostedProviderName, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Error(`${name.toUpperCase()}_OPTIONS is no JSON.`);
  }
}
