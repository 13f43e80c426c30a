import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { COMMANDS } from '../../../ops/commands.ts';
import { keys } from '../../../shared/table/keys.ts';
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

test('npm run ops -- organization create --owner has the owner mailed an invitation, as user invite does', async () => {
  const { context } = world;
  const operator = { context, images: new MemoryImages() };
  const created = await COMMANDS['organization create']?.run(operator, [
    ...['--name', 'New company', '--owner', 'owner@company.test'],
  ]);
  expect(created?.output).toMatchObject({ firstUser: { email: 'owner@company.test', role: 'owner' } });
  const { organizationId, firstUser } = z
    .object({ organizationId: z.string(), firstUser: z.object({ id: z.string() }) })
    .parse(created?.output);
  expect(await context.table.get(keys.userInvitationEvent(organizationId, firstUser.id))).toMatchObject({
    message: { template: 'user-invited', organizationId, userId: firstUser.id },
  });
});
