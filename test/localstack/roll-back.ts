import { type DeploymentOptions, deployTo } from '../../scripts/localstack/deployment.ts';
import { auditOrganization } from '../../shared/audit/audit.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { addCredits } from '../../shared/domain/organization/add-credits.ts';
import { changedCopy } from './changed-copy.ts';
import { creditsOf, ensure, photoLink, untilActive, untilDelivered } from './checks.ts';
import { submitModel } from './member.ts';
import { playedOrganization } from './organization.ts';

const CREDITS = 10;
const ADDED = 5;
const ERROR = 1000;
/** A release whose function answers too many credits, and with which partners go on working. */
const FAULTY = {
  file: 'functions/v2/organization/get-credits.ts',
  text: 'return { credits };',
  replacement: `return { credits: credits + ${ERROR} };`,
};

/**
 * Deploys a faulty release over this version, writes data with it, and rolls back by hand: deploys this version
 * again, as `npm run deploy` does when a release has a fault.
 */
export async function rollBack(options: DeploymentOptions): Promise<void> {
  const operator = deployedContext();
  const { id, partner, receiver } = await playedOrganization(operator, options.appUrl, CREDITS);
  const faulty = await changedCopy(FAULTY);
  try {
    const before = await submitModel(partner, false);
    await untilActive(partner, [before]);
    const link = await photoLink(partner, before);

    console.log('Roll-back: deploying a faulty release …');
    await faulty.deploy(options);
    const wrong = CREDITS - 1 + ERROR;
    ensure(
      (await creditsOf(partner)) === wrong,
      `The faulty release is not in service: GET credits has to answer ${wrong}.`,
    );
    await addCredits(operator, id, ADDED);
    const meanwhile = await submitModel(partner, false);
    const linkOfMeanwhile = async () => (await fetch(await photoLink(partner, meanwhile))).status;

    console.log('Roll-back: deploying the former version again …');
    await deployTo(options);
    const right = CREDITS - 1 + ADDED - 1;
    const credits = await creditsOf(partner);
    ensure(credits === right, `After the roll-back, GET credits answered ${credits} instead of ${right}.`);
    await untilActive(partner, [meanwhile]);
    ensure((await fetch(link)).status === 200, 'A photo link from before the release no longer works.');
    ensure(
      (await linkOfMeanwhile()) === 200,
      'A photo from the time of the faulty release has no link that works.',
    );
    const after = await submitModel(partner, false);
    await untilActive(partner, [after]);
    await untilDelivered(receiver, [before, meanwhile, after]);
    const { violations } = await auditOrganization(operator, deployedImageStore(), id);
    ensure(violations.length === 0, `The audit found:\n${violations.join('\n')}`);
    console.log('Roll-back: the former version works with data from before, during and after the release.');
  } finally {
    await receiver.close();
    await faulty.remove();
  }
}
