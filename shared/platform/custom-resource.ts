import * as z from 'zod';

/** What CloudFormation hands to the function of a custom resource. */
export const customResourceRequest = z.object({
  RequestType: z.enum(['Create', 'Update', 'Delete']),
  ResponseURL: z.url(),
  StackId: z.string(),
  RequestId: z.string(),
  LogicalResourceId: z.string(),
});

export type CustomResourceRequest = z.infer<typeof customResourceRequest>;

/**
 * Runs what the request asks for and tells CloudFormation how it went; unanswered, a deployment hangs until its
 * time-out. The reason of a failure shows in the stack's events.
 * @param physicalId names the thing behind the resource; to CloudFormation another name is another thing
 * @throws when the answer is not taken.
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
  const answer = { ...outcome, PhysicalResourceId: physicalId, StackId, RequestId, LogicalResourceId };
  const response = await fetch(ResponseURL, {
    method: 'PUT',
    // As bytes: the URL is signed for a request without a content type, which a text would get.
    body: new TextEncoder().encode(JSON.stringify(answer)),
  });
  if (!response.ok) throw new Error(`CloudFormation answers ${response.status} to the answer.`);
}
