import { type BehaviorOptions, CachePolicy } from 'aws-cdk-lib/aws-cloudfront';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Asset } from '../../shared/contract/asset.ts';

/**
 * A behaviour of CloudFront for the path of each asset. Its cache follows Cache-Control of the function, and keeps one
 * copy for all viewers: the key has the path and the encoding, and no cookie, header or query. The origin gets nothing
 * else of a request, so that no answer can depend on its viewer.
 */
export function assetCaching(
  scope: Construct,
  assets: readonly Asset[],
  behaviour: BehaviorOptions,
): Record<string, BehaviorOptions> {
  const cachePolicy = new CachePolicy(scope, 'AssetCaching', {
    comment: 'Follows Cache-Control, one copy for all viewers',
    minTtl: Duration.seconds(0),
    // Without Cache-Control, as errors of API Gateway itself, nothing is kept.
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.days(365),
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
  });
  return Object.fromEntries(
    assets.map(({ path }) => [
      path.replaceAll(/\{\w+\}/g, '*'),
      // The functions compress text, and a compiled module is compressed here.
      { ...behaviour, cachePolicy, compress: true },
    ]),
  );
}
