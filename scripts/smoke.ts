import { setTimeout as pause } from 'node:timers/promises';
import { ConfigurationError } from '../infra/configuration-error.ts';
import { connectStage } from '../ops/connect.ts';
import { deployedCheckSecret } from '../shared/deployed/check-secret.ts';
import { deployedAppUrl } from '../shared/deployed/settings.ts';
import { awaited, deleteModel, startModel } from '../shared/main-job/journey.ts';
import { deployedStage, options, run } from './deploy/stage.ts';

const TIME_LIMIT_MILLISECONDS = 10 * 60_000;
const POLL_MILLISECONDS = 5000;

/**
 * `npm run smoke -- --stage NAME`: makes a development model over the public API of a deployed stage, as the check of
 * the main job does, and waits until it is active and its webhook is delivered. It deletes the model in any case.
 */
await run(async () => {
  const { stage, region } = deployedStage(
    options(process.argv.slice(2), { stage: { type: 'string' } }).stage,
  );
  process.env.AWS_REGION = region;
  await connectStage(stage);
  const credentials = await deployedCheckSecret().read();
  if (!credentials) {
    throw new ConfigurationError(
      `The check of '${stage}' has no organization yet. Run: npm run ops -- check set-up --stage ${stage}`,
    );
  }
  const job = { origin: deployedAppUrl(), apiKey: credentials.apiKey };
  const end = performance.now() + TIME_LIMIT_MILLISECONDS;
  const modelId = await startModel(job);
  console.log(`${modelId} is onboarded. Waiting until it is active …`);
  try {
    for (let missing = await awaited(job, modelId); missing !== undefined; ) {
      if (performance.now() > end) {
        throw new ConfigurationError(`The smoke test of '${stage}' failed: it waits for ${missing}.`);
      }
      await pause(POLL_MILLISECONDS);
      missing = await awaited(job, modelId);
    }
  } finally {
    await deleteModel(job, modelId);
  }
  console.log(`The main job of '${stage}' works: ${job.origin}`);
});
