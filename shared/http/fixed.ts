import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type * as z from 'zod';
import { systemClock } from '../platform/clock.ts';
import { idFactory } from '../platform/id.ts';
import { log } from '../platform/log.ts';
import { systemRandomness } from '../platform/randomness.ts';
import { behindCloudFront, type GatewayRequest, type OriginSettings } from './behind-cloudfront.ts';
import { json } from './envelope.ts';
import type { ApiAnswer } from './request.ts';

const newId = idFactory(systemClock, systemRandomness);

/**
 * The Lambda handler of an endpoint with one answer for every request. It reads and counts nothing, so that it costs
 * little however often it is called, and loads neither the SDK nor schemas.
 * @param settingsOf called at each request
 */
export function fixedHandler<Response extends z.ZodType>(
  operation: string,
  answer: ApiAnswer<Response>,
  settingsOf: () => OriginSettings,
): (request: GatewayRequest) => Promise<APIGatewayProxyStructuredResultV2> {
  return behindCloudFront(operation, settingsOf, async () => {
    const requestId = newId('request');
    log.info('request', { requestId, operation, status: 200 });
    const { headers, ...response } = json(200, { success: true, ...answer });
    return { ...response, headers: { ...headers, 'X-Request-Id': requestId } };
  });
}
