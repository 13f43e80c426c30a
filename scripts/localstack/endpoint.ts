const REGION = 'us-east-1';
const ACCOUNT_ID = '000000000000';

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
