import { build } from './build/build.ts';
import { optionsOf } from './options.ts';

const USAGE = `npm run build [-- options]: the bundles of all functions, and the templates of a stage.

  --stage NAME    a file of infra/stages; the default is local
`;

const values = optionsOf(USAGE, { stage: { type: 'string', default: 'local' } });
try {
  await build(values);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
