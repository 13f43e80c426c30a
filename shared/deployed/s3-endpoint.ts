/** Endpoint of a local or LocalStack-compatible cloud that stands in for S3, if there is one. */
export function ownS3Endpoint(): string | undefined {
  return process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
}
