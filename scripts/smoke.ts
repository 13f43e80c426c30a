import { connectCheck, smoke } from './deploy/smoke.ts';
import { deployedStage, run } from './deploy/stage.ts';
import { optionsOf } from './options.ts';

const USAGE = `npm run smoke -- --stage NAME: makes a development model over the public API of a deployed stage.

  --stage NAME    the stage
`;

await run(async () => {
  const { stage } = optionsOf(USAGE, { stage: { type: 'string' } });
  await smoke(await connectCheck(deployedStage(stage)));
});
