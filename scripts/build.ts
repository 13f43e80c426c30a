import { parseArgs } from 'node:util';
import { build } from './build/build.ts';

const { values } = parseArgs({ options: { stage: { type: 'string', default: 'local' } } });
try {
  await build(values);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
