import { expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { caughtMail, type SentMail } from '../support/invites.ts';
import { expectCleanAudit, turnIntoInvited } from '../support/people.ts';
import {
  baseUrl,
  createModel,
  freshTenant,
  openMember,
  someEmail,
  until,
  uploadPlainPhotos,
  waitForStatus,
} from '../support/tenant.ts';

async function mailsTo(email: string): Promise<SentMail[]> {
  return (await caughtMail()).filter(({ to }) => to.includes(email));
}

test('an invited member is mailed that the headshots are ready, by a link that opens a session once', async () => {
  // Its provider is as fast for models that count as for development models.
  const tenant = await freshTenant({ name: 'Mailing Company', provider: 'development' });
  // Other tests share the mailbox.
  const email = someEmail('-ready');
  const model = await createModel(tenant, { email });
  const { modelId } = model;
  const member = await openMember(model);
  await uploadPlainPhotos(member);
  await turnIntoInvited(tenant, modelId);
  await member.expect('POST', '/api/member/onboarding', { trigger: 'female' });
  await waitForStatus(tenant, modelId, 'active');
  await until(async () => (await mailsTo(email)).length > 0, 'the mail about the headshots');
  const [mail, ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Your headshots for Mailing Company are ready');
  const link = /\S+signup\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  const token = new URL(link).searchParams.get('token');
  const open = () => connectApi(baseUrl).call('POST', '/api/member/session', { token });
  const opened = await open();
  expect([opened.status, opened.body.model]).toMatchObject([200, { id: modelId, status: 'active' }]);
  expect((await open()).status).toBe(401);
  await expectCleanAudit(tenant);
});
