import type { Trigger } from '../../shared/contract/schemas.ts';
import { type DomainContext, domainContext } from '../../shared/domain/context.ts';
import { type Model, readModel } from '../../shared/domain/model/model.ts';
import { finishOnboarding } from '../../shared/domain/model/onboarding.ts';
import { createWhiteLabelModel } from '../../shared/domain/model/white-label.ts';
import { createOrganization } from '../../shared/domain/organization/create.ts';
import { readOrganization } from '../../shared/domain/organization/organization.ts';
import { announceUploads, judgedUpload } from '../../shared/domain/upload/upload.ts';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import { freshTable } from './fresh-table.ts';
import { webhookSecretKey } from './webhook-secret-key.ts';

const START = Date.parse('2026-05-04T12:00:00.000Z');

/**
 * Organizations and models on a table in memory, without queues and without the flow: the test makes every
 * transition and sets the clock.
 */
export async function sweepsWorld() {
  const { table, stop } = freshTable();
  let time = START;
  const context: DomainContext = domainContext(
    table,
    { now: () => time },
    systemRandomness,
    webhookSecretKey,
  );
  let people = 0;
  const newModel = async (organizationId: string, uploadCount = 4, isDevelopment = false): Promise<Model> => {
    people += 1;
    const organization = await readOrganization(context, organizationId);
    const input = { email: `person${people}@swept.test`, isDevelopment };
    const { model } = await createWhiteLabelModel(context, organization, 'https://app.test', input);
    const file = { name: 'a.jpg', type: 'image/jpeg', size: 1000 };
    const { uploads } = await announceUploads(context, async () => model, Array(uploadCount).fill(file));
    for (const upload of uploads) {
      // Each acceptance is counted in the model, and the next one has to know of it.
      const current = await readModel(context, organizationId, model.id);
      await judgedUpload(context, current, upload, { accepted: true });
    }
    return model;
  };
  return {
    context,
    stop,
    now: () => time,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    newOrganization: async (): Promise<string> => {
      // Ids sort by time, and sweeps go in the order of ids.
      time += 1;
      const input = { name: 'Swept', credits: 10, whiteLabel: true, webhookUrl: 'https://hook.test' };
      return (await createOrganization(context, input)).organizationId;
    },
    /** Creates a model in onboarding with enough accepted uploads. */
    newModel,
    /** Creates a model in waiting, before its first run. */
    waitingModel: async (
      organizationId: string,
      uploadCount?: number,
      isDevelopment?: boolean,
      trigger: Trigger = 'person',
    ): Promise<Model> => {
      const { id } = await newModel(organizationId, uploadCount, isDevelopment);
      return finishOnboarding(context, organizationId, id, { trigger });
    },
  };
}
export type SweepsWorld = Awaited<ReturnType<typeof sweepsWorld>>;
