import { expect, test } from 'vitest';
import { auditOrganization } from '../../shared/audit/audit.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import {
  createModel,
  eventNames,
  freshTenant,
  MODELS,
  openMember,
  operator,
  type Tenant,
  until,
  uploadPlainPhotos,
} from '../support/tenant.ts';

const MODELS_AT_ONCE = 40;
const UPLOADING_AT_ONCE = 5;
const MINUTES = 60_000;

test(
  `${MODELS_AT_ONCE} white-label models that start at once all become active, for one credit each`,
  async () => {
    const tenant = await freshTenant({ provider: 'development', credits: MODELS_AT_ONCE });
    const models = await Promise.all(Array.from({ length: MODELS_AT_ONCE }, () => createModel(tenant)));
    const members = await Promise.all(models.map(openMember));
    // A few members upload at a time, because decoding takes CPU time. Then all finish onboarding at once.
    for (let first = 0; first < members.length; first += UPLOADING_AT_ONCE) {
      const some = members.slice(first, first + UPLOADING_AT_ONCE);
      await Promise.all(some.map((member) => uploadPlainPhotos(member)));
    }
    await Promise.all(
      members.map((member) => member.expect('POST', '/api/member/onboarding', { trigger: 'person' })),
    );
    await until(
      async () => (await countActive(tenant)) === MODELS_AT_ONCE,
      'all models to be active',
      10 * MINUTES,
    );

    expect(await tenant.api.expect('GET', '/api/v2/organization/credits')).toMatchObject({ credits: 0 });
    const report = await auditOrganization(operator, deployedImageStore(), tenant.organizationId);
    expect(report).toMatchObject({ checked: { models: MODELS_AT_ONCE }, violations: [] });

    const refused = await tenant.api.call('POST', '/api/v2/organization/whitelabel/model/create', {
      email: 'one-more@people.test',
    });
    expect([refused.status, refused.body.code]).toEqual([402, 'INSUFFICIENT_CREDITS']);

    const names = [
      'model.created',
      'waiting',
      'pending',
      'generatingHeadshots',
      'active',
      'model.photos_ready',
    ];
    await until(
      () => models.every(({ modelId }) => eventNames(tenant, modelId).length >= names.length),
      'all webhooks',
      5 * MINUTES,
    );
    for (const { modelId } of models) expect(eventNames(tenant, modelId)).toEqual(names);
  },
  15 * MINUTES,
);

async function countActive(tenant: Tenant): Promise<number> {
  const { pagination } = await tenant.api.expect<{ pagination: { total: number } }>(
    'GET',
    `${MODELS}?status=active&limit=1`,
  );
  return pagination.total;
}
