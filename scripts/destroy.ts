import { ConfigurationError } from '../infra/configuration-error.ts';
import { stageOutputs } from '../ops/stage-outputs.ts';
import { deleteData } from './deploy/data.ts';
import { endProtection } from './deploy/protection.ts';
import { cdk, deployedStage, environmentsOf, run } from './deploy/stage.ts';
import { optionsOf } from './options.ts';

const USAGE = `npm run destroy -- --stage NAME [options]: deletes the stage's stacks. A stage that retains its data has stacks that
are protected against deletion, and keeps its table and its images unless their deletion is confirmed.

  --stage NAME                  the stage
  --yes-end-protection-of NAME  ends the protection of its stacks first
  --delete-data                 deletes the table and the images as well
  --yes-delete-data-of NAME     confirms --delete-data
`;

await run(async () => {
  const asked = optionsOf(USAGE, {
    stage: { type: 'string' },
    'delete-data': { type: 'boolean' },
    'yes-delete-data-of': { type: 'string' },
    'yes-end-protection-of': { type: 'string' },
  });
  const settings = deployedStage(asked.stage);
  const { stage, region, retainData } = settings;
  const confirmed = asked['yes-delete-data-of'];
  if (asked['delete-data'] && confirmed !== stage) {
    throw new ConfigurationError(
      `--delete-data deletes every organization, model and photo of '${stage}' permanently. ` +
        `Confirm it with: --delete-data --yes-delete-data-of ${stage}`,
    );
  }
  if (!asked['delete-data'] && confirmed !== undefined) {
    throw new ConfigurationError('--yes-delete-data-of only confirms --delete-data: add --delete-data.');
  }
  if (retainData && asked['yes-end-protection-of'] !== stage) {
    throw new ConfigurationError(
      `The stacks of '${stage}' are protected against deletion, and without them the service is gone. ` +
        `Confirm it with: --yes-end-protection-of ${stage}`,
    );
  }
  const outputs = await stageOutputs(stage, region);
  const { TableName: tableName, ImagesBucketName: bucketName, TrainingBucketName: trainings } = outputs;
  if (!tableName || !bucketName)
    throw new ConfigurationError(`The stage '${stage}' has no data stack in ${region}.`);
  for (const name of await endProtection(stage, environmentsOf(settings))) {
    console.log(`${name} is no longer protected against deletion.`);
  }
  await cdk(stage, 'destroy', '--all', '--force');
  if (asked['delete-data']) {
    await deleteData(region, { tableName, bucketNames: trainings ? [bucketName, trainings] : [bucketName] });
    console.log(`The stacks of '${stage}' and all its data are deleted.`);
  } else if (retainData) {
    console.log(
      `The stacks of '${stage}' are deleted. The table ${tableName} and the bucket ${bucketName} are retained.`,
    );
  }
});
