import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../infra/settings.ts';
import type { StageSettings } from '../../infra/stage-settings.ts';
import { type Resource, synthesized, type Value } from './synthesized.ts';

const settings: StageSettings = {
  ...settingsOf('production'),
  providerOptions: { sagemaker: { imageTag: 'v1' } },
};
const service = synthesized(settings);

/** What the two roles of trainings may do, reviewed line by line: each object and each job is one of the session's tag. */
const GRANTED: Readonly<Record<string, readonly string[]>> = {
  TrainingCreator: [
    'iam:PassRole TrainingExecution.Arn if {"StringEquals":{"iam:PassedToService":"sagemaker.amazonaws.com"}}',
    'kms:Decrypt TrainingKey.Arn',
    'kms:GenerateDataKey TrainingKey.Arn',
    's3:DeleteObject TrainingBucket.Arn/models/TAG/*',
    's3:DeleteObjectVersion TrainingBucket.Arn/models/TAG/*',
    's3:GetObject TrainingBucket.Arn/models/TAG/*',
    's3:ListBucketVersions TrainingBucket.Arn if {"StringEquals":{"s3:prefix":"models/TAG/"}}',
    's3:PutObject TrainingBucket.Arn/models/TAG/*',
    'sagemaker:CreateTrainingJob JOBS/TAG-* if {"Bool":{"sagemaker:NetworkIsolation":"true"}}',
    'sagemaker:DeleteTrainingJob JOBS/TAG-*',
    'sagemaker:DescribeTrainingJob JOBS/TAG-*',
    'sagemaker:StopTrainingJob JOBS/TAG-*',
  ],
  TrainingExecution: [
    'ecr:BatchCheckLayerAvailability TrainingRepository.Arn',
    'ecr:BatchGetImage TrainingRepository.Arn',
    'ecr:GetAuthorizationToken *',
    'ecr:GetDownloadUrlForLayer TrainingRepository.Arn',
    'kms:Decrypt TrainingKey.Arn',
    'kms:Encrypt TrainingKey.Arn',
    'kms:GenerateDataKey TrainingKey.Arn',
    'logs:CreateLogGroup LOGS',
    'logs:CreateLogStream LOGS',
    'logs:DescribeLogStreams LOGS',
    'logs:PutLogEvents LOGS',
    's3:GetObject TrainingBucket.Arn/base/*',
    's3:GetObject TrainingBucket.Arn/models/TAG/*',
    's3:ListBucket TrainingBucket.Arn if {"StringLike":{"s3:prefix":["base/*","models/TAG/*"]}}',
    's3:PutObject TrainingBucket.Arn/models/TAG/*',
  ],
};
/** The variable of policies that is the tag of the session. */
const TAG = `\${aws:PrincipalTag/model}`;
const ACCOUNT = 'us-east-1:AWS::AccountId';

describe('the roles of training jobs', () => {
  it.each(Object.keys(GRANTED))('%s reaches the objects and jobs of one model only', (name) => {
    expect(grantedTo(roleNamed(name))).toEqual(GRANTED[name]);
  });

  it('are assumed with the tag: by functions of the stage, and by SageMaker', () => {
    expect(trustOf('TrainingExecution')).toEqual([
      { Action: ['sts:AssumeRole', 'sts:TagSession'], Principal: { Service: 'sagemaker.amazonaws.com' } },
    ]);
    expect(trustOf('TrainingCreator')).toEqual([
      {
        Action: ['sts:AssumeRole', 'sts:TagSession'],
        Principal: { AWS: expect.anything() },
        Condition: {
          StringEquals: { 'aws:PrincipalTag/service': 'headshots', 'aws:PrincipalTag/stage': 'production' },
          StringLike: { 'aws:RequestTag/model': '?*' },
          'ForAllValues:StringEquals': { 'aws:TagKeys': ['model'] },
        },
      },
    ]);
  });

  it('are begun by the two steps that start jobs and by the one that removes them', () => {
    const begins = service.functions
      .filter(({ properties }) => grantedTo(roleOf(properties.Role)).some((line) => line.startsWith('sts:')))
      .map(({ operation }) => operation);
    expect(begins.sort()).toEqual([
      'flow/advance-generation',
      'flow/advance-training',
      'queue/delete-images',
    ]);
    expect(grantedTo(roleOf(service.function('queue/delete-images').properties.Role))).toContain(
      'sts:AssumeRole TrainingCreator.Arn',
    );
  });
});

