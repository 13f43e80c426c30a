import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Function as CloudFrontFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { transformSync } from 'esbuild';
import { BODY_MAX_BYTES, bodyTooLarge } from '../../shared/contract/request-limits.ts';

const SOURCE = join(import.meta.dirname, '../edge/viewer-request.ts');

/** The CloudFront function of infra/edge/viewer-request.ts, as JavaScript with its constants filled in. */
export function viewerFunction(scope: Construct): CloudFrontFunction {
  const { code } = transformSync(readFileSync(SOURCE, 'utf8'), {
    loader: 'ts',
    target: 'es2017',
    define: {
      BODY_MAX_BYTES: String(BODY_MAX_BYTES),
      BODY_TOO_LARGE: JSON.stringify(bodyTooLarge()),
    },
  });
  return new CloudFrontFunction(scope, 'ViewerRequest', {
    comment: 'Serves paths with a slash at their end, and answers requests that are too large',
    runtime: FunctionRuntime.JS_2_0,
    // CloudFront calls the global function, and knows no modules.
    code: FunctionCode.fromInline(code.replace('export function', 'function')),
  });
}
