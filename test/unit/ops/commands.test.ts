import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../../../ops/commands.ts';
import { inviteWorld } from '../../support/invite-world.ts';
import { MemoryImages } from '../../support/memory-images.ts';

let world: Awaited<ReturnType<typeof inviteWorld>>;
beforeAll(async () => {
  world = await inviteWorld();
});
afterAll(() => world.stop());

test.each([
  ['organization show', '', '--organization'],
  ['organization create', '--name|Verify at https://evil.example', '--name: it must not contain a URL'],
  ['credits add', '--organization|org_none|--amount|many', '--amount: must be a whole number'],
])('npm run ops -- %s with the options "%s" says what is wrong', async (name, options, problem) => {
  const run = async () =>
    COMMANDS[name]?.run(
      { context: world.context, images: new MemoryImages() },
      options.split('|').filter((word) => word !== ''),
    );
  await expect(run()).rejects.toThrow(problem);
});
