import { connectCheck, smoke } from './deploy/smoke.ts';
import { deployedStage, options, run } from './deploy/stage.ts';

/** `npm run smoke -- --stage NAME`: makes a development model over the public API of a deployed stage. */
await run(async () => {
  const { stage } = options(process.argv.slice(2), { stage: { type: 'string' } });
  await smoke(await connectCheck(deployedStage(stage)));
});
