import { auditCredits } from '../../shared/audit/credits.ts';
import { auditInvites } from '../../shared/audit/invites.ts';
import { auditLists } from '../../shared/audit/lists.ts';
import { auditMembers } from '../../shared/audit/members.ts';
import { auditSearch } from '../../shared/audit/search.ts';
import type { RunInput } from '../../shared/contract/run.ts';
import type { Trigger } from '../../shared/contract/schemas.ts';
import { contextWith, type DomainContext } from '../../shared/domain/context.ts';
import { sendInvite } from '../../shared/domain/invite/send.ts';
import { type SignUpChoice, signUp } from '../../shared/domain/invite/sign-up.ts';
import { beginModel } from '../../shared/domain/model/create.ts';
import type { Model } from '../../shared/domain/model/model.ts';
import { finishOnboarding } from '../../shared/domain/model/onboarding.ts';
import { beginGeneration, beginTraining, finishGeneration } from '../../shared/domain/model/progress.ts';
import { createWhiteLabelModel } from '../../shared/domain/model/white-label.ts';
import { createOrganization } from '../../shared/domain/organization/create.ts';
import { readBalance } from '../../shared/domain/organization/credits.ts';
import { readOrganization } from '../../shared/domain/organization/organization.ts';
import { announceUploads, judgedUpload } from '../../shared/domain/upload/upload.ts';
import type { Mail } from '../../shared/mail/message.ts';
import { isoTime } from '../../shared/platform/clock.ts';
import { collections, keys } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.ts';
import { put } from '../../shared/table/transaction.ts';
import { freshTable } from './fresh-table.ts';
import { catching } from './mail-catcher.ts';

const START = Date.parse('2026-05-04T12:00:00.000Z');

/**
 * Organizations with invites, members and models on a table in memory, without queues and without the flow: the test makes
 * every transition and sets the clock.
 */
export function inviteWorld() {
  let time = START;
  const { table, context, client } = freshTable(() => time);
  const mails: Mail[] = [];
  const mailer = catching(mails);
  let people = 0;
  const withUploads = async (model: Model, count: number): Promise<Model> => {
    const file = { name: 'a.jpg', type: 'image/jpeg', size: 1000 };
    const { uploads } = await announceUploads(context, async () => model, Array(count).fill(file));
    for (const upload of uploads) await judgedUpload(context, model, upload, { accepted: true });
    return model;
  };
  /** Creates a white-label model in onboarding with enough accepted uploads. */
  const newModel = async (organizationId: string, uploadCount = 4, isDevelopment = false): Promise<Model> => {
    people += 1;
    const organization = await readOrganization(context, organizationId);
    const input = { email: `person${people}@white-label.test`, isDevelopment };
    const { model } = await createWhiteLabelModel(context, organization, 'https://app.test', input);
    return withUploads(model, uploadCount);
  };
  return {
    context,
    client,
    /** The mails that `mailer` was given, in order. */
    mails,
    mailer,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    /** The same world through another table, such as one that fails. */
    through: (other: Table): DomainContext => contextWith(context, { table: () => other }),
    now: () => time,
    newOrganization: async (credits = 10): Promise<string> => {
      // Ids sort by time, and sweeps go in the order of ids.
      time += 1;
      const input = { name: 'Inviting', credits, whiteLabel: true, webhookUrl: 'https://hook.test' };
      return (await createOrganization(context, input)).organizationId;
    },
    /** Invites a person, who signs up. */
    join: async (
      organizationId: string,
      email: string,
      choice: SignUpChoice = {},
    ): Promise<{ inviteId: string; memberId: string }> => {
      // Invites of different milliseconds sort by their creation.
      time += 1;
      const { id } = await sendInvite(context, organizationId, { email });
      time += 1;
      return { inviteId: id, memberId: (await signUp(context, id, choice)).member.id };
    },
    /** The first upload of a member up to the end of onboarding, which takes a credit. */
    onboard: async (organizationId: string, memberId: string, name?: string): Promise<Model> => {
      const organization = await readOrganization(context, organizationId);
      const { id } = await withUploads(await beginModel(context, organization, memberId), 4);
      return finishOnboarding(context, organizationId, id, { trigger: 'person', name });
    },
    newModel,
    /** Creates a white-label model in waiting, before its first run. */
    waitingModel: async (
      organizationId: string,
      uploadCount?: number,
      isDevelopment?: boolean,
      trigger: Trigger = 'person',
    ): Promise<Model> => {
      const { id } = await newModel(organizationId, uploadCount, isDevelopment);
      return finishOnboarding(context, organizationId, id, { trigger });
    },
    /** Makes these photos in a run, which has ended then. */
    finish: async (input: RunInput, photoIds: readonly string[]): Promise<void> => {
      const { organizationId, modelId, run } = input;
      const photo = {
        modelId,
        organizationId,
        status: 'active',
        likedStatus: 'none',
        run,
        createdAt: isoTime(time),
      };
      await beginTraining(context, input);
      await beginGeneration(context, input, () =>
        photoIds.map((id) => put({ ...keys.photo(organizationId, modelId, id), ...photo, id })),
      );
      await finishGeneration(context, input, photoIds.length);
    },
    /** The violations of the rules that invites, members, their lists and words, and credits follow. */
    violations: async (organizationId: string): Promise<string[]> => {
      const models = await table.all<Model>(collections.models(organizationId));
      const [invites, members, credits, lists, search] = await Promise.all([
        auditInvites(context, organizationId, await readBalance(context, organizationId)),
        auditMembers(context, organizationId, models),
        auditCredits(context, organizationId),
        auditLists(context, organizationId),
        auditSearch(context, organizationId),
      ]);
      const sentences = (credits ?? []).map(({ sentence }) => sentence);
      return [...invites.violations, ...members.violations, ...sentences, ...lists, ...search];
    },
  };
}
export type InviteWorld = ReturnType<typeof inviteWorld>;
