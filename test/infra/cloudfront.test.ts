import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../infra/settings.ts';
import { ORIGIN_SECRET_HEADER } from '../../shared/contract/origin-secret.ts';
import { assets, endpoints, pages } from '../../shared/contract/registry.ts';
import { type Synthesized, synthesized, type Value } from './synthesized.ts';

const production = synthesized(settingsOf('production'));

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

const ACCEPTED_SECRET = /^\{\{resolve:secretsmanager:OriginSecretAccepted:SecretString:accepted1::\}\}$/;

/** Three deployments, each of which rotates the secret. */
const DEPLOYED = [1, 2, 3].map((originSecretVersion) => deployedWith(originSecretVersion));

describe('the secret of requests from CloudFront', () => {
  it('is sent by CloudFront to the API with every request', () => {
    expect(sentBy(production)).toBe('{{resolve:secretsmanager:OriginSecretSlot1:SecretString:version1::}}');
  });

  it('is required by the function of every route', () => {
    const routed = [...endpoints, ...pages, ...assets].map(({ operation }) => operation);
    expect(routed.length).toBeGreaterThan(50);
    for (const operation of routed) {
      expect(production.text(variablesOf(production, operation).ORIGIN_SECRETS), operation).toMatch(
        ACCEPTED_SECRET,
      );
    }
    const others = production.functions.filter(({ operation }) => !routed.includes(operation));
    expect(others.length).toBeGreaterThan(10);
    for (const { properties } of others) expect(JSON.stringify(properties)).not.toContain('ORIGIN_SECRETS');
  });

  it('is required by no function of an emulator, which has no CloudFront', () => {
    const emulated = synthesized(settingsOf('localstack'));
    expect(variablesOf(emulated, 'web/get-health').ORIGIN_SECRETS).toBe('none');
    expect(sentBy(emulated)).toBeUndefined();
  });

  it('has no value in a template', () => {
    for (const [, id, { Properties }] of secretsOf(production)) {
      const value = Properties.SecretString;
      if (value === undefined)
        expect(Properties.GenerateSecretString, id).toMatchObject({ PasswordLength: 64 });
      else expect(production.text(value)).toMatch(/^\{"accepted1":"(\{\{[\w:]+\}\},?){3}"\}$/);
    }
  });

  it('stays within the 60 dynamic references that CloudFormation allows in a template', () => {
    for (const [stack, template] of production.templates) {
      expect(JSON.stringify(template).split('{{resolve:').length - 1, stack).toBeLessThanOrEqual(60);
    }
  });

  it('is rotated so that functions of the former and of the next deployment accept what CloudFront sends', () => {
    const versions = DEPLOYED;
    for (const [position, deployed] of versions.entries()) {
      expect(deployed.accepted).toHaveLength(3);
      expect(deployed.accepted).toContain(deployed.sent);
      // The order of a deployment is CloudFront first, so its secret meets functions of the deployment before.
      const [before, after] = [versions[position - 1], versions[position + 1]];
      if (before) expect(before.accepted).toContain(deployed.sent);
      if (after) expect(after.accepted).toContain(deployed.sent);
    }
  });

  it('keeps its value in a slot while a version is accepted, and gets a new one with the next turn of the slot', () => {
    const [one, two] = DEPLOYED;
    const changed = Object.keys(one?.generators ?? {}).filter(
      (id) => one?.generators[id] !== two?.generators[id],
    );
    expect(changed).toEqual(['OriginSecretSlot0']);
  });
});

/** The secret that CloudFront sends, those that functions accept, and how each value is generated. */
function deployedWith(originSecretVersion: number) {
  const service = synthesized({ ...settingsOf('production'), originSecretVersion });
  const secrets = secretsOf(service);
  const [accepted] = secrets.flatMap(([, , { Properties }]) =>
    Properties.SecretString === undefined ? [] : [service.text(Properties.SecretString)],
  );
  return {
    sent: sentBy(service),
    accepted: accepted?.match(/\{\{.*?\}\}/g) ?? [],
    generators: Object.fromEntries(
      secrets.map(([, id, { Properties }]) => [
        id.replace(/[0-9A-F]{8}$/, ''),
        JSON.stringify(Properties.GenerateSecretString),
      ]),
    ),
  };
}

