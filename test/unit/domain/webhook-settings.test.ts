import { beforeEach, describe, expect, test } from 'vitest';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { readWebhookSecrets, signingSecrets } from '../../../shared/domain/organization/webhook-secret.ts';
import { DAY, HOUR, isoTime } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import { put, update } from '../../../shared/table/transaction.ts';
import {
  changeWebhooks,
  describeWebhooks,
  readWebhookState,
  rotateWebhookSecret,
  type WebhookChange,
} from '../../../shared/webhook/settings.ts';
import { freshTable } from '../../support/fresh-table.ts';
import { interrupted } from '../../support/interrupted.ts';

const URL = 'https://company.example/hook';
const target = { policy: { loopbackAllowed: false }, resolve: async () => ['8.8.8.8'] };

let time = Date.parse('2026-05-04T12:00:00.000Z');
const { context, table, items } = freshTable(() => time);
let organizationId: string;
let first: string;

beforeEach(async () => {
  const created = await createOrganization(context, { name: 'Settings', webhookUrl: URL });
  organizationId = created.organizationId;
  first = created.webhookSecret;
});

const change = (settings: WebhookChange) => changeWebhooks(context, organizationId, settings, target);
const shown = () =>
  describeWebhooks(
    context,
    organizationId,
    readWebhookState(context, organizationId, readOrganization(context, organizationId)),
  );
const signing = () => signingSecrets(context, organizationId);
const rotate = async () => (await rotateWebhookSecret(context, organizationId)).secret;

describe('webhook secrets', () => {
  test('a replaced secret still signs for 24 hours, after the new one', async () => {
    const { secret, previousValidUntil } = await rotateWebhookSecret(context, organizationId);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(previousValidUntil).toBe(isoTime(time + DAY));
    expect(await signing()).toEqual([secret, first]);
    expect((await shown()).secrets).toEqual([
      { endsWith: secret.slice(-4), validUntil: null },
      { endsWith: first.slice(-4), validUntil: previousValidUntil },
    ]);
    time += DAY - 1;
    expect(await signing()).toEqual([secret, first]);
    time += 1;
    expect(await signing()).toEqual([secret]);
    expect((await shown()).secrets).toHaveLength(1);
  });

  test('each replaced secret keeps its own end, at most three sign, and expired ones are removed', async () => {
    const second = await rotate();
    const firstEnds = time + DAY;
    time += HOUR;
    const third = await rotate();
    expect((await shown()).secrets.map(({ validUntil }) => validUntil)).toEqual([
      null,
      isoTime(time + DAY),
      isoTime(firstEnds),
    ]);
    const fourth = await rotate();
    expect(await signing()).toEqual([fourth, third, second]);
    time += 2 * DAY;
    const fifth = await rotate();
    const { webhookSecrets } = await readWebhookSecrets(context, organizationId);
    expect(webhookSecrets.map(({ endsWith }) => endsWith)).toEqual([fifth.slice(-4), fourth.slice(-4)]);
  });

  test('webhook secrets are stored encrypted, and decrypt for their own organization and key only', async () => {
    const second = await rotate();
    const stored = JSON.stringify(items());
    for (const secret of [first, second]) {
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(secret.slice('whsec_'.length, -1));
      expect(stored).not.toContain(Buffer.from(secret).toString('base64').slice(0, -4));
    }
    const other = await createOrganization(context, { name: 'Other' });
    const { webhookSecrets } = await readWebhookSecrets(context, organizationId);
    await table.commit([update(keys.webhookSecrets(other.organizationId), { set: { webhookSecrets } })]);
    await expect(signingSecrets(context, other.organizationId)).rejects.toThrow();
    const otherStage = { ...context, webhookSecretKey: async () => 'the key of another stage' };
    await expect(signingSecrets(otherStage, organizationId)).rejects.toThrow();
    expect(await signing()).toEqual([second, first]);
  });

  test('concurrent rotations keep all new secrets', async () => {
    const created = await Promise.all([rotate(), rotate()]);
    const secrets = await signing();
    expect(secrets.slice(0, 2).sort()).toEqual(created.sort());
    expect(secrets[2]).toBe(first);
  });
});

describe('webhook settings', () => {
  test.each<[string, WebhookChange, WebhookChange]>([
    ['the URL', { url: `${URL}/new` }, { enabled: false }],
    ['the switch', { enabled: false }, { url: `${URL}/new` }],
  ])('a change of %s keeps another one that comes between its read and its write', async (_, one, other) => {
    const meanwhile = interrupted(context, () => change(other));
    await changeWebhooks(meanwhile, organizationId, one, target);
    expect(await readOrganization(context, organizationId)).toMatchObject({
      webhookUrl: `${URL}/new`,
      webhooksOff: true,
    });
  });

  test('concurrent changes of the settings all take effect', async () => {
    const changes: WebhookChange[] = [{ url: `${URL}/new` }, { enabled: false }];
    const description = { set: { description: 'Of another kind' } };
    const others = [
      rotate(),
      table.commit([update(keys.organization(organizationId), description)]),
    ] as const;
    await Promise.all([...changes.map(change), ...others]);
    expect(await signing()).toEqual([await others[0], first]);
    expect(await readOrganization(context, organizationId)).toMatchObject({
      name: 'Settings',
      description: 'Of another kind',
      webhookUrl: `${URL}/new`,
      webhooksOff: true,
    });
  });

  test('a webhook URL can be removed and set again, and webhooks switched off and on', async () => {
    expect((await change({ url: null, enabled: false })).organization).not.toHaveProperty('webhookUrl');
    expect(await shown()).toMatchObject({ url: null, enabled: false, parkedModels: 0 });
    await change({ enabled: true });
    const item = await readOrganization(context, organizationId);
    expect(item).not.toHaveProperty('webhookUrl');
    expect(item).not.toHaveProperty('webhooksOff');
    await change({ url: URL });
    expect(await shown()).toMatchObject({ url: URL, enabled: true });
  });

  test('a change shows the settings and the circuit as they are after it, whether or not it resets the circuit', async () => {
    const openedAt = isoTime(time);
    const open = put({
      ...keys.circuit(organizationId),
      organizationId,
      version: 1,
      outcomes: [],
      failedProbes: 2,
      openedAt,
    });
    await table.commit([open]);
    const off = describeWebhooks(context, organizationId, change({ enabled: false }));
    expect(await off).toMatchObject({
      enabled: false,
      circuit: { state: 'open', openedAt, failedProbes: 2 },
    });
    expect(await off).toEqual(await shown());
    const other = describeWebhooks(context, organizationId, change({ url: `${URL}/other`, enabled: true }));
    expect(await other).toMatchObject({ url: `${URL}/other`, enabled: true });
    expect((await other).circuit).toEqual({
      state: 'closed',
      openedAt: null,
      nextProbeAt: null,
      failedProbes: 0,
      heldModels: 0,
    });
    expect(await other).toEqual(await shown());
  });

  test('an empty change or an invalid URL leaves the settings unchanged', async () => {
    const before = await readOrganization(context, organizationId);
    await expect(change({})).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(change({ url: 'https://10.0.0.1/', enabled: false })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'The webhook URL must not point to a non-public address.',
    });
    expect(await readOrganization(context, organizationId)).toEqual(before);
  });
});
