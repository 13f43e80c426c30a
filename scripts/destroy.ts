import { ConfigurationError } from '../infra/configuration-error.ts';
import { stageOutputs } from '../ops/stage-outputs.ts';
import { deleteData } from './deploy/data.ts';
import { cdk, deployedStage, options, run } from './deploy/stage.ts';

/**
 * `npm run destroy -- --stage NAME`: deletes the stage's stacks. A stage that retains its data keeps its
 * table and its images, unless `--delete-data --yes-delete-data-of NAME` confirms their deletion.
 */
await run(async () => {
  const asked = options(process.argv.slice(2), {
    stage: { type: 'string' },
    'delete-data': { type: 'boolean' },
    'yes-delete-data-of': { type: 'string' },
  });
  const { stage, region, retainData } = deployedStage(asked.stage);
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
  const { TableName: tableName, ImagesBucketName: bucketName } = await stageOutputs(stage, region);
  if (!tableName || !bucketName)
    throw new ConfigurationError(`The stage '${stage}' has no data stack in ${region}.`);
  await cdk(stage, 'destroy', '--all', '--force');
  if (asked['delete-data']) {
    await deleteData(region, { tableName, bucketName });
    console.log(`The stacks of '${stage}' and all its data are deleted.`);
  } else if (retainData) {
    console.log(
      `The stacks of '${stage}' are deleted. The table ${tableName} and the bucket ${bucketName} are retained.`,
    );
  }
});
