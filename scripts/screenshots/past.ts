import { type DomainContext, domainContext } from '../../shared/domain/context.ts';
import { sendInvite } from '../../shared/domain/invite/send.ts';
import { signUp } from '../../shared/domain/invite/sign-up.ts';
import { showRefused } from '../../shared/domain/suppression/suppression.ts';
import { createTeam, deleteTeam } from '../../shared/domain/team/change.ts';
import { DAY, isoTime } from '../../shared/platform/clock.ts';
import { monthsAgo, storeUsage } from '../../test/support/usage.ts';

const MONTHS = 11;
/** Models of each team in a month, which repeat. */
const TEAMS: readonly { name: string; models: readonly number[] }[] = [
  { name: 'Sales', models: [12, 18, 9, 22, 30, 26, 14] },
  { name: 'Support', models: [4, 7, 11, 6, 9, 15] },
  { name: 'Gardeners', models: [0, 3, 5, 2] },
  { name: 'Trade fair', models: [8, 0, 0, 2] },
];
const HEADSHOTS = 40;

/** Months of usage by several teams, one of which was deleted, and people who are stuck. */
export async function makePast(context: DomainContext, organizationId: string): Promise<void> {
  for (const { name, models } of TEAMS) {
    const team = await createTeam(context, organizationId, name);
    const rows = Array.from({ length: MONTHS }, (_, ago) => usageOf(models[ago % models.length] ?? 0)).map(
      (counts, ago) => ({ month: monthsAgo(context, ago), teamId: team.id, ...counts }),
    );
    await storeUsage(context, organizationId, rows);
    if (name === 'Trade fair') await deleteTeam(context, organizationId, team.id);
  }
  const before = (days: number) =>
    domainContext(
      context.table,
      { now: () => context.clock.now() - days * DAY },
      context.randomness,
      context.webhookSecretKey,
    );
  const lost = await sendInvite(context, organizationId, { email: 'former@garden.example' });
  const at = isoTime(context.clock.now());
  await showRefused(context, organizationId, lost.id, { reason: 'bounced', at });
  for (const email of ['jo.lee@garden.example', 'sam.field@garden.example']) {
    const { id } = await sendInvite(before(6), organizationId, { email });
    await signUp(before(5), id, {});
  }
}

function usageOf(models: number) {
  const modelsFailed = models > 20 ? 1 : 0;
  const modelsFinished = models - modelsFailed;
  return {
    credits: modelsFinished,
    modelsBegun: models,
    modelsFinished,
    modelsFailed,
    headshots: HEADSHOTS * modelsFinished,
  };
}
