import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sum } from '../../shared/audit/audit.ts';
import { auditLists } from '../../shared/audit/lists.ts';
import { auditUsage } from '../../shared/audit/usage.ts';
import { Problem } from '../../shared/contract/errors.ts';
import type { ModelStatus } from '../../shared/contract/schemas.ts';
import { MODEL_STATUSES } from '../../shared/contract/statuses.ts';
import { type DomainContext, domainContext } from '../../shared/domain/context.ts';
import { sendInvites } from '../../shared/domain/invite/bulk.ts';
import { listInvites } from '../../shared/domain/invite/describe.ts';
import { expireInvites } from '../../shared/domain/invite/expire.ts';
import { resendInvite } from '../../shared/domain/invite/resend.ts';
import { revokeInvite } from '../../shared/domain/invite/revoke.ts';
import { sendInvite } from '../../shared/domain/invite/send.ts';
import { signUp } from '../../shared/domain/invite/sign-up.ts';
import { listMembers } from '../../shared/domain/member/list.ts';
import { beginModel } from '../../shared/domain/model/create.ts';
import { deleteModel } from '../../shared/domain/model/delete.ts';
import { listModels } from '../../shared/domain/model/list.ts';
import { type Model, readModel } from '../../shared/domain/model/model.ts';
import { finishOnboarding } from '../../shared/domain/model/onboarding.ts';
import {
  beginGeneration,
  beginTraining,
  failModel,
  finishGeneration,
  restartFailed,
  restartModel,
} from '../../shared/domain/model/progress.ts';
import { createWhiteLabelModel } from '../../shared/domain/model/white-label.ts';
import { addCredits } from '../../shared/domain/organization/add-credits.ts';
import { createOrganization } from '../../shared/domain/organization/create.ts';
import { type LedgerEntry, readBalance } from '../../shared/domain/organization/credits.ts';
import { describeOrganization } from '../../shared/domain/organization/describe.ts';
import { readOrganization } from '../../shared/domain/organization/organization.ts';
import { createTeam, deleteTeam, renameTeam } from '../../shared/domain/team/change.ts';
import { addTeamMembers } from '../../shared/domain/team/members.ts';
import { announceUploads, judgedUpload } from '../../shared/domain/upload/upload.ts';
import { USAGE_COUNTERS } from '../../shared/domain/usage/monthly-usage.ts';
import { reportUsage } from '../../shared/domain/usage/report.ts';
import { foldLists } from '../../shared/lists/fold-lists.ts';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import { collections, keys } from '../../shared/table/keys.ts';
import { bareTable } from '../support/bare-table.ts';
import { confirmChosen } from '../support/chosen-address.ts';
import { webhookSecretKey } from '../support/webhook-secret-key.ts';
import { type Outcome, Reference } from './reference.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The number of random operations of one simulation. */
    operations: number;
    simulations: number;
  }
}

/** `npm test` runs a short simulation, `npm run test:long` a long one. */
const OPERATIONS = inject('operations');
const EMAILS = 14;
const TEAM_NAMES = ['Sales', 'sales ', 'Support', 'Ärzte', 'ärzte', 'Board'];
const DAY = 24 * 60 * 60 * 1000;

/** One operation: its kind, and the numbers by which its arguments are chosen. */
const operation = fc.record({
  kind: fc.constantFrom(
    ...['createTeam', 'renameTeam', 'deleteTeam', 'addToTeam', 'addToTeam'],
    ...[
      'invite',
      'invite',
      'invite',
      'bulk',
      'resend',
      'revoke',
      'signUp',
      'signUp',
      'beginModel',
      'beginModel',
    ],
    ...['whiteLabel', 'whiteLabel', 'onboard', 'onboard', 'advance', 'advance', 'advance', 'advance'],
    ...['fail', 'restart', 'deleteModel', 'addCredits', 'passTime', 'fold', 'fold'],
  ),
  a: fc.nat(9999),
  b: fc.nat(9999),
});
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

let stop: () => Promise<void>;
let context: DomainContext;
const clock = { time: Date.parse('2026-01-01T00:00:00.000Z'), now: () => clock.time };

beforeAll(async () => {
  const bare = await bareTable(systemRandomness);
  ({ stop } = bare);
  context = domainContext(bare.table, clock, systemRandomness, webhookSecretKey);
});
afterAll(() => stop());

test(`every list, total and balance follows the rules after each of ${OPERATIONS} random operations`, async () => {
  const sequence = fc.array(operation, { minLength: OPERATIONS, maxLength: OPERATIONS });
  await fc.assert(
    fc.asyncProperty(sequence, async (operations) => {
      const world = await World.create();
      for (const [index, each] of operations.entries()) {
        // No two items are created in the same millisecond, so "newest first" is one order.
        clock.time += 1;
        await world.run(each);
        await world.compare(`operation ${index}: ${each.kind} ${each.a} ${each.b}`);
      }
    }),
    // Not shrunk: that would take longer than reading the message, which names the failing operation.
    { numRuns: inject('simulations'), endOnFailure: true },
  );
}, 900_000);

