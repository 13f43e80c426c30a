import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Endpoint } from '../contract/endpoint.ts';
import { ERROR_STATUS, Problem } from '../contract/errors.ts';
import { environment } from '../platform/environment.ts';
import { log } from '../platform/log.ts';
import type { Exchange, Middleware } from './stack.ts';

/** Puts answers and refusals into the one shape that callers know. */
export function envelope(contract: Endpoint): Middleware {
  return {
    after: (exchange) => {
      const answer = exchange.response as object;
      const body = contract.bare ? answer : { success: true, ...answer };
      requireContract(contract, body);
      exchange.response = json(200, body);
    },
    onError: (exchange) => {
      const problem = publicProblem(exchange);
      exchange.response = json(ERROR_STATUS[problem.code], {
        success: false,
        error: problem.message,
        code: problem.code,
        ...problem.details,
      });
    },
  };
}

/** Away from production an answer that breaks its contract is an error, and not a surprise for a caller. */
function requireContract(contract: Endpoint, body: unknown): void {
  if (environment('STAGE') !== 'local') return;
  const { error } = contract.response.safeParse(body);
  if (error) throw new Error(`${contract.operation} broke its contract: ${error.message}`);
}

function publicProblem(exchange: Exchange): Problem {
  const { error } = exchange;
  if (error instanceof Problem && error.code !== 'INTERNAL_ERROR') return error;
  log.error('request failed', error);
  return new Problem('INTERNAL_ERROR', 'Something went wrong on our side. Please try again.');
}

function json(statusCode: number, body: unknown): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
    body: JSON.stringify(body),
  };
}
