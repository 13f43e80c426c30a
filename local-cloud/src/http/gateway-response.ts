import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

interface StructuredResult {
  statusCode: number;
  headers?: Record<string, string | number | boolean>;
  cookies?: string[];
  body?: string;
  isBase64Encoded?: boolean;
}

/** Answers as API Gateway does when the function gives no usable answer. */
export function sendGatewayError(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
}

/** Turns a function's result into the response. A result without `statusCode` is the body of a 200. */
export function sendGatewayResult(response: ServerResponse, result: unknown, requestId: string): void {
  if (!isStructured(result)) {
    const headers = { 'content-type': 'application/json', 'apigw-requestid': requestId };
    response.writeHead(200, headers).end(typeof result === 'string' ? result : JSON.stringify(result));
    return;
  }
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded = false } = result;
  const outgoing: OutgoingHttpHeaders = { 'apigw-requestid': requestId };
  for (const [name, value] of Object.entries(headers)) outgoing[name.toLowerCase()] = String(value);
  if (cookies.length > 0) outgoing['set-cookie'] = cookies;
  outgoing['content-type'] ??= 'text/plain;charset=UTF-8';
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  outgoing['content-length'] = bytes.length;
  response.writeHead(statusCode, outgoing).end(bytes);
}

function isStructured(result: unknown): result is StructuredResult {
  return (
    result !== null &&
    typeof result === 'object' &&
    typeof (result as StructuredResult).statusCode === 'number'
  );
}
