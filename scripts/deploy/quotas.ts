import { GetAccountSummaryCommand, IAMClient } from '@aws-sdk/client-iam';
import {
  GetServiceQuotaCommand,
  paginateListServiceQuotas,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import type { StageSettings } from '../../infra/stage-settings.ts';
import { TRAINING_INSTANCE } from '../../shared/contract/provider-options.ts';

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const CONCURRENT_EXECUTIONS = { ServiceCode: 'lambda', QuotaCode: 'L-B99A9384' };

export interface Preflight {
  /** Quotas that would make the deployment or the service fail, each with its remedy. */
  faults: readonly string[];
  /** Quotas that limit the service without failing it. */
  warnings: readonly string[];
}

export interface StageNeeds {
  settings: StageSettings;
  /** Roles that the deployment creates: those of the templates, or 0 when the stage is deployed. */
  newRoles: number;
}

/**
 * Compares the quotas of the account with what a stage needs. It calls AWS with the credentials of the environment,
 * and changes nothing.
 */
export async function preflight({ settings, newRoles }: StageNeeds): Promise<Preflight> {
  const [concurrency, training, roles, sender, sandbox] = await Promise.all([
    concurrencyFaults(settings),
    trainingFaults(settings),
    roleFaults(newRoles),
    senderFaults(settings),
    sandboxWarnings(settings),
  ]);
  return { faults: [...concurrency, ...training, ...roles, ...sender], warnings: sandbox };
}

async function concurrencyFaults({ stage, region, lambdaConcurrency }: StageSettings): Promise<string[]> {
  const { Quota } = await new ServiceQuotasClient({ region }).send(
    new GetServiceQuotaCommand(CONCURRENT_EXECUTIONS),
  );
  const granted = Quota?.Value ?? 0;
  if (granted >= lambdaConcurrency) return [];
  const { ServiceCode, QuotaCode } = CONCURRENT_EXECUTIONS;
  return [
    `Lambda's quota "Concurrent executions" is ${granted} in ${region}, and the stage '${stage}' needs ` +
      `${lambdaConcurrency}. Request it: aws service-quotas request-service-quota-increase --service-code ` +
      `${ServiceCode} --quota-code ${QuotaCode} --desired-value ${lambdaConcurrency} --region ${region}. Until AWS ` +
      `has granted it, lower lambdaConcurrency and what it is shared by in infra/stages/${stage}.ts.`,
  ];
}

/** A model uses one instance at a time. The quota of an instance has no code that its name tells. */
async function trainingFaults({
  stage,
  region,
  capacity,
  providerOptions,
}: StageSettings): Promise<string[]> {
  const { sagemaker } = providerOptions;
  if (!sagemaker) return [];
  const { instanceType = TRAINING_INSTANCE, spot = true } = sagemaker;
  const name = `${instanceType} for ${spot ? 'spot ' : ''}training job usage`;
  const found = await quotaNamed(region, 'sagemaker', name);
  const granted = found?.Value ?? 0;
  if (granted >= capacity.sagemaker) return [];
  return [
    `SageMaker's quota "${name}" is ${granted} in ${region}, and the stage '${stage}' trains ${capacity.sagemaker} models ` +
      'at the same time. Request it: aws service-quotas request-service-quota-increase --service-code sagemaker ' +
      `--quota-code ${found?.QuotaCode ?? 'CODE'} --desired-value ${capacity.sagemaker} --region ${region}. Until AWS has ` +
      `granted it, lower capacity.sagemaker in infra/stages/${stage}.ts.`,
  ];
}

async function quotaNamed(region: string, ServiceCode: string, name: string) {
  const client = new ServiceQuotasClient({ region });
  for await (const { Quotas = [] } of paginateListServiceQuotas({ client }, { ServiceCode })) {
    const found = Quotas.find(({ QuotaName }) => QuotaName === name);
    if (found) return found;
  }
  return undefined;
}

async function roleFaults(newRoles: number): Promise<string[]> {
  const { SummaryMap = {} } = await new IAMClient().send(new GetAccountSummaryCommand());
  const { Roles = 0, RolesQuota = 0 } = SummaryMap;
  if (Roles + newRoles <= RolesQuota) return [];
  return [
    `IAM's quota "Roles per account" is ${RolesQuota}, the account has ${Roles}, and the deployment creates ` +
      `${newRoles}. Request it: aws service-quotas request-service-quota-increase --service-code iam --quota-code ` +
      `L-FE177D64 --desired-value ${Roles + newRoles} --region us-east-1. Or delete roles that are not used.`,
  ];
}

async function senderFaults({ stage, region, mailFrom }: StageSettings): Promise<string[]> {
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1).replace('>', '');
  const identity = await new SESv2Client({ region })
    .send(new GetEmailIdentityCommand({ EmailIdentity: domain }))
    .catch((error: unknown) => {
      if (error instanceof NotFoundException) return undefined;
      throw error;
    });
  if (identity?.VerifiedForSendingStatus) return [];
  const state = identity === undefined ? 'has no identity' : 'has not verified the identity';
  return [
    `SES ${state} ${domain} in ${region}, so the stage '${stage}' could not send invites. Create it with ` +
      `aws sesv2 create-email-identity --email-identity ${domain} --region ${region}, and publish its DNS records.`,
  ];
}

async function sandboxWarnings({ region }: StageSettings): Promise<string[]> {
  const account = await new SESv2Client({ region }).send(new GetAccountCommand({}));
  const { ProductionAccessEnabled, SendQuota } = account;
  const warnings: string[] = [];
  if (!ProductionAccessEnabled) {
    warnings.push(
      `SES is in the sandbox in ${region}: it sends to verified addresses only, ${SendQuota?.Max24HourSend ?? 0} mails ` +
        'a day. Request production access: aws sesv2 put-account-details --production-access-enabled …',
    );
  }
  if (account.SendingEnabled === false) {
    warnings.push(`SES has paused the sending of mail in ${region}: see the reputation of the account.`);
  }
  return warnings;
}
