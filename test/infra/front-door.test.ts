import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../infra/settings.ts';
import { Synthesized, type Value } from './synthesized.ts';

const production = new Synthesized(settingsOf('production'));

/**
 * The statuses whose caching CloudFront lets a distribution decide. It caches no others of 4xx and 5xx, unless
 * their Cache-Control asks for it, and ours have no-store.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
 */
const CACHEABLE_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

describe('CloudFront', () => {
  const distributions = production.resources('AWS::CloudFront::Distribution');

  it('caches no error of any status, so that no tenant gets the failed answer of another', () => {
    expect(distributions).toHaveLength(1);
    for (const [, , { Properties }] of distributions) {
      const { CustomErrorResponses } = Properties.DistributionConfig as { CustomErrorResponses?: Value[] };
      const times = (CustomErrorResponses ?? []).map((each) => each as Record<string, Value>);
      expect(times.map(({ ErrorCode }) => ErrorCode).sort()).toEqual(CACHEABLE_ERRORS);
      for (const response of times) {
        // Nothing else: CloudFront would replace the body of our own errors.
        expect(response).toEqual({ ErrorCode: response.ErrorCode, ErrorCachingMinTTL: 0 });
      }
    }
  });
});

it('a managed rule group of the web ACL has no overrides of rules, not even an empty list', () => {
  const [webAcl] = production.resources('AWS::WAFv2::WebACL');
  expect(JSON.stringify(webAcl)).toContain('ManagedRuleGroupStatement');
  expect(JSON.stringify(webAcl)).not.toContain('RuleActionOverrides');
});
