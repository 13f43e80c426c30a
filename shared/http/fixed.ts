import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type * as z from 'zod';
import { log } from '../platform/log.ts';
import { behindCloudFront, type GatewayRequest, type OriginSettings } from './behind-cloudfront.ts';
import { errorAnswer, json } from './envelope.ts';
import { type ApiAnswer, repeatedParameter } from './request.ts';

export type FixedRequest = Pick<APIGatewayProxyEventV2, 'rawQueryString'> & GatewayRequest;

/**
 * The Lambda handler of an endpoint with one answer for every request. It reads and counts nothing, so that it costs
 * little however often it is called, and loads neither the SDK nor schemas.
 * @param settingsOf called at each request
 */
export function fixedHandler<Response extends z.ZodType>(
  operation: string,
  answer: ApiAnswer<Response>,
  settingsOf: () => OriginSettings,
): (request: FixedRequest) => Promise<APIGatewayProxyStructuredResultV2> {
  return behindCloudFront(operation, settingsOf, async ({ rawQueryString }: FixedRequest, requestId) => {
    const problem = repeatedParameter(rawQueryString);
    const response = problem ? errorAnswer(problem) : json(200, { success: true, ...answer });
    log.info('request', { requestId, operation, status: response.statusCode });
    return response;
  });
}
