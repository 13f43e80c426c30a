import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  type ObjectIdentifier,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  CreateTrainingJobCommand,
  type CreateTrainingJobRequest,
  DeleteTrainingJobCommand,
  DescribeTrainingJobCommand,
  SageMakerClient,
  StopTrainingJobCommand,
  type TrainingJobStatus,
} from '@aws-sdk/client-sagemaker';
import { AssumeRoleCommand, STSClient, type STSClientConfig } from '@aws-sdk/client-sts';
import * as z from 'zod';
import { type SageMakerOptions, TRAINING_INSTANCE } from '../../contract/provider-options.ts';
import { awsClientSettings } from '../../platform/aws-client.ts';
import { HOUR, SECOND } from '../../platform/clock.ts';
import { UnusableImage } from '../errors.ts';
import { isAlready, isMissing, isMissingObject, providerErrorOf } from './aws-errors.ts';
import {
  type PlannedTrainingJob,
  prefixOf,
  type TrainingAccount,
  type TrainingJob,
} from './training-account.ts';

/** The resources of the stage for its trainings, see `infra/constructs/training-account.ts`. */
const resources = z.object({
  bucket: z.string(),
  /** The ARN of the role that creates jobs, which takes the tag of a model. */
  creator: z.string(),
  /** The ARN of the role of the jobs, which SageMaker assumes with the same tag. */
  execution: z.string(),
  /** The ECR repository of the container. */
  repository: z.string(),
  /** The ARN of the key that encrypts results. */
  key: z.string(),
});
export type TrainingResources = z.infer<typeof resources>;

/** @param json as the environment of a function has them */
export function trainingResources(json: string): TrainingResources {
  return resources.parse(JSON.parse(json));
}

export interface AwsAccountSettings {
  resources: TrainingResources;
  options: SageMakerOptions;
  /** Settings of the clients beside the usual ones. */
  client?: Pick<STSClientConfig, 'region' | 'credentials' | 'requestHandler'>;
}

/** The resources at a stand-in. */
export const STAND_IN_RESOURCES: TrainingResources = {
  bucket: 'trainings',
  creator: 'arn:aws:iam::000000000000:role/creator',
  execution: 'arn:aws:iam::000000000000:role/execution',
  repository: '000000000000.dkr.ecr.us-east-1.amazonaws.com/trainer',
  key: 'arn:aws:kms:us-east-1:000000000000:key/trainings',
};

/** The session tag of both roles. Their policies name it. */
export const SESSION_TAG = 'model';
/** Instances with local storage have a fixed size, and this one is below that of all of them. */
const VOLUME_GIB = 100;
/** A training takes a quarter of an hour on the usual instance, and more on a slower one. */
const LONGEST_RUN_SECONDS = (2 * HOUR) / SECOND;
/** With the wait for Spot capacity, a job takes no longer than the flow waits for it. */
const LONGEST_WAIT_SECONDS = (3 * HOUR) / SECOND;

const STATUS: Readonly<Record<TrainingJobStatus, TrainingJob['status']>> = {
  InProgress: 'running',
  Stopping: 'stopping',
  Completed: 'completed',
  Failed: 'failed',
  Stopped: 'stopped',
  Deleting: 'stopping',
};

/** Begins a session of the role that creates jobs, with the tag of a model. */
export async function awsAccount(settings: AwsAccountSettings, tag: string): Promise<TrainingAccount> {
  const { url } = settings.options;
  const config = { ...settings.client, ...(url !== undefined && { endpoint: url, forcePathStyle: true }) };
  const sts = new STSClient({ ...awsClientSettings(), ...config });
  const command = new AssumeRoleCommand({
    RoleArn: settings.resources.creator,
    RoleSessionName: tag,
    Tags: [{ Key: SESSION_TAG, Value: tag }],
  });
  const { Credentials } = await called(() => sts.send(command));
  if (!Credentials?.AccessKeyId || !Credentials.SecretAccessKey || !Credentials.SessionToken) {
    throw new Error(`STS returned no credentials for ${settings.resources.creator}.`);
  }
  const credentials = {
    accessKeyId: Credentials.AccessKeyId,
    secretAccessKey: Credentials.SecretAccessKey,
    sessionToken: Credentials.SessionToken,
  };
  return new AwsAccount(settings, tag, {
    s3: new S3Client({ ...awsClientSettings({ size: 'large' }), ...config, credentials }),
    // The flow repeats calls, after pauses.
    sagemaker: new SageMakerClient({
      ...awsClientSettings({ size: 'large' }),
      ...config,
      credentials,
      maxAttempts: 1,
    }),
  });
}

class AwsAccount implements TrainingAccount {
  readonly root: string;
  readonly #settings: AwsAccountSettings;
  readonly #prefix: string;
  readonly #clients: { s3: S3Client; sagemaker: SageMakerClient };

  constructor(
    settings: AwsAccountSettings,
    tag: string,
    clients: { s3: S3Client; sagemaker: SageMakerClient },
  ) {
    this.root = `s3://${settings.resources.bucket}/`;
    this.#settings = settings;
    this.#prefix = prefixOf(tag);
    this.#clients = clients;
  }

