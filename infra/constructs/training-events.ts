import {
  ApiDestination,
  Authorization,
  Connection,
  HttpMethod,
  type IApiDestination,
  Rule,
} from 'aws-cdk-lib/aws-events';
import { ApiDestination as ApiDestinationTarget } from 'aws-cdk-lib/aws-events-targets';
import { Duration, SecretValue } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';

/** Posts in a second: each is a poll of a job. */
const POSTS_PER_SECOND = 10;
/** A later post is worth no more than the next poll. */
const MAX_AGE = Duration.minutes(10);

/**
 * Posts the end of each training job to the endpoint of providers' callbacks, which has the job polled at once. The token in
 * the path vouches for it, so the connection has no secret, but EventBridge requires a header.
 */
export function endingJobs(scope: Construct, appUrl: string): void {
  const connection = new Connection(scope, 'CallbackConnection', {
    authorization: Authorization.apiKey('x-sent-by', SecretValue.unsafePlainText('eventbridge')),
  });
  const destination = new ApiDestination(scope, 'Callbacks', {
    connection,
    endpoint: `${appUrl}/api/providers/sagemaker/*`,
    httpMethod: HttpMethod.POST,
    rateLimitPerSecond: POSTS_PER_SECOND,
  });
  new Rule(scope, 'EndingJobs', {
    description: 'Has a training job that has ended polled at once',
    eventPattern: {
      source: ['aws.sagemaker'],
      detailType: ['SageMaker Training Job State Change'],
      detail: {
        TrainingJobStatus: ['Completed', 'Failed', 'Stopped'],
        HyperParameters: { callback: [{ exists: true }] },
      },
    },
    targets: [
      // The cast is necessary because the CDK's types do not compile with exactOptionalPropertyTypes.
      new ApiDestinationTarget(destination as IApiDestination, {
        pathParameterValues: ['$.detail.HyperParameters.callback'],
        maxEventAge: MAX_AGE,
      }),
    ],
  });
}
