import { restoreTable } from '../../scripts/deploy/restore-table.ts';
import { type DeploymentOptions, deployTo } from '../../scripts/localstack/deployment.ts';
import { auditOrganization } from '../../shared/audit/audit.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { addCredits } from '../../shared/domain/organization/add-credits.ts';
import { environment } from '../../shared/platform/environment.ts';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import { keys } from '../../shared/table/keys.ts';
import { connectTable } from '../../shared/table/table.ts';
import { type ChangedCopy, changedCopy } from './changed-copy.ts';
import { creditsOf, ensure, photoLink, statusesOf, untilActive, untilDelivered } from './checks.ts';
import { submitModel } from './member.ts';
import { playedOrganization } from './organization.ts';

const CREDITS = 10;
const ADDED_LATER = 5;

/**
 * Restores the table as `npm run restore` does, deploys with the setting `restoredTable`, and calls the service on
 * the restored table; then deploys without the setting, which goes back to the former table. MiniStack restores the
 * items of the moment of the request and ignores the time in it, so the request names the present.
 */
export async function restore(options: DeploymentOptions): Promise<void> {
  const former = deployedContext();
  const formerTable = environment('TABLE_NAME');
  const { id, partner, receiver } = await playedOrganization(former, options.appUrl, CREDITS);
  const idle = await playedOrganization(former, options.appUrl, CREDITS);
  let changed: ChangedCopy | undefined;
  try {
    const before = await submitModel(partner, false);
    await untilActive(partner, [before]);
    await untilDelivered(receiver, [before]);
    const link = await photoLink(partner, before);

    console.log('Restore: restoring the table beside the present one …');
    const restored = await restoreTable({}, formerTable, new Date(former.clock.now()));
    await addCredits(former, id, ADDED_LATER);
    const late = await playedOrganization(former, options.appUrl, CREDITS);
    await late.receiver.close();

    console.log(`Restore: deploying with restoredTable ${restored.name} …`);
    changed = await changedCopy({
      file: 'infra/stages/localstack.ts',
      text: "stage: 'localstack' }",
      replacement: `stage: 'localstack', restoredTable: ${JSON.stringify(restored)} }`,
    });
    await changed.deploy(options);
    const credits = await creditsOf(partner);
    ensure(credits === CREDITS - 1, `GET credits answered ${credits} instead of ${CREDITS - 1}.`);
    ensure((await creditsOf(idle.partner)) === CREDITS, 'An organization without models has other credits.');
    const [status] = await statusesOf(partner, [before]);
    ensure(status === 'active', `The model from before the restore is ${status}.`);
    ensure((await fetch(link)).status === 200, 'A photo link from before the restore no longer works.');
    const newLink = await fetch(await photoLink(partner, before));
    ensure(newLink.status === 200, 'A new link to a photo from before the restore does not work.');
    const answer = await late.partner.call('GET', '/api/v2/organization/credits');
    ensure(
      answer.status === 401,
      `An organization that the restored table does not have got ${answer.status}.`,
    );

    const after = await submitModel(partner, false);
    await untilActive(partner, [after]);
    await untilDelivered(receiver, [before, after]);
    const inFormer = await former.table.get(keys.model(id, after));
    ensure(inFormer === undefined, 'The model after the restore was written to the former table.');
    const context = { ...former, table: connectTable(restored.name, systemRandomness) };
    const { violations } = await auditOrganization(context, deployedImageStore(), id);
    ensure(violations.length === 0, `The audit found:\n${violations.join('\n')}`);
    console.log('Restore: the service works on the restored table, and its stream publishes events once.');

    console.log('Restore: deploying without the setting …');
    await deployTo(options);
    const again = await creditsOf(partner);
    const all = CREDITS - 1 + ADDED_LATER;
    ensure(again === all, `Back on the former table, GET credits answered ${again} instead of ${all}.`);
    ensure((await creditsOf(late.partner)) === CREDITS, 'The former table has lost an organization.');
    console.log('Restore: without the setting, the service works on the former table again.');
  } finally {
    await receiver.close();
    await idle.receiver.close();
    await changed?.remove();
  }
}
