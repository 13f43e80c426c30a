import type { IncomingMessage, ServerResponse } from 'node:http';
import { S3Failure } from './failure.ts';

/** One rule of a bucket's CORS configuration; `*` stands for any text in origins and headers. */
export interface CorsRule {
  allowedOrigins: readonly string[];
  allowedMethods: readonly string[];
  allowedHeaders?: readonly string[];
  exposeHeaders?: readonly string[];
  maxAgeSeconds?: number;
}

/** Answers a preflight request; throws `S3Failure` when no rule allows it. */
export function answerPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  rules: readonly CorsRule[],
): void {
  const method = request.headers['access-control-request-method'] ?? '';
  const headers = (request.headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const rule = findRule(rules, request.headers.origin ?? '', method, headers);
  if (rule === undefined) {
    throw new S3Failure(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
  }
  allowOrigin(request, response, rule);
  response.setHeader('Access-Control-Allow-Methods', rule.allowedMethods.join(', '));
  if (headers.length > 0)
    response.setHeader('Access-Control-Allow-Headers', headers.join(', ').toLowerCase());
  if (rule.maxAgeSeconds !== undefined)
    response.setHeader('Access-Control-Max-Age', String(rule.maxAgeSeconds));
  response.writeHead(200, { 'Content-Length': '0' }).end();
}

/** Sets the CORS headers of an answer for pages of allowed origins, and none for others. */
export function applyCors(
  request: IncomingMessage,
  response: ServerResponse,
  rules: readonly CorsRule[],
): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  const rule = findRule(rules, origin, request.method ?? '', []);
  if (rule !== undefined) allowOrigin(request, response, rule);
}

function findRule(
  rules: readonly CorsRule[],
  origin: string,
  method: string,
  headers: readonly string[],
): CorsRule | undefined {
  return rules.find(
    ({ allowedOrigins, allowedMethods, allowedHeaders = [] }) =>
      matchesAny(allowedOrigins, origin) &&
      allowedMethods.includes(method) &&
      headers.every((name) => matchesAny(allowedHeaders, name)),
  );
}

function matchesAny(patterns: readonly string[], value: string): boolean {
  return patterns.some((pattern) => {
    const [start = '', ...end] = pattern.toLowerCase().split('*');
    const text = value.toLowerCase();
    return end.length === 0
      ? text === start
      : text.length >= pattern.length - 1 && text.startsWith(start) && text.endsWith(end.join('*'));
  });
}

function allowOrigin(request: IncomingMessage, response: ServerResponse, rule: CorsRule): void {
  const anyOrigin = rule.allowedOrigins.includes('*');
  response.setHeader('Access-Control-Allow-Origin', anyOrigin ? '*' : (request.headers.origin ?? ''));
  if (!anyOrigin) response.setHeader('Access-Control-Allow-Credentials', 'true');
  if (rule.exposeHeaders !== undefined && rule.exposeHeaders.length > 0) {
    response.setHeader('Access-Control-Expose-Headers', rule.exposeHeaders.join(', '));
  }
  response.setHeader('Vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method');
}