  async describe(name: string): Promise<TrainingJob | undefined> {
    const command = new DescribeTrainingJobCommand({ TrainingJobName: name });
    const found = await called(() => this.#clients.sagemaker.send(command), isMissing);
    if (!found?.TrainingJobStatus) return undefined;
    const { FailureReason, ModelArtifacts, BillableTimeInSeconds, TrainingTimeInSeconds } = found;
    const artifacts = ModelArtifacts?.S3ModelArtifacts;
    return {
      status: STATUS[found.TrainingJobStatus],
      ...(FailureReason !== undefined && { failureReason: FailureReason }),
      ...(artifacts !== undefined && { artifacts: artifacts.replace(/\/?$/, '/') }),
      ...(BillableTimeInSeconds !== undefined && { billableSeconds: BillableTimeInSeconds }),
      ...(TrainingTimeInSeconds !== undefined && { seconds: TrainingTimeInSeconds }),
    };
  }

  async create(job: PlannedTrainingJob): Promise<void> {
    const command = new CreateTrainingJobCommand(jobRequest(this.#settings, job));
    await called(() => this.#clients.sagemaker.send(command), isAlready);
  }

  async stop(name: string): Promise<void> {
    const command = new StopTrainingJobCommand({ TrainingJobName: name });
    await called(() => this.#clients.sagemaker.send(command), isMissing);
  }

  async forget(name: string): Promise<void> {
    const command = new DeleteTrainingJobCommand({ TrainingJobName: name });
    await called(() => this.#clients.sagemaker.send(command), isMissing);
  }

  async write(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    const { bucket: Bucket } = this.#settings.resources;
    const command = new PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentType: contentType });
    await called(() => this.#clients.s3.send(command));
  }

  async read(uri: string): Promise<Uint8Array> {
    const { bucket: Bucket } = this.#settings.resources;
    const command = new GetObjectCommand({ Bucket, Key: uri.slice(this.root.length) });
    const bytes = await called(async () => {
      const { Body } = await this.#clients.s3.send(command);
      return Body?.transformToByteArray();
    }, isMissingObject);
    if (!bytes) throw new UnusableImage('An image of the job is gone.');
    return bytes;
  }

  /** A bucket without versions lists each object as the version `null`. */
  async removeObjects(): Promise<void> {
    const { bucket: Bucket } = this.#settings.resources;
    for (;;) {
      const list = new ListObjectVersionsCommand({ Bucket, Prefix: this.#prefix });
      const { Versions = [] } = await called(() => this.#clients.s3.send(list));
      const Objects = Versions.map(({ Key, VersionId }): ObjectIdentifier => ({ Key, VersionId }));
      if (Objects.length === 0) return;
      const remove = new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
      const { Errors = [] } = await called(() => this.#clients.s3.send(remove));
      if (Errors.length > 0)
        throw new Error(
          `S3 did not delete ${Errors.length} of ${Objects.length} objects: ${Errors[0]?.Code}.`,
        );
    }
  }
}

function jobRequest(
  { resources, options }: AwsAccountSettings,
  { name, channels, output, checkpoints, callback }: PlannedTrainingJob,
): CreateTrainingJobRequest {
  const { spot = true, instanceType = TRAINING_INSTANCE, imageTag } = options;
  return {
    TrainingJobName: name,
    RoleArn: resources.execution,
    // SageMaker passes the tag of this session on to the role of the job, which reaches nothing without it.
    SessionChainingConfig: { EnableSessionTagChaining: true },
    EnableNetworkIsolation: true,
    AlgorithmSpecification: {
      TrainingImage: `${resources.repository}:${imageTag}`,
      TrainingInputMode: 'File',
    },
    // The event of the job's end carries it to the endpoint of callbacks, see `infra/constructs/training-events.ts`.
    HyperParameters: { callback },
    InputDataConfig: Object.entries(channels).map(([ChannelName, S3Uri]) => ({
      ChannelName,
      DataSource: { S3DataSource: { S3DataType: 'S3Prefix', S3Uri } },
    })),
    OutputDataConfig: { S3OutputPath: output, KmsKeyId: resources.key, CompressionType: 'NONE' },
    // SageMaker refuses a VolumeKmsKeyId for local storage, which the hardware encrypts.
    ResourceConfig: {
      InstanceType: instanceType,
      InstanceCount: 1,
      VolumeSizeInGB: VOLUME_GIB,
    },
    EnableManagedSpotTraining: spot,
    CheckpointConfig: { S3Uri: checkpoints },
    StoppingCondition: {
      MaxRuntimeInSeconds: LONGEST_RUN_SECONDS,
      ...(spot && { MaxWaitTimeInSeconds: LONGEST_WAIT_SECONDS }),
    },
  };
}

async function called<Result>(call: () => Promise<Result>): Promise<Result>;
/** @returns undefined for an error that is expected */
async function called<Result>(
  call: () => Promise<Result>,
  isExpected: (error: unknown) => boolean,
): Promise<Result | undefined>;
async function called<Result>(
  call: () => Promise<Result>,
  isExpected?: (error: unknown) => boolean,
): Promise<Result | undefined> {
  try {
    return await call();
  } catch (error) {
    if (isExpected?.(error)) return undefined;
    throw providerErrorOf(error);
  }
}
