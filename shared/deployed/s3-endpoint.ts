/** The endpoint of the local cloud or of LocalStack; undefined for S3 itself. */
export function ownS3Endpoint(): string | undefined {
  return process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
}
