/** What an AWS service answered instead of a result. `name` is its error code. */
export class AwsError extends Error {
  constructor(code: string, message: string) {
    super(message);
    this.name = code;
  }
}

/**
 * Calls one operation of an engine that speaks the AWS JSON protocol. The engines verify no signature, but
 * want to see the headers of one.
 * @param target for instance `DynamoDB_20120810.CreateTable`
 * @throws AwsError with the code of the answer
 */
export async function callAws<Result>(
  endpoint: string,
  target: string,
  input: unknown,
  signal?: AbortSignal,
): Promise<Result> {
  const service = target.startsWith('AmazonSQS') ? 'sqs' : 'dynamodb';
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': target,
      'x-amz-date': '20000101T000000Z',
      authorization: `AWS4-HMAC-SHA256 Credential=local/20000101/${ENGINE_REGION}/${service}/aws4_request, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify(input),
    ...(signal === undefined ? {} : { signal }),
  });
  const body = (await response.json()) as Result & { __type?: string; message?: string; Message?: string };
  if (response.ok) return body;
  const code = body.__type?.split('#').at(-1) ?? `Http${response.status}`;
  throw new AwsError(code, body.message ?? body.Message ?? code);
}

/** Both engines key their data by region; one is enough on one machine. */
export const ENGINE_REGION = 'us-east-1';
