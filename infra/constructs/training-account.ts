import { Repository, TagMutability } from 'aws-cdk-lib/aws-ecr';
import {
  AccountRootPrincipal,
  PolicyDocument,
  PolicyStatement,
  PrincipalWithConditions,
  Role,
  ServicePrincipal,
  SessionTagsPrincipal,
} from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { ArnFormat, CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import { suppressNag } from './nag-suppressions.ts';

/** The tag of a session is the run of a model, whose prefix and jobs it reaches. `shared/providers/sagemaker` sets it. */
const SESSION_TAG = 'model';
const OWN = `\${aws:PrincipalTag/${SESSION_TAG}}`;
const OWN_PREFIX = `models/${OWN}/`;
/** The weights of the base model, which have nothing of a person. */
const BASE_PREFIX = 'base/';
/** Images of the container beside the one in use, to which an operator can go back. */
const KEPT_IMAGES = 5;

/** Whether a stage trains by SageMaker. At a stand-in it needs no resources. */
export function trains({ providerOptions: { sagemaker } }: StageSettings): boolean {
  return sagemaker !== undefined && sagemaker.url === undefined;
}

/**
 * What training jobs need: the container's repository, a bucket, its key and two roles. Both roles reach only what the tag of
 * their session names. The creator's session is begun by a function, and SageMaker passes its tag on to the role of the job.
 */
export class TrainingAccount extends Construct {
  readonly creator: Role;
  readonly #execution: Role;
  readonly #bucket: Bucket;
  readonly #key: Key;
  readonly #repository: Repository;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    const removalPolicy = settings.retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    this.#key = new Key(this, 'Key', {
      description: 'Encrypts what training jobs read and write',
      enableKeyRotation: true,
      removalPolicy,
    });
    // Without versions, what was deleted cannot be restored.
    this.#bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.KMS,
      encryptionKey: this.#key,
      bucketKeyEnabled: true,
      enforceSSL: true,
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      removalPolicy,
    });
    suppressNag(this.#bucket, 'noTrainingLog');
    this.#repository = new Repository(this, 'Repository', {
      imageScanOnPush: true,
      imageTagMutability: TagMutability.IMMUTABLE,
      lifecycleRules: [{ maxImageCount: KEPT_IMAGES }],
      removalPolicy,
    });
    this.#execution = this.#executionRole();
    this.creator = this.#creatorRole(settings.stage);
    new CfnOutput(Stack.of(this), 'TrainingBucketName', { value: this.#bucket.bucketName });
    new CfnOutput(Stack.of(this), 'TrainingRepositoryUri', { value: this.#repository.repositoryUri });
  }

  /** The resources as functions need them. */
  get description(): string {
    return Stack.of(this).toJsonString({
      bucket: this.#bucket.bucketName,
      creator: this.creator.roleArn,
      execution: this.#execution.roleArn,
      repository: this.#repository.repositoryUri,
      key: this.#key.keyArn,
    });
  }

  #executionRole(): Role {
    const log = { service: 'logs', resource: 'log-group', arnFormat: ArnFormat.COLON_RESOURCE_NAME };
    const role = new Role(this, 'Execution', {
      description: 'Training jobs: reaches the base model and the objects of one model',
      assumedBy: new SessionTagsPrincipal(new ServicePrincipal('sagemaker.amazonaws.com')),
      inlinePolicies: {
        job: new PolicyDocument({
          statements: [
            this.#objects(['s3:GetObject'], BASE_PREFIX, OWN_PREFIX),
            this.#objects(['s3:PutObject'], OWN_PREFIX),
            new PolicyStatement({
              actions: ['s3:ListBucket'],
              resources: [this.#bucket.bucketArn],
              conditions: { StringLike: { 's3:prefix': [`${BASE_PREFIX}*`, `${OWN_PREFIX}*`] } },
            }),
            // The role of a job with a key for its results has to encrypt by itself, too.
            this.#encryption('kms:Encrypt'),
            new PolicyStatement({
              actions: [
                'logs:CreateLogGroup',
                'logs:CreateLogStream',
                'logs:DescribeLogStreams',
                'logs:PutLogEvents',
              ],
              resources: [
                Stack.of(this).formatArn({
                  ...log,
                  resourceName: '/aws/sagemaker/TrainingJobs:*',
                }),
              ],
            }),
            new PolicyStatement({
              actions: ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'],
              resources: [this.#repository.repositoryArn],
            }),
            new PolicyStatement({ actions: ['ecr:GetAuthorizationToken'], resources: ['*'] }),
          ],
        }),
      },
    });
    suppressNag(role, 'registryToken');
    return role;
  }

  #creatorRole(stage: string): Role {
    const jobs = Stack.of(this).formatArn({
      service: 'sagemaker',
      resource: 'training-job',
      resourceName: `${OWN}-*`,
    });
    // The account's roles with the tags of this stage, if their own policy allows it: see the permission training-jobs.
    const callers = new PrincipalWithConditions(new AccountRootPrincipal(), {
      StringEquals: { 'aws:PrincipalTag/service': 'headshots', 'aws:PrincipalTag/stage': stage },
      StringLike: { [`aws:RequestTag/${SESSION_TAG}`]: '?*' },
      'ForAllValues:StringEquals': { 'aws:TagKeys': [SESSION_TAG] },
    });
    return new Role(this, 'Creator', {
      description: 'Creates and removes training jobs: reaches the jobs and objects of one model',
      assumedBy: new SessionTagsPrincipal(callers),
      inlinePolicies: {
        creator: new PolicyDocument({
          statements: [
            this.#objects(
              ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:DeleteObjectVersion'],
              OWN_PREFIX,
            ),
            new PolicyStatement({
              actions: ['s3:ListBucketVersions'],
              resources: [this.#bucket.bucketArn],
              conditions: { StringEquals: { 's3:prefix': OWN_PREFIX } },
            }),
            this.#encryption(),
            new PolicyStatement({
              actions: ['sagemaker:CreateTrainingJob'],
              resources: [jobs],
              conditions: { Bool: { 'sagemaker:NetworkIsolation': 'true' } },
            }),
            new PolicyStatement({
              actions: [
                'sagemaker:DescribeTrainingJob',
                'sagemaker:StopTrainingJob',
                'sagemaker:DeleteTrainingJob',
              ],
              resources: [jobs],
            }),
            new PolicyStatement({
              actions: ['iam:PassRole'],
              resources: [this.#execution.roleArn],
              conditions: { StringEquals: { 'iam:PassedToService': 'sagemaker.amazonaws.com' } },
            }),
          ],
        }),
      },
    });
  }

  #objects(actions: string[], ...prefixes: string[]): PolicyStatement {
    const resources = prefixes.map((prefix) => this.#bucket.arnForObjects(`${prefix}*`));
    return new PolicyStatement({ actions, resources });
  }

  #encryption(...further: string[]): PolicyStatement {
    return new PolicyStatement({
      actions: ['kms:Decrypt', 'kms:GenerateDataKey', ...further],
      resources: [this.#key.keyArn],
    });
  }
}
