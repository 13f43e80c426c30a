const REGION = 'us-east-1';
const ACCOUNT_ID = '000000000000';

/** Environment variables with which AWS tools and clients use the emulator and never AWS. */
export function environmentOf(endpoint: string): Record<string, string> {
  return {
    AWS_ENDPOINT_URL: endpoint,
    // Without it, the CDK uses host names such as bucket.s3.localhost, which do not resolve on every machine.
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

/** The CDK environment of the emulator, for `cdk bootstrap`. */
export const CDK_ENVIRONMENT = `aws://${ACCOUNT_ID}/${REGION}`;
