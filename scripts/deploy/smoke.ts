import { setTimeout as pause } from 'node:timers/promises';
import { ConfigurationError } from '../../infra/configuration-error.ts';
import type { StageSettings } from '../../infra/stage-settings.ts';
import { connectStage } from '../../ops/connect.ts';
import { deployedSecret } from '../../shared/deployed/secrets.ts';
import { deployedAppUrl } from '../../shared/deployed/settings.ts';
import { readCheckCredentials } from '../../shared/main-job/credentials.ts';
import { awaited, deleteModel, type MainJob, startModel } from '../../shared/main-job/journey.ts';

const TIME_LIMIT_MILLISECONDS = 10 * 60_000;
const POLL_MILLISECONDS = 5000;

/**
 * Connects this process to a deployed stage, and reads the API key of its check.
 * @throws ConfigurationError when the check has not been set up.
 */
export async function connectCheck({ stage, region }: StageSettings): Promise<MainJob> {
  process.env.AWS_REGION = region;
  await connectStage(stage);
  const credentials = await readCheckCredentials(deployedSecret('CHECK_SECRET'));
  if (!credentials) {
    throw new ConfigurationError(
      `The check of '${stage}' has no organization yet. Run: npm run ops -- check set-up --stage ${stage}`,
    );
  }
  return { origin: deployedAppUrl(), apiKey: credentials.apiKey };
}

/**
 * Makes a development model over the public API, as the check of the main job does, and waits until it is active and its
 * webhook is delivered. It deletes the model in any case. @throws an Error that says what failed.
 */
export async function smoke(job: MainJob): Promise<void> {
  const end = performance.now() + TIME_LIMIT_MILLISECONDS;
  const modelId = await startModel(job);
  console.log(`${modelId} is onboarded. Waiting until it is active …`);
  try {
    for (let missing = await awaited(job, modelId); missing !== undefined; ) {
      if (performance.now() > end) {
        throw new ConfigurationError(`After ten minutes the smoke test waits for ${missing}.`);
      }
      await pause(POLL_MILLISECONDS);
      missing = await awaited(job, modelId);
    }
  } finally {
    await deleteModel(job, modelId);
  }
  console.log(`The main job works: ${job.origin}`);
}
