import { Refusal } from '../../infra/refusal.ts';

const REGION = 'us-east-1';
const ACCOUNT_ID = '000000000000';

/**
 * The emulated cloud that AWS_ENDPOINT_URL names, if it names one. @throws a sentence when it is not on this machine:
 * what is deployed there lets webhooks reach loopback addresses.
 */
export function givenEndpoint(): string | undefined {
  const given = process.env.AWS_ENDPOINT_URL;
  if (given === undefined || given === '') return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)) {
    return url.origin;
  }
  throw new Refusal(
    `AWS_ENDPOINT_URL is ${given}: the stage localstack is deployed to an emulator on this machine only, such as ` +
      'http://127.0.0.1:4566.',
  );
}

/** What lets any tool of AWS work on the emulated cloud, and on nothing else. */
export function environmentOf(endpoint: string): Record<string, string> {
  return {
    AWS_ENDPOINT_URL: endpoint,
    // Without it the deployment would look for names like bucket.s3.localhost, which do not resolve everywhere.
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_SESSION_TOKEN: '',
    AWS_PROFILE: '',
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    CDK_DEFAULT_ACCOUNT: ACCOUNT_ID,
    CDK_DEFAULT_REGION: REGION,
  };
}

/** What CDK calls the place: `cdk bootstrap` takes it. */
export const BOOTSTRAPPED = `aws://${ACCOUNT_ID}/${REGION}`;
