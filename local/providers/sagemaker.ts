import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { ProviderKey } from '../../shared/contract/provider-options.ts';
import { STAND_IN_RESOURCES } from '../../shared/providers/sagemaker/aws-account.ts';
import { serveImage } from './images.ts';
import { Account, BUCKET, createTrainingJob, keyOf, type StandInJob } from './sagemaker/account.ts';
import { document, listedVersions, s3Error } from './sagemaker/objects.ts';
import type { CallKind, CallMisbehaviour, JobKind, StandIn, StandInOptions } from './stand-in.ts';
import {
  type Answer as AnswerWith,
  type ReceivedCall,
  type Routed,
  StandInServer,
} from './stand-in-server.ts';

type Answer = AnswerWith<StandInJob>;

const JSON_TYPE = 'application/x-amz-json-1.1';
const XML_TYPE = 'application/xml';
const SIZE = { width: 1024, height: 1280 };

const named = z.strictObject({ TrainingJobName: z.string() });
const assumeRole = z.object({
  Action: z.literal('AssumeRole'),
  RoleArn: z.literal(STAND_IN_RESOURCES.creator),
  RoleSessionName: z.string().regex(/^[\w+=,.@-]{2,64}$/),
  'Tags.member.1.Key': z.literal('model'),
  'Tags.member.1.Value': z.string().regex(/^[\w.:/=+@-]{1,256}$/),
});

/**
 * A stand-in of an AWS account: the calls of STS, SageMaker and S3 that jobs need, with the policies of the roles. A session
 * reaches only what its tag names.
 */
export async function startSageMaker(options: StandInOptions): Promise<StandIn> {
  const standIn = new AccountServer(options);
  await standIn.listen(options.port);
  return standIn;
}

class AccountServer extends StandInServer<StandInJob> {
  /** Roles are assumed, so there is no key. */
  readonly key: ProviderKey = { apiKey: 'none' };
  readonly #account: Account;
  /** The tags of sessions, by their tokens. */
  readonly #sessions = new Map<string, string>();

  constructor(options: StandInOptions) {
    super(options);
    this.#account = new Account(options);
  }

  /** Ends all sessions, as their time does. */
  rotateKey(): ProviderKey {
    this.#sessions.clear();
    return this.key;
  }

