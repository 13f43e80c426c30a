import { expect, test } from 'vitest';
import * as z from 'zod';
import { COMMANDS } from '../../../ops/commands.ts';
import { keys } from '../../../shared/table/keys.ts';
import { update } from '../../../shared/table/transaction.ts';
import { inviteWorld } from '../../support/invite-world.ts';
import { MemoryImages } from '../../support/memory-images.ts';

const world = inviteWorld();

test.each([
  ['organization show', '', '--organization'],
  ['organization create', '--name|Verify at https://evil.example', '--name: it must not contain a URL'],
  ['organization show', '--organization|org_none', 'The organization does not exist.'],
  ['organization create', '--name|Acme|--upload-retention-days|0', 'must be 1 to 365'],
  ['organization erase', '--organization|org_1|--yes|org_2', '--yes: repeat the id'],
  ['person erase', '--organization|org_1|--email|a@b.example|--yes|c@b.example', '--yes: repeat the address'],
  ['credits add', '--organization|org_none|--amount|many', '--amount: must be a whole number'],
  ['credits add', '--organization|org_none|--amount|5', 'The organization does not exist.'],
  ['events republish', '--since|2026-05-04T12:00:00Z', 'give both'],
  ['events republish', '--since|2026-05-04T12:00:00Z|--until|2026-05-04T11:00:00Z', 'not be before --since'],
])('npm run ops -- %s with the options "%s" says what is wrong', async (name, options, problem) => {
  const run = async () =>
    COMMANDS[name]?.run(
      { context: world.context, images: new MemoryImages() },
      options.split('|').filter((word) => word !== ''),
    );
  await expect(run()).rejects.toThrow(problem);
});

test('npm run ops shows, audits and adds credits to the organization that it has created', async () => {
  const run = async (name: string, ...options: string[]) =>
    (await COMMANDS[name]?.run({ context: world.context, images: new MemoryImages() }, options))?.output;
  const webhookUrl = 'https://hooks.example/hook';
  const options = ['--name', 'Acme', '--credits', '5', '--white-label', '--white-label-consent'];
  options.push('--backdrops', 'office');
  const created = await run('organization create', ...options);
  const { organizationId } = z.object({ organizationId: z.string() }).parse(created);
  const of = ['--organization', organizationId];
  await world.context.table.commit([update(keys.organization(organizationId), { set: { webhookUrl } })]);
  expect(await run('credits add', ...of, '--amount', '7')).toMatchObject({ credits: 12 });
  expect(await run('organization show', ...of)).toMatchObject({
    ...{ name: 'Acme', tier: 'standard', whiteLabel: true, credits: 12, ledgerSum: 12, pendingInvites: 0 },
    ...{ webhookUrl, webhooksEnabled: true, whiteLabelConsent: true },
    styles: { backdrops: ['office'] },
  });
  expect(await run('audit', ...of)).toMatchObject({ violations: [] });
  expect(await run('deliveries list', ...of)).toEqual({ deliveries: [], next: null });
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
