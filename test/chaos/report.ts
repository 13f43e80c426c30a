import type { Run } from './run.ts';
import { duplicatesOf } from './verdict.ts';

/** Prints the injected faults and the results of the run. */
export function printReport({ plan, journal, seconds, atRest }: Run): void {
  const { webhooks } = journal;
  const sum = (count: (webhook: (typeof webhooks)[number]) => number) =>
    webhooks.reduce((total, webhook) => total + count(webhook), 0);
  const faults = [...journal.faults].sort(([one], [other]) => one.localeCompare(other));
  const results: [string, number][] = [
    ['models', plan.models.length],
    ['organizations', plan.organizations.length],
    ['webhooks', webhooks.length],
    ['receipts', journal.receipts],
    ['ambiguous faults', sum(({ ambiguous }) => ambiguous)],
    ['duplicates', sum(duplicatesOf)],
    ['parked when at rest', atRest.parked],
    ['mails to owners', journal.mails.size],
    ['seconds until all events were stored', Math.round(seconds.published)],
    ['seconds until at rest under faults', Math.round(seconds.atRest)],
    ['seconds until redelivered', Math.round(seconds.redelivered)],
    ['webhooks per second until then', Math.round(webhooks.length / seconds.published)],
  ];
  const lines = [
    `Fault run, CHAOS_SEED=${plan.seed}`,
    '',
    ...table([...faults, ['all faults', journal.faultCount]]),
    '',
    ...table(results),
  ];
  console.log(lines.join('\n'));
}

function table(rows: readonly (readonly [name: string, count: number])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, count]) => `  ${name.padEnd(width)} ${String(count).padStart(7)}`);
}
