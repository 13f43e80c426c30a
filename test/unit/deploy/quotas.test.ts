import { GetAccountSummaryCommand, IAMClient } from '@aws-sdk/client-iam';
import {
  GetServiceQuotaCommand,
  ListServiceQuotasCommand,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { settingsOf } from '../../../infra/settings.ts';
import { preflight } from '../../../scripts/deploy/quotas.ts';
import { mockedClient } from '../../support/mocked-client.ts';

const quotas = mockedClient(ServiceQuotasClient);
const iam = mockedClient(IAMClient);
const ses = mockedClient(SESv2Client);

const settings = {
  ...settingsOf('production'),
  region: 'eu-central-1',
  mailFrom: 'Headshots <invites@mail.headshots.dev>',
};

beforeEach(() => {
  quotas
    .on(GetServiceQuotaCommand, { ServiceCode: 'lambda', QuotaCode: 'L-B99A9384' })
    .resolves({ Quota: { Value: 1000 } });
  iam.on(GetAccountSummaryCommand).resolves({ SummaryMap: { Roles: 40, RolesQuota: 1000 } });
  ses
    .on(GetEmailIdentityCommand, { EmailIdentity: 'mail.headshots.dev' })
    .resolves({ VerifiedForSendingStatus: true });
  ses.on(GetAccountCommand).resolves({
    ProductionAccessEnabled: true,
    SendingEnabled: true,
    SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 0 },
  });
});

afterEach(() => {
  for (const mock of [quotas, iam, ses]) mock.reset();
});

it('an account whose quotas suffice has no faults', async () => {
  expect(await preflight({ settings, newRoles: 90 })).toEqual({ faults: [], warnings: [] });
});

it('a new account is told the quota of Lambda and the command that raises it', async () => {
  quotas.on(GetServiceQuotaCommand).resolves({ Quota: { Value: 10 } });
  const { faults } = await preflight({ settings, newRoles: 90 });
  expect(faults).toEqual([
    "Lambda's quota \"Concurrent executions\" is 10 in eu-central-1, and the stage 'production' needs 1000. Request " +
      'it: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 ' +
      '--desired-value 1000 --region eu-central-1. Until AWS has granted it, lower lambdaConcurrency and what it is ' +
      'shared by in infra/stages/production.ts.',
  ]);
});

it('a stage that trains by SageMaker is told the quota of its instance, which is another one for Spot', async () => {
  const training = {
    ...settings,
    capacity: { ...settings.capacity, sagemaker: 2 },
    providerOptions: { sagemaker: { imageTag: 'v1' } },
  };
  const spot = { QuotaName: 'ml.g6e.xlarge for spot training job usage', QuotaCode: 'L-SPOT' };
  quotas
    .on(ListServiceQuotasCommand, { ServiceCode: 'sagemaker' })
    .resolvesOnce({
      Quotas: [{ QuotaName: 'ml.g6e.xlarge for training job usage', Value: 2 }],
      NextToken: '2',
    })
    .resolvesOnce({ Quotas: [{ ...spot, Value: 1 }] })
    .resolves({ Quotas: [{ ...spot, Value: 2 }] });
  const { faults } = await preflight({ settings: training, newRoles: 0 });
  expect(faults).toEqual([
    expect.stringContaining('quota "ml.g6e.xlarge for spot training job usage" is 1 in eu-central-1'),
  ]);
  expect(faults[0]).toContain('--quota-code L-SPOT --desired-value 2 --region eu-central-1');
  expect((await preflight({ settings: training, newRoles: 0 })).faults).toEqual([]);
});

it('an account without room for the roles of the stage is told the number', async () => {
  iam.on(GetAccountSummaryCommand).resolves({ SummaryMap: { Roles: 950, RolesQuota: 1000 } });
  const { faults } = await preflight({ settings, newRoles: 90 });
  expect(faults).toEqual([
    expect.stringContaining('--service-code iam --quota-code L-FE177D64 --desired-value 1040'),
  ]);
  expect((await preflight({ settings, newRoles: 0 })).faults).toEqual([]);
});

it.each([
  [
    'has no identity',
    () => ses.on(GetEmailIdentityCommand).rejects(new NotFoundException({ message: '', $metadata: {} })),
  ],
  [
    'has not verified the identity',
    () => ses.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: false }),
  ],
])('the deployment is told when SES %s of mailFrom', async (state, given) => {
  given();
  const { faults } = await preflight({ settings, newRoles: 0 });
  expect(faults).toEqual([expect.stringContaining(`SES ${state} mail.headshots.dev in eu-central-1`)]);
});

it('the sandbox of SES and paused sending are warnings, because the API works without mail', async () => {
  ses.on(GetAccountCommand).resolves({
    ProductionAccessEnabled: false,
    SendingEnabled: false,
    SendQuota: { Max24HourSend: 200, MaxSendRate: 1, SentLast24Hours: 0 },
  });
  const { faults, warnings } = await preflight({ settings, newRoles: 0 });
  expect(faults).toEqual([]);
  expect(warnings).toEqual([
    expect.stringContaining(
      'SES is in the sandbox in eu-central-1: it sends to verified addresses only, 200 mails a day.',
    ),
    expect.stringContaining('SES has paused the sending of mail in eu-central-1'),
  ]);
});

it('another error of AWS is not taken for a missing identity', async () => {
  ses.on(GetEmailIdentityCommand).rejects(new Error('no credentials'));
  await expect(preflight({ settings, newRoles: 0 })).rejects.toThrow('no credentials');
});