describe('the bucket of trainings', () => {
  it('is encrypted by a key of the stage, and has no versions that could be restored', () => {
    const [, , { Properties }] =
      service.resources('AWS::S3::Bucket').find(([, id]) => id.startsWith('TrainingBucket')) ?? fail();
    expect(JSON.stringify(Properties.BucketEncryption)).toContain('aws:kms');
    expect(Properties).not.toHaveProperty('VersioningConfiguration');
  });
});

describe('the end of a job', () => {
  it('is posted to the endpoint of callbacks, by the token in the job', () => {
    const [[, , rule] = fail()] = service
      .resources('AWS::Events::Rule')
      .filter(([, id]) => id.startsWith('EndingJobs'));
    expect(rule?.Properties.EventPattern).toMatchObject({
      source: ['aws.sagemaker'],
      detail: { HyperParameters: { callback: [{ exists: true }] } },
    });
    expect(rule?.Properties.Targets).toMatchObject([
      { HttpParameters: { PathParameterValues: ['$.detail.HyperParameters.callback'] } },
    ]);
    const [[, , destination] = fail()] = service.resources('AWS::Events::ApiDestination');
    expect(service.text(destination?.Properties.InvocationEndpoint)).toMatch(
      /^https:.*\/api\/providers\/sagemaker\/\*$/,
    );
  });
});

describe('a stage', () => {
  it.each([
    ['without its settings', settingsOf('production')],
    [
      'with a stand-in',
      { ...settings, providerOptions: { sagemaker: { imageTag: 'v1', url: 'https://stand-in.test' } } },
    ],
  ])('%s has nothing of it', (_, given) => {
    const without = synthesized(given);
    const all = [...without.templates.values()].map(({ Resources }) => JSON.stringify(Resources)).join('\n');
    const traces = ['sagemaker:', 'aws.sagemaker', 'sagemaker.amazonaws', 'TRAINING_ACCOUNT', 'AWS::ECR::'];
    expect(traces.filter((trace) => all.includes(trace))).toEqual([]);
    expect(without.templates.get('data')?.Outputs).not.toHaveProperty('TrainingBucketName');
  });
});

function roleNamed(name: string): Resource {
  const found = service.resources('AWS::IAM::Role').find(([, id]) => id.replace(/[0-9A-F]{8}$/, '') === name);
  return found?.[2] ?? fail();
}

function roleOf(reference: Value | undefined): Resource {
  const [id] = (reference as { 'Fn::GetAtt': [string] })['Fn::GetAtt'];
  return service.resources('AWS::IAM::Role').find(([, each]) => each === id)?.[2] ?? fail();
}

function trustOf(name: string): Value[] {
  const { Statement } = roleNamed(name).Properties.AssumeRolePolicyDocument as { Statement: Value[] };
  return Statement.map((statement) => {
    const { Effect, ...rest } = statement as Record<string, Value>;
    expect(Effect).toBe('Allow');
    return rest;
  });
}

function grantedTo({ Properties }: Resource): string[] {
  const policies = Properties.Policies as { PolicyDocument: { Statement: Record<string, Value>[] } }[];
  return policies
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap(({ Action, Resource: resource, Condition }) => {
      const condition =
        Condition === undefined ? '' : ` if ${JSON.stringify(Condition).replaceAll(TAG, 'TAG')}`;
      return [Action]
        .flat()
        .flatMap((action) => [resource].flat().map((each) => `${action} ${readable(each)}${condition}`));
    })
    .sort();
}

function readable(resource: Value | undefined): string {
  return service
    .text(resource)
    .replaceAll(TAG, 'TAG')
    .replace(/^arn:\S+?:sagemaker:\S+?:training-job/, 'JOBS')
    .replace(`arn:aws:logs:${ACCOUNT}:log-group:/aws/sagemaker/TrainingJobs:*`, 'LOGS');
}

function fail(): never {
  throw new Error('There is no such resource.');
}
