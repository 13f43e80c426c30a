import { ConfigurationError } from '../infra/configuration-error.ts';
import { stageOutputs } from '../ops/stage-outputs.ts';
import { restoreTable } from './deploy/restore-table.ts';
import { deployedStage, run } from './deploy/stage.ts';
import { optionsOf } from './options.ts';

const USAGE = `npm run restore -- --stage NAME --to TIME: restores the stage's table to a time of the last 35 days, as a new table
beside the present one, and prints the setting with which the next deployment uses it. Nothing of the stage changes
before that deployment.

  --stage NAME    the stage
  --to TIME       such as 2026-03-02T09:15:00Z
`;

await run(async () => {
  const asked = optionsOf(USAGE, { stage: { type: 'string' }, to: { type: 'string' } });
  const { stage, region, restoredTable } = deployedStage(asked.stage);
  const to = new Date(asked.to ?? '');
  if (Number.isNaN(to.getTime())) {
    throw new ConfigurationError('Name the time, for example: --to 2026-03-02T09:15:00Z');
  }
  const { TableName } = await stageOutputs(stage, region);
  const from = restoredTable?.name ?? TableName;
  if (!from) throw new ConfigurationError(`The stage '${stage}' has no data stack in ${region}.`);
  console.log(`Restoring ${from} to ${to.toISOString()}. This takes from some minutes to hours.`);
  const { name, streamArn } = await restoreTable({ region }, from, to);
  console.log(
    `The table ${name} is ready. Set in infra/stages/${stage}.ts, and deploy the stage:\n\n` +
      `  restoredTable: {\n    name: '${name}',\n    streamArn: '${streamArn}',\n  },\n`,
  );
});
