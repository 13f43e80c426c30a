import { type JsonObject, object } from '../template/assembly.ts';
import type { Resolver } from '../template/resolver.ts';
import { readViewerFunction, unchanged, type ViewerFunction } from './viewer-function.ts';

/** The part of CloudFront that a request and its response pass. */
export interface Edge {
  viewerFunction: ViewerFunction;
  /** Headers of requests to the origin, which replace those of the viewer. */
  originHeaders: Readonly<Record<string, string>>;
  /** Headers of responses that do not have them. */
  responseHeaders: Readonly<Record<string, string>>;
}

/** The default when the template has no distribution: nothing is changed. */
export const noEdge: Edge = { viewerFunction: unchanged, originHeaders: {}, responseHeaders: {} };

/** The distribution of the template. `checkDistributions` has checked that it has one origin. */
export function readEdge(resolver: Resolver): Edge {
  const [distribution] = resolver.resources('AWS::CloudFront::Distribution');
  if (distribution === undefined) return noEdge;
  const { Origins, DefaultCacheBehavior } = object(resolver.property(distribution, 'DistributionConfig'));
  const [origin] = Array.isArray(Origins) ? Origins : [];
  const { OriginCustomHeaders } = object(origin);
  const headers = (Array.isArray(OriginCustomHeaders) ? OriginCustomHeaders : []).map(object);
  const policy = resolver.find(
    'AWS::CloudFront::ResponseHeadersPolicy',
    'Id',
    object(DefaultCacheBehavior).ResponseHeadersPolicyId,
  );
  const policyConfig = policy && resolver.property(policy, 'ResponseHeadersPolicyConfig');
  return {
    viewerFunction: readViewerFunction(resolver),
    originHeaders: Object.fromEntries(
      headers.map(({ HeaderName, HeaderValue }) => [String(HeaderName).toLowerCase(), String(HeaderValue)]),
    ),
    responseHeaders: securityHeaders(object(object(policyConfig).SecurityHeadersConfig)),
  };
}

function securityHeaders({
  StrictTransportSecurity,
  ContentTypeOptions,
}: JsonObject): Record<string, string> {
  const { AccessControlMaxAgeSec, IncludeSubdomains } = object(StrictTransportSecurity);
  const subdomains = IncludeSubdomains === true ? '; includeSubDomains' : '';
  return {
    ...(AccessControlMaxAgeSec !== undefined && {
      'strict-transport-security': `max-age=${String(AccessControlMaxAgeSec)}${subdomains}`,
    }),
    ...(ContentTypeOptions !== undefined && { 'x-content-type-options': 'nosniff' }),
  };
}