function secretsOf(service: Synthesized) {
  return service.resources('AWS::SecretsManager::Secret').filter(([, id]) => id.startsWith('OriginSecret'));
}

function sentBy(service: Synthesized): string | undefined {
  const { Origins } = distributionOf(service) as { Origins: Record<string, Value>[] };
  expect(Origins).toHaveLength(1);
  const headers = (Origins[0]?.OriginCustomHeaders ?? []) as { HeaderName: string; HeaderValue: Value }[];
  const [header] = headers.filter(({ HeaderName }) => HeaderName === ORIGIN_SECRET_HEADER);
  return header && service.text(header.HeaderValue);
}

function distributionOf(service: Synthesized): Record<string, Value> {
  const [config] = service
    .resources('AWS::CloudFront::Distribution')
    .map(([, , { Properties }]) => Properties.DistributionConfig as Record<string, Value>);
  return config ?? {};
}

function variablesOf(service: Synthesized, operation: string): Record<string, Value> {
  return (service.function(operation).properties.Environment as { Variables: Record<string, Value> })
    .Variables;
}

describe('the responses of the service', () => {
  it('have HSTS and nosniff, whatever has answered them', () => {
    const [policy, ...others] = production.resources('AWS::CloudFront::ResponseHeadersPolicy');
    expect(others).toEqual([]);
    expect(policy?.[2].Properties.ResponseHeadersPolicyConfig).toMatchObject({
      SecurityHeadersConfig: {
        StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, IncludeSubdomains: true },
        ContentTypeOptions: {},
      },
    });
    const { DefaultCacheBehavior, CacheBehaviors } = distributionOf(production) as Record<
      string,
      Record<string, Value>
    >;
    const behaviours = [DefaultCacheBehavior, ...Object.values(CacheBehaviors ?? {})];
    expect(behaviours).toHaveLength(1 + assets.length);
    for (const behaviour of behaviours) {
      expect(behaviour).toHaveProperty('ResponseHeadersPolicyId', { Ref: policy?.[1] });
    }
  });

  it('are compressed by the functions, as CloudFront compresses only what it caches', () => {
    const [distribution] = production.resources('AWS::CloudFront::Distribution');
    expect(distribution?.[2].Properties).toHaveProperty(
      'DistributionConfig.DefaultCacheBehavior.Compress',
      false,
    );
  });
});

describe('assets', () => {
  const [policy, ...others] = production.resources('AWS::CloudFront::CachePolicy');
  const behaviours = (distributionOf(production).CacheBehaviors ?? []) as Record<string, Value>[];

  it('are cached as their Cache-Control says, one copy for all viewers', () => {
    expect(others).toEqual([]);
    expect(policy?.[2].Properties.CachePolicyConfig).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 31_536_000,
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'none' },
        EnableAcceptEncodingGzip: true,
        EnableAcceptEncodingBrotli: true,
      },
    });
  });

  it('have a behaviour of CloudFront each, and no page or endpoint is cached by one', () => {
    expect(behaviours.map(({ PathPattern }) => PathPattern)).toEqual(
      assets.map(({ path }) => path.replace('{digest}', '*')),
    );
    for (const { PathPattern, ...behaviour } of behaviours) {
      expect(behaviour).toMatchObject({ CachePolicyId: { Ref: policy?.[1] }, Compress: true });
      expect(behaviour).not.toHaveProperty('OriginRequestPolicyId');
      const pattern = new RegExp(`^${String(PathPattern).replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
      expect([...endpoints, ...pages].filter(({ path }) => pattern.test(path))).toEqual([]);
    }
  });
});

it('the stage of the API lets as many requests pass as the settings say', () => {
  const [stage] = production.resources('AWS::ApiGatewayV2::Stage');
  expect(stage?.[2].Properties.DefaultRouteSettings).toEqual({
    ThrottlingRateLimit: settingsOf('production').apiRequestsPerSecond,
    ThrottlingBurstLimit: settingsOf('production').apiRequestsPerSecond / 2,
  });
});

it('a managed rule group of the web ACL has no overrides of rules, not even an empty list', () => {
  const [webAcl] = production.resources('AWS::WAFv2::WebACL');
  expect(JSON.stringify(webAcl)).toContain('ManagedRuleGroupStatement');
  expect(JSON.stringify(webAcl)).not.toContain('RuleActionOverrides');
});
