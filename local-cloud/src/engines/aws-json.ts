import { hash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { AccessKey } from '../aws/key-ring.ts';
import { isoTime, systemClock } from '../clock.ts';
import { ALGORITHM, canonicalRequest, signString, stringToSign } from '../s3/sigv4.ts';

/** The one region of the engines, which store their data by region. */
export const ENGINE_REGION = 'us-east-1';

/** An error answer of an AWS service. `name` is its error code. */
export class AwsError extends Error {
  constructor(code: string, message: string) {
    super(message);
    this.name = code;
  }
}

export interface CallOptions {
  signal?: AbortSignal;
  /** The caller's key. Without it the request is not signed: only an engine accepts it, and no gate does. */
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
  { signal, key }: CallOptions = {},
): Promise<Result> {
  const body = JSON.stringify(input);
  const request = httpRequest(endpoint, {
    agent: keepingAlive,
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(body),
      'x-amz-target': target,
      ...(key === undefined ? ENGINE_HEADERS : signedHeaders(new URL(endpoint), target, body, key)),
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

/** Polls of queues and streams are frequent, and fetch takes several times as long for each as a plain request. */
const keepingAlive = new Agent({ keepAlive: true });

/**
 * DynamoDB Local requires a signature and a date, and checks neither. To calculate a signature would take half of the
 * time of a poll of a stream.
 */
const ENGINE_HEADERS = {
  'x-amz-date': '20260101T000000Z',
  authorization:
    `${ALGORITHM} Credential=local/20260101/${ENGINE_REGION}/dynamodb/aws4_request, ` +
    `SignedHeaders=host;x-amz-date;x-amz-target, Signature=${'0'.repeat(64)}`,
};

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
