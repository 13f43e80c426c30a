/**
 * The function that CloudFront runs for every request, before API Gateway has it. It does what API Gateway cannot:
 * serve a path with a slash at its end, and keep away requests that API Gateway would answer by itself, without the
 * error envelope. CloudFront runs this file alone, without imports, see infra/constructs/viewer-function.ts.
 */

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html */
interface ViewerRequestEvent {
  context: { requestId: string };
  request: ViewerRequest;
}

interface ViewerRequest {
  uri: string;
  headers: Record<string, { value: string }>;
}

// Replaced when the template is made.
declare const BODY_MAX_BYTES: number;
declare const BODY_TOO_LARGE: string;

export function handler({ context, request }: ViewerRequestEvent) {
  const length = request.headers['content-length'];
  if (length && Number(length.value) > BODY_MAX_BYTES) return tooLarge(context.requestId);
  request.uri = servedPath(request.uri);
  return request;
}

/** An escape that is not UTF-8 is taken literally, as a part of an id that does not exist. */
function servedPath(uri: string): string {
  const path = uri.length > 1 && uri.endsWith('/') ? uri.slice(0, -1) : uri;
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return path.replace(/%/g, '%25');
  }
}

/** The caller is not known here and nothing is counted, so the answer has no headers of the rate limit. */
function tooLarge(requestId: string) {
  const body = { success: false, error: BODY_TOO_LARGE, code: 'INVALID_REQUEST' };
  return {
    statusCode: 400,
    statusDescription: 'Bad Request',
    headers: {
      'content-type': { value: 'application/json; charset=utf-8' },
      'cache-control': { value: 'no-store' },
      'x-request-id': { value: `req_${requestId}` },
    },
    body: { encoding: 'text', data: JSON.stringify(body) },
  };
}