  billed(): Record<JobKind, number> {
    return { ...this.#account.billed };
  }

  kept(): string[] {
    const jobs = this.#account.jobs().map(({ request }) => request.TrainingJobName);
    return [...jobs, ...this.#account.objects.keys('models/')];
  }

  protected get misbehaviours() {
    return this.#account.misbehaviours;
  }

  protected route(call: ReceivedCall): Routed<StandInJob> {
    const { headers, method } = call;
    const target = String(headers['x-amz-target'] ?? '').replace('SageMaker.', '');
    const isForm = String(headers['content-type']).startsWith('application/x-www-form-urlencoded');
    if (method === 'POST' && isForm) return { answer: () => this.#assumeRole(call) };
    const tag = this.#sessions.get(String(headers['x-amz-security-token']));
    if (target === '') return { answer: () => this.#s3(call, tag) };
    if (tag === undefined) return { answer: () => jsonError('ExpiredTokenException') };
    const body: unknown = JSON.parse(call.body.toString());
    return { kind: kindOf(target, body), answer: () => this.#sagemaker(target, body, tag) };
  }

  protected notCarriedOut(misbehaviour: CallMisbehaviour): Answer | undefined {
    return NOT_CARRIED_OUT[misbehaviour];
  }

  protected errorAnswer(error: unknown): Answer {
    if (error instanceof z.ZodError) return jsonError('ValidationException', error.issues[0]?.message);
    return jsonError('InternalFailure', String(error), 500);
  }

  protected endedJobs(): StandInJob[] {
    return [];
  }

  /** EventBridge is no part of the stand-in: jobs are polled at their pace. */
  protected callbackOf(): undefined {
    return undefined;
  }

  #assumeRole({ body }: ReceivedCall): Answer {
    const form = assumeRole.parse(Object.fromEntries(new URLSearchParams(body.toString())));
    const token = randomBytes(24).toString('base64url');
    this.#sessions.set(token, form['Tags.member.1.Value']);
    const expiration = new Date(this.clock.now() + 3_600_000).toISOString();
    const credentials = `<AccessKeyId>ASIASTANDIN</AccessKeyId><SecretAccessKey>secret</SecretAccessKey><SessionToken>${token}</SessionToken><Expiration>${expiration}</Expiration>`;
    const result = `<AssumeRoleResult><Credentials>${credentials}</Credentials></AssumeRoleResult>`;
    const namespace = 'https://sts.amazonaws.com/doc/2011-06-15/';
    return xml(200, document(`<AssumeRoleResponse xmlns="${namespace}">${result}</AssumeRoleResponse>`));
  }

  #sagemaker(target: string, body: unknown, tag: string): Answer {
    if (target === 'CreateTrainingJob') return this.#create(body, tag);
    const { TrainingJobName: name } = named.parse(body);
    if (!name.startsWith(`${tag}-`)) return jsonError('AccessDeniedException');
    const job = this.#account.find(name);
    if (!job) return jsonError('ValidationException', 'Requested resource not found.');
    switch (target) {
      case 'DescribeTrainingJob':
        return json(this.#account.describe(job));
      case 'StopTrainingJob':
        this.#account.stop(job);
        return json({});
      case 'DeleteTrainingJob':
        if (this.#account.runs(job)) return jsonError('ResourceInUse');
        this.#account.delete(job);
        return json({});
      default:
        return jsonError('UnknownOperationException');
    }
  }

  #create(body: unknown, tag: string): Answer {
    const request = createTrainingJob.parse(body);
    const { TrainingJobName: name, InputDataConfig, OutputDataConfig, CheckpointConfig } = request;
    const read = InputDataConfig.map(({ DataSource }) => keyOf(DataSource.S3DataSource.S3Uri));
    const written = [OutputDataConfig.S3OutputPath, CheckpointConfig.S3Uri].map(keyOf);
    const own = `models/${tag}/`;
    const isOwn =
      name.startsWith(`${tag}-`) &&
      read.every((key) => key === 'base/' || key.startsWith(own)) &&
      written.every((key) => key.startsWith(own));
    if (!isOwn) return jsonError('AccessDeniedException');
    const { MaxWaitTimeInSeconds: wait } = request.StoppingCondition;
    if (wait !== undefined && !request.EnableManagedSpotTraining) return jsonError('ValidationException');
    if (this.#account.has(name)) return jsonError('ResourceInUse', 'Training job names must be unique.');
    const created = this.#account.create(request);
    return { ...json({ TrainingJobArn: `arn:aws:sagemaker:us-east-1:1:training-job/${name}` }), created };
  }

  #s3({ method, url, body }: ReceivedCall, tag: string | undefined): Promise<Answer> | Answer {
    const [, bucket, ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    if (tag === undefined) return xml(400, s3Error('ExpiredToken'));
    if (bucket !== BUCKET) return xml(404, s3Error('NoSuchBucket'));
    const own = `models/${tag}/`;
    const listed = url.searchParams.get('prefix') ?? '';
    const deleted = url.searchParams.has('delete')
      ? [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, name = '']) => name)
      : undefined;
    const reached = deleted ?? [url.searchParams.has('versions') ? listed : key];
    if (!reached.every((name) => name.startsWith(own))) return xml(403, s3Error('AccessDenied'));
    const { objects } = this.#account;
    if (deleted) {
      for (const name of deleted) objects.delete(name);
      return xml(200, document('<DeleteResult></DeleteResult>'));
    }
    if (url.searchParams.has('versions')) {
      this.#account.jobs();
      return xml(200, listedVersions(objects.keys(listed)));
    }
    if (method === 'GET') return this.#get(key);
    objects.put(key, new Uint8Array(body));
    return { status: 200, headers: { etag: '"1"' } };
  }

  async #get(key: string): Promise<Answer> {
    const object = this.#account.objects.get(key);
    if (object === undefined) return xml(404, s3Error('NoSuchKey'));
    if (object instanceof Uint8Array) return { status: 200, body: object, type: 'binary/octet-stream' };
    const served = await serveImage(object, this.draw, SIZE);
    if (served.status === 404) return xml(404, s3Error('NoSuchKey'));
    return served.status === 403 ? xml(403, s3Error('AccessDenied')) : served;
  }
}

const CREATED: Readonly<Record<string, CallKind>> = { true: 'generate', false: 'train' };

function kindOf(target: string, body: unknown): CallKind | undefined {
  if (target === 'DescribeTrainingJob') return 'poll';
  if (target === 'StopTrainingJob' || target === 'DeleteTrainingJob') return 'delete';
  if (target !== 'CreateTrainingJob') return undefined;
  return CREATED[String(JSON.stringify(body).includes('"ChannelName":"adapter"'))];
}

/** The misbehaviours in which a call is not carried out. AWS names no pause. */
const NOT_CARRIED_OUT: Partial<Record<CallMisbehaviour, Answer>> = {
  busy: jsonError('ThrottlingException', 'Rate exceeded'),
  'busy-without-retry-after': jsonError('ThrottlingException', 'Rate exceeded'),
  error: jsonError('InternalFailure', 'An internal error.', 500),
  refused: jsonError('ValidationException', 'The request is not valid.'),
};

function json(body: object): Answer {
  return { status: 200, type: JSON_TYPE, body };
}

function jsonError(code: string, message = code, status = 400): Answer {
  return { status, type: JSON_TYPE, body: { __type: code, message } };
}

function xml(status: number, body: string): Answer {
  return { status, type: XML_TYPE, body: Buffer.from(body) };
}
