import * as z from 'zod';

/** The request that CloudFormation sends to the function of a custom resource. */
export const customResourceRequest = z.object({
  RequestType: z.enum(['Create', 'Update', 'Delete']),
  ResponseURL: z.url(),
  StackId: z.string(),
  RequestId: z.string(),
  LogicalResourceId: z.string(),
});

export type CustomResourceRequest = z.infer<typeof customResourceRequest>;

/**
 * Does the work of a request and reports the result to CloudFormation. Without a report, a deployment hangs
 * until its time-out. The reason of a failure is shown in the stack's events.
 * @param physicalId identifies the resource; CloudFormation takes another id for another resource
 * @throws when CloudFormation does not accept the report.
 */
export async function answerCustomResource(
  request: CustomResourceRequest,
  physicalId: string,
  run: () => Promise<unknown>,
): Promise<void> {
  const { ResponseURL, StackId, RequestId, LogicalResourceId } = request;
  const outcome = await run().then(
    () => ({ Status: 'SUCCESS' }),
    (error: unknown) => ({
      Status: 'FAILED',
      Reason: error instanceof Error ? error.message : String(error),
    }),
  );
  const report = { ...outcome, PhysicalResourceId: physicalId, StackId, RequestId, LogicalResourceId };
  const response = await fetch(ResponseURL, {
    method: 'PUT',
    // As bytes: the URL is signed for a request without a content type, and fetch adds one to a string.
    body: new TextEncoder().encode(JSON.stringify(report)),
  });
  if (!response.ok)
    throw new Error(
      `CloudFormation answered ${response.status} to the report of the custom resource ${LogicalResourceId}.`,
    );
}
