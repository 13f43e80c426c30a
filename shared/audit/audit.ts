import type { DomainContext } from '../domain/context.ts';
import { countsAsPendingInvite, type Model } from '../domain/model/model.ts';
import { type LedgerEntry, readBalance } from '../domain/organization/credits.ts';
import type { ImageStore } from '../images/store.ts';
import { collections } from '../table/keys.ts';
import { auditApiKeys } from './api-keys.ts';
import { creditViolations } from './credits.ts';
import { auditErasures } from './erasures.ts';
import { auditInvites } from './invites.ts';
import { auditLists } from './lists.ts';
import { auditMembers } from './members.ts';
import { auditModel } from './models.ts';
import { auditPermits } from './permits.ts';
import { auditProviderCopies } from './provider-copies.ts';
import { auditSearch } from './search.ts';
import { auditTeams } from './teams.ts';
import { auditUsage } from './usage.ts';
import { auditUsers } from './users.ts';

export interface AuditReport {
  organizationId: string;
  checked: { models: number; ledgerEntries: number; members: number; invites: number; teams: number };
  /** One sentence each; empty when every invariant holds. */
  violations: string[];
}

/**
 * Checks every invariant of an organization's data. Run it while the organization is idle: a change between
 * two of its reads can look like a violation.
 */
export async function auditOrganization(
  context: DomainContext,
  store: ImageStore,
  organizationId: string,
): Promise<AuditReport> {
  const balance = await readBalance(context, organizationId);
  const [ledger, models, invites] = await Promise.all([
    context.table.all<LedgerEntry>(collections.ledger(organizationId)),
    context.table.all<Model>(collections.models(organizationId)),
    auditInvites(context, organizationId, balance),
  ]);
  const violations = [...invites.violations];
  const expect = (holds: boolean, sentence: string) => {
    if (!holds) violations.push(sentence);
  };

  const counted = {
    ledgerSum: sum(ledger),
    pendingModels: models.filter((model) => countsAsPendingInvite(model.status)).length,
    pendingInvites: invites.pending,
    reservedSlots: invites.reserved,
  };
  violations.push(...creditViolations(balance, counted).map(({ sentence }) => sentence));

  const byModel = Map.groupBy(ledger, (entry) => entry.modelId);
  for (const model of models) {
    violations.push(...(await auditModel(context, store, model, sum(byModel.get(model.id) ?? []))));
  }
  for (const modelId of byModel.keys()) {
    const known = modelId === undefined || models.some((model) => model.id === modelId);
    expect(known, `The ledger names ${modelId}, which does not exist.`);
  }
  violations.push(...creditsPerInviteViolations(models, byModel));
  const ledgerSumOf = (modelId: string) => sum(byModel.get(modelId) ?? []);
  violations.push(...(await auditUsage(context, organizationId, models, ledgerSumOf)));
  violations.push(...(await auditPermits(context, organizationId, models)));
  violations.push(...(await auditProviderCopies(context, organizationId, models)));
  const members = await auditMembers(context, organizationId, models);
  const teams = await auditTeams(context, organizationId);
  violations.push(...members.violations, ...teams.violations);
  for (const audit of [auditApiKeys, auditUsers, auditErasures, auditLists, auditSearch])
    violations.push(...(await audit(context, organizationId)));
  return {
    organizationId,
    checked: {
      models: models.length,
      ledgerEntries: ledger.length,
      members: members.checked,
      invites: invites.checked,
      teams: teams.checked,
    },
    violations,
  };
}

/** An invite pays for one model at most, however many its member begins. */
function creditsPerInviteViolations(
  models: readonly Model[],
  ledgerByModel: ReadonlyMap<string | undefined, readonly LedgerEntry[]>,
): string[] {
  const byInvite = Map.groupBy(models, ({ inviteId }) => inviteId);
  return [...byInvite].flatMap(([inviteId, ofInvite]) => {
    const spent = -sum(ofInvite.flatMap(({ id }) => ledgerByModel.get(id) ?? []));
    return inviteId === undefined || spent <= 1 ? [] : [`${inviteId} has paid for ${spent} models.`];
  });
}

/** The sum of ledger entries, in credits. */
export function sum(entries: readonly LedgerEntry[]): number {
  return entries.reduce((total, entry) => total + entry.amount, 0);
}