class World {
  readonly #id: string;
  readonly #rules: Reference;

  static async create(): Promise<World> {
    const credits = 6;
    const { organizationId } = await createOrganization(context, {
      name: 'Random',
      credits,
      whiteLabel: true,
      webhookUrl: 'https://hook.test',
    });
    return new World(organizationId, new Reference(credits));
  }

  private constructor(organizationId: string, rules: Reference) {
    this.#id = organizationId;
    this.#rules = rules;
  }

  async run({ kind, a, b }: Operation): Promise<void> {
    const rules = this.#rules;
    rules.now = clock.time;
    const [id, email] = [this.#id, `person${a % EMAILS}@random.test`];
    const name = TEAM_NAMES[b % TEAM_NAMES.length] ?? '';
    const team = pick(rules.teams, a);
    const model = pick(rules.models, a);
    // One in four gets a team, which does not exist when the organization has none.
    const into = b % 4 === 0 ? (pick(rules.teams, b) ?? 'unknown') : undefined;
    const teamId = into === 'unknown' ? 'team_unknown' : into?.id;

    switch (kind) {
      case 'createTeam':
        return this.#expect(rules.createTeam(name), async () => {
          rules.teams.push({ id: (await createTeam(context, id, name)).id, name });
        });
      case 'renameTeam':
        return this.#expect(rules.renameTeam(team, name), () =>
          renameTeam(context, id, team?.id ?? 'team_unknown', name),
        );
      case 'deleteTeam':
        return this.#expect(rules.deleteTeam(team), () =>
          deleteTeam(context, id, team?.id ?? 'team_unknown'),
        );
      case 'addToTeam': {
        const emails = [...new Set([email, `person${b % EMAILS}@random.test`])];
        return this.#expect(rules.addToTeam(team, emails), () =>
          addTeamMembers(context, id, team?.id ?? 'team_unknown', emails),
        );
      }
      case 'invite':
        return this.#expect(rules.invite(email, into), async () => {
          const invite = await sendInvite(context, id, { email, teamId });
          rules.invites.unshift({
            id: invite.id,
            email,
            status: 'pending',
            createdAt: clock.time,
            teamId,
            memberId: undefined,
            renews: invite.renews,
            ended: false,
          });
          expect(invite.renews).toBe(rules.renewable(email)?.id);
        });
      case 'bulk':
        return this.#bulk([...new Set([email, `person${b % EMAILS}@random.test`])]);
      case 'resend':
        return this.#expect(rules.resend(email), () => resendInvite(context, id, email));
      case 'revoke':
        return this.#expect(rules.revoke(email), () => revokeInvite(context, id, email));
      case 'signUp':
        return this.#signUp(a, b);
      case 'beginModel': {
        const member = pick(rules.members, a);
        if (!member) return;
        if (member.modelId === undefined && member.usedUp) {
          const organization = await readOrganization(context, id);
          return this.#expect('FORBIDDEN', () => beginModel(context, organization, member.id));
        }
        const begun = await beginModel(context, await readOrganization(context, id), member.id);
        if (member.modelId === undefined) this.#addModel(begun.id, member, false);
        else expect(begun.id).toBe(member.modelId);
        return;
      }
      case 'whiteLabel':
        return this.#whiteLabel(email, b % 2 === 0, into, teamId);
      case 'onboard':
        return model && this.#onboard(model);
      case 'advance':
        return model && this.#advance(model);
      case 'fail':
        if (!model || !['waiting', 'pending', 'generatingHeadshots'].includes(model.status)) return;
        rules.fail(model);
        await failModel(context, await this.#run(model.id), 60);
        return;
      case 'restart':
        return model && this.#restart(model);
      case 'deleteModel':
        return this.#expect(rules.deleteModel(model), () =>
          deleteModel(context, id, model?.id ?? 'mdl_unknown'),
        );
      case 'addCredits':
        if (a % 3 > 0) return;
        rules.credits += 1 + (b % 3);
        await addCredits(context, id, 1 + (b % 3));
        return;
      case 'fold':
        await foldLists(context.table, keys.organization(id).PK, { from: 1 });
        return;
      case 'passTime':
        clock.time += (a % 12) * DAY;
        rules.now = clock.time;
        if (b % 2 === 0) await expireInvites(context);
        return;
    }
  }

  /** Compares every list, total and filter, and the balance, with the reference. */
  async compare(at: string): Promise<void> {
    const rules = this.#rules;
    const all = { limit: 10_000, offset: 0 };
    const [organization, members, invites, models, balance] = await Promise.all([
      readOrganization(context, this.#id).then((read) => describeOrganization(context, read)),
      listMembers(context, this.#id, all),
      listInvites(context, this.#id, all),
      listModels(context, this.#id, all),
      readBalance(context, this.#id),
    ]);
    expect(new Map(organization.teams.map(({ id, name }) => [id, name])), at).toEqual(
      new Map(rules.teams.map(({ id, name }) => [id, name])),
    );
    expect(
      members.members.map(({ id, email, status, teamName }) => [id, email, status, teamName ?? null]),
      at,
    ).toEqual(
      rules.members.map((member) => [
        member.id,
        member.email,
        rules.memberStatus(member),
        rules.teamOf(member.teamId)?.name ?? null,
      ]),
    );
    expect(
      invites.invites.map(({ invite, status }) => [invite.id, invite.email, status]),
      at,
    ).toEqual(rules.invites.map((invite) => [invite.id, invite.email, rules.inviteStatus(invite)]));
    expect(
      models.models.map(({ id, status, teamName }) => [id, status, teamName]),
      at,
    ).toEqual(rules.models.map(({ id, status, teamId }) => [id, status, rules.teamOf(teamId)?.name ?? null]));
    expect(balance.credits, at).toBe(rules.credits);
    expect(balance.slots, at).toBe(balance.credits * 2 - balance.pendingInvites);
    // An expired invite may still be counted until the next sweep, but no valid one is ever missing.
    expect(balance.pendingInvites, at).toBeGreaterThanOrEqual(rules.pendingInvites());
    await this.#compareFilters(at);
    await this.#compareUsage(at);
    // The indexes of the lists, which short lists are read without.
    expect(await auditLists(context, this.#id), at).toEqual([]);
  }

  async #compareFilters(at: string): Promise<void> {
    const rules = this.#rules;
    const page = { limit: 3, offset: 1 };
    const status: ModelStatus = MODEL_STATUSES[clock.time % MODEL_STATUSES.length] ?? 'active';
    const expected = rules.models.filter((model) => model.status === status);
    const filtered = await listModels(context, this.#id, { ...page, status });
    expect(
      filtered.models.map(({ id }) => id),
      at,
    ).toEqual(expected.slice(1, 4).map(({ id }) => id));
    expect(filtered.pagination, at).toEqual({
      ...page,
      total: expected.length,
      hasMore: expected.length > 4,
    });
    const accepted = rules.members.filter((member) => rules.memberStatus(member) === 'accepted');
    const members = await listMembers(context, this.#id, { ...page, status: 'accepted' });
    expect(members.pagination.total, at).toBe(accepted.length);
    expect(
      members.members.map(({ id }) => id),
      at,
    ).toEqual(accepted.slice(1, 4).map(({ id }) => id));
  }

  /** The report of all months, and its audit, which recounts it from the models. */
  async #compareUsage(at: string): Promise<void> {
    const { usage } = await reportUsage(context, this.#id, { from: '2026-01', to: '2028-12' });
    const counted = usage.flatMap((row) =>
      USAGE_COUNTERS.map((counter) => [`${row.month} ${row.teamId ?? ''} ${counter}`, row[counter]] as const),
    );
    expect(new Map(counted.filter(([, count]) => count !== 0)), at).toEqual(this.#rules.usage);
    const [models, ledger] = await Promise.all([
      context.table.all<Model>(collections.models(this.#id)),
      context.table.all<LedgerEntry>(collections.ledger(this.#id)),
    ]);
    const ledgerSumOf = (modelId: string) => sum(ledger.filter((entry) => entry.modelId === modelId));
    expect(await auditUsage(context, this.#id, models, ledgerSumOf), at).toEqual([]);
  }

  /** Runs an operation and compares its outcome with that of the reference. */
  async #expect(expected: Outcome, act: () => Promise<unknown>): Promise<void> {
    const outcome = await act().then(
      () => 'ok',
      (error: unknown) => {
        if (error instanceof Problem) return error.code;
        throw error;
      },
    );
    expect(outcome).toBe(expected);
  }

  /** One request for several addresses, each of which follows the rule of a single invite. */
  async #bulk(emails: readonly string[]): Promise<void> {
    const rules = this.#rules;
    const { invited, outcomes, full } = rules.bulk(emails);
    await this.#expect(full ? 'INVITE_LIMIT_EXCEEDED' : 'ok', async () => {
      const results = await sendInvites(context, this.#id, { emails });
      expect(results.map((result) => ('invite' in result ? 'ok' : result.code))).toEqual(outcomes);
      const sent = results.flatMap((result) => ('invite' in result ? [result.invite] : []));
      expect(sent.map(({ email }) => email)).toEqual(invited);
      // Invites of the same millisecond sort by their random ids.
      for (const invite of sent.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
        rules.invites.unshift({
          id: invite.id,
          email: invite.email,
          status: 'pending',
          createdAt: clock.time,
          teamId: undefined,
          memberId: undefined,
          renews: invite.renews,
          ended: false,
        });
      }
    });
  }

  async #signUp(a: number, b: number): Promise<void> {
    const rules = this.#rules;
    const invite = pick(rules.invites, a);
    if (!invite) return;
    const email = b % 3 === 0 ? `person${b % EMAILS}@random.test` : invite.email;
    const expected = rules.signUp(invite);
    await this.#expect(expected === 'renewed' ? 'ok' : expected, async () => {
      const { member } = await signUp(context, invite.id, { email });
      invite.status = 'used';
      invite.memberId = member.id;
      if (expected === 'renewed') {
        expect(member.id).toBe(invite.renews);
        return rules.renew(invite);
      }
      rules.members.unshift({
        id: member.id,
        email: invite.email,
        teamId: invite.teamId,
        modelId: undefined,
        anonymous: false,
        hadModel: false,
        usedUp: false,
      });
      if (email !== invite.email) await this.#confirm(member.id, email);
    });
  }

  /** The owner of an address that a member has chosen at sign-up opens the link in the mail. */
  async #confirm(memberId: string, email: string): Promise<void> {
    const taken = this.#rules.taken(email);
    await this.#expect(taken ? 'INVALID_REQUEST' : 'ok', async () => {
      await confirmChosen(context, this.#id, memberId);
      for (const member of this.#rules.members) if (member.id === memberId) member.email = email;
    });
  }

  async #whiteLabel(
    email: string,
    isDevelopment: boolean,
    into: Reference['teams'][number] | 'unknown' | undefined,
    teamId: string | undefined,
  ): Promise<void> {
    await this.#expect(this.#rules.createWhiteLabel(email, isDevelopment, into), async () => {
      const organization = await readOrganization(context, this.#id);
      const input = { email, teamId, isDevelopment };
      const { model } = await createWhiteLabelModel(context, organization, 'https://app.test', input);
      const member = {
        id: model.memberId,
        email,
        teamId,
        modelId: undefined,
        anonymous: true,
        hadModel: false,
        usedUp: false,
      };
      this.#rules.members.unshift(member);
      this.#addModel(model.id, member, isDevelopment);
    });
  }

  #addModel(id: string, member: Reference['members'][number], isDevelopment: boolean): void {
    member.modelId = id;
    const model = {
      id,
      memberId: member.id,
      status: 'onboarding' as const,
      teamId: member.teamId,
      isDevelopment,
      tries: 0,
      creditTaken: false,
    };
    this.#rules.models.unshift(model);
    this.#rules.count(model, 'modelsBegun');
  }

  async #onboard(model: Reference['models'][number]): Promise<void> {
    const stored = await readModel(context, this.#id, model.id);
    if (stored.status === 'onboarding' && stored.acceptedUploads < 4) {
      const file = { name: 'a.jpg', type: 'image/jpeg', size: 1000 };
      const { uploads } = await announceUploads(context, async () => stored, Array(4).fill(file));
      for (const upload of uploads) {
        await judgedUpload(context, stored, upload, { accepted: true });
      }
    }
    const expected = this.#rules.finishOnboarding(model);
    await this.#expect(expected, () => finishOnboarding(context, this.#id, model.id, { trigger: 'person' }));
  }

  async #advance(model: Reference['models'][number]): Promise<void> {
    const run = await this.#run(model.id);
    switch (model.status) {
      case 'waiting':
        await beginTraining(context, run);
        model.status = 'pending';
        return;
      case 'pending':
        await beginGeneration(context, run, () => []);
        model.status = 'generatingHeadshots';
        return;
      case 'generatingHeadshots':
        await finishGeneration(context, run, 40);
        this.#rules.finish(model, 40);
    }
  }

  async #restart(model: Reference['models'][number]): Promise<void> {
    if (model.status !== 'failed') return;
    const run = await this.#run(model.id);
    if (model.tries <= 5) {
      await restartModel(context, run);
      model.status = 'waiting';
      model.tries += 1;
      return;
    }
    const affordable = model.isDevelopment || this.#rules.credits > 0;
    await this.#expect(affordable ? 'ok' : 'INSUFFICIENT_CREDITS', () =>
      restartFailed(context, this.#id, model.id, 'all'),
    );
    if (!affordable) return;
    model.status = 'waiting';
    model.tries = 1;
    this.#rules.charge(model);
  }

  async #run(modelId: string) {
    const { run } = await readModel(context, this.#id, modelId);
    return { organizationId: this.#id, modelId, run };
  }
}

function pick<T>(from: readonly T[], number: number): T | undefined {
  return from.length === 0 ? undefined : from[number % from.length];
}
