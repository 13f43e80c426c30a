import { describe, expect, test } from 'vitest';
import { domainContext } from '../../../shared/domain/context.ts';
import { newInvite } from '../../../shared/domain/invite/invite.ts';
import { mailInvite } from '../../../shared/domain/invite/mail.ts';
import type { Mail, Mailer } from '../../../shared/mail/message.ts';
import { DAY } from '../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import type { Key } from '../../../shared/table/keys.ts';
import type { Table } from '../../../shared/table/table.ts';
import type { Transaction } from '../../../shared/table/transaction.ts';
import { catching } from '../../support/mail-catcher.ts';
import { webhookSecretKey } from '../../support/webhook-secret-key.ts';

describe('sending an invite by mail', () => {
  const clock = { now: () => Date.parse('2026-01-31T12:00:00.000Z') };
  const { newId } = domainContext({} as Table, clock, systemRandomness, webhookSecretKey);
  const organizationId = newId('organization');

  /** A table that holds one invite and its organization, and stores that the mail was sent. */
  function world(change: Record<string, unknown> = {}) {
    const stored = domainContext({} as Table, clock, systemRandomness, webhookSecretKey);
    const invite: Record<string, unknown> = {
      ...newInvite(stored, organizationId, { email: 'anna@people.test' }),
      ...change,
    };
    const table = {
      get: async ({ entity }: Key) =>
        ({ INVITE: { ...invite }, ORGANIZATION: { name: 'Acme', replyTo: 'hr@acme.test' } })[String(entity)],
      commit: async ([write]: Transaction) => {
        if (write?.kind === 'Update') Object.assign(invite, write.change.set);
      },
    } as unknown as Table;
    const sent: Mail[] = [];
    const failures: Error[] = [];
    const mailer: Mailer = {
      send: async (mail, posting) => {
        const failure = failures.pop();
        if (failure) throw failure;
        return catching(sent).send(mail, posting);
      },
    };
    const message = { template: 'invite' as const, organizationId, inviteId: String(invite.id), mail: 1 };
    const run = () => mailInvite({ ...stored, table }, 'https://app.example', mailer, message);
    return { sent, failures, run, id: invite.id };
  }

  test('an invite is mailed once when its message arrives twice', async () => {
    const { run, sent, id } = world();
    await run();
    await run();
    expect(sent).toMatchObject([{ to: 'anna@people.test', replyTo: 'hr@acme.test' }]);
    expect(sent[0]?.text).toContain(`https://app.example/auth/signup?invite=${id}`);
  });

  test('an invite whose mail failed is mailed when its message arrives again', async () => {
    const { run, sent, failures } = world();
    failures.push(new Error('SES is busy'));
    await expect(run()).rejects.toThrow('SES is busy');
    expect(sent).toEqual([]);
    await run();
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['revoked', { status: 'revoked' }],
    ['mailed again', { mails: 2, mailed: 2 }],
    ['used', { status: 'used', memberId: 'mem_1' }],
    ['expired', { expiresAt: new Date(clock.now() - DAY).toISOString() }],
  ])('an invite that is %s by then is not mailed', async (_state, change) => {
    const { run, sent } = world(change);
    await run();
    expect(sent).toEqual([]);
  });
});
