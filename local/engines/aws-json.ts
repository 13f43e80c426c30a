import { hash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { isoTime, systemClock } from '../../shared/platform/clock.ts';
import type { AccessKey } from '../aws/key-ring.ts';
import { ALGORITHM, canonicalRequest, signString, stringToSign } from '../s3/sigv4.ts';

/** What an AWS service answered instead of a result. `name` is its error code. */
export class AwsError extends Error {
  constructor(code: string, message: string) {
    super(message);
    this.name = code;
  }
}

export interface CallOptions {
  signal?: AbortSignal;
  /** On whose behalf; without one, of nobody whom anything but an engine itself would let in. */
  key?: AccessKey;
}

/**
 * Calls one operation of an engine that speaks the AWS JSON protocol.
 * @param target for instance `DynamoDB_20120810.CreateTable`
 * @throws AwsError with the code of the answer
 */
export async function callAws<Result>(
  endpoint: string,
  target: string,
  input: unknown,
  { signal, key = NOBODY }: CallOptions = {},
): Promise<Result> {
  const body = JSON.stringify(input);
  const request = httpRequest(endpoint, {
    agent: keepingAlive,
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(body),
      ...signedHeaders(new URL(endpoint), target, body, key),
    },
    signal,
  });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  request.end(body);
  const [response] = await answered;
  const answer = (await json(response)) as Result & { __type?: string; message?: string; Message?: string };
  if (response.statusCode === 200) return answer;
  const code = answer.__type?.split('#').at(-1) ?? `Http${response.statusCode}`;
  throw new AwsError(code, answer.message ?? answer.Message ?? code);
}

/** The polls of queues and streams are many: fetch takes several times as long for each as a plain request. */
const keepingAlive = new Agent({ keepAlive: true });

const NOBODY: AccessKey = { accessKeyId: 'local', secretAccessKey: 'local' };

function signedHeaders(
  { host, pathname }: URL,
  target: string,
  body: string,
  { accessKeyId, secretAccessKey, sessionToken }: AccessKey,
): Record<string, string> {
  const timestamp = isoTime(systemClock.now()).replace(/[-:]|\.\d+/g, '');
  const service = target.startsWith('AmazonSQS') ? 'sqs' : 'dynamodb';
  const scope = { accessKeyId, date: timestamp.slice(0, 8), region: ENGINE_REGION, service };
  const headers = {
    'x-amz-date': timestamp,
    'x-amz-target': target,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  };
  const names = ['host', ...Object.keys(headers)].sort();
  const canonical = canonicalRequest({
    method: 'POST',
    path: pathname,
    query: [],
    headers: new Map(Object.entries({ host, ...headers })),
    signedHeaders: names,
    payloadHash: hash('sha256', body),
  });
  const signature = signString(stringToSign(canonical, timestamp, scope), secretAccessKey, scope);
  const credential = `${accessKeyId}/${scope.date}/${ENGINE_REGION}/${service}/aws4_request`;
  return {
    ...headers,
    authorization: `${ALGORITHM} Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

/** Both engines key their data by region; one is enough on one machine. */
export const ENGINE_REGION = 'us-east-1';
