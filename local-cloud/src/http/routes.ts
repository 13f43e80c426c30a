import type { Authorizer } from '../aws/authorization/authorizer.ts';
import { requireGrants } from '../aws/authorization/require-grants.ts';
import { object, placeOf, TemplateError } from '../template/assembly.ts';
import type { Resolver } from '../template/resolver.ts';
import type { ApiIdentity } from './api-identity.ts';

/** A route of the HTTP API with the function behind it. */
export interface Route {
  /** `GET /models/{id}` or `$default`. */
  routeKey: string;
  functionArn: string;
}

export interface RouteMatch {
  route: Route;
  pathParameters: Record<string, string>;
}

interface Candidate extends Route {
  method: string;
  segments: string[];
}

/** Finds the route of a request as API Gateway does. @throws URIError when a path segment is not valid UTF-8 */
export type MatchRoute = (method: string, path: string) => RouteMatch | undefined;

/**
 * The routes of the template, each with the function its integration calls.
 * @throws TemplateError when a function does not let the API call it for one of its routes
 */
export function readRoutes(resolver: Resolver, authorizer: Authorizer): Route[] {
  return resolver.resources('AWS::ApiGatewayV2::Route').map((resource) => {
    const target = String(resolver.property(resource, 'Target'));
    const integration = resolver.find(
      'AWS::ApiGatewayV2::Integration',
      'Ref',
      target.replace('integrations/', ''),
    );
    if (integration === undefined)
      throw new TemplateError(placeOf(resource, 'Target'), `${target} does not exist`);
    const functionArn = String(resolver.property(integration, 'IntegrationUri'));
    if (resolver.find('AWS::Lambda::Function', 'Arn', functionArn) === undefined) {
      throw new TemplateError(
        placeOf(integration, 'IntegrationUri'),
        `${functionArn} is not a function of the templates`,
      );
    }
    const routeKey = String(resolver.property(resource, 'RouteKey'));
    const context = {
      'aws:SourceArn': [callArn(routeKey, String(resolver.property(resource, 'ApiId')), resolver)],
    };
    const invocation = { action: 'lambda:InvokeFunction', resource: functionArn, context };
    requireGrants(authorizer, 'apigateway.amazonaws.com', [invocation], placeOf(resource));
    return { routeKey, functionArn };
  });
}

/** The source ARN of a route's invocations: `arn:aws:execute-api:<region>:<account>:<api>/<stage>/<method>/<path>`. */
function callArn(routeKey: string, apiId: string, { deployment }: Resolver): string {
  const api = `arn:aws:execute-api:${deployment.region}:${deployment.accountId}:${apiId}`;
  return `${api}/$default/${routeKey.replace(' ', '')}`;
}

/** The one HTTP API of the template. */
export function readApi(resolver: Resolver): ApiIdentity {
  const [api, ...others] = resolver.resources('AWS::ApiGatewayV2::Api');
  if (api === undefined || others.length > 0)
    throw new Error('The templates must have exactly one HTTP API.');
  const domainName = new URL(resolver.attribute(api, 'ApiEndpoint')).host;
  return { apiId: resolver.reference(api), accountId: resolver.deployment.accountId, domainName };
}

/**
 * Checks that CloudFront has one origin and caches no answer of the default behaviour. Copies of assets, which other
 * behaviours keep, are the same for everyone: the local cloud asks the function each time.
 */
export function checkDistributions(resolver: Resolver): void {
  const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
  for (const resource of resolver.resources('AWS::CloudFront::Distribution')) {
    const { Origins, DefaultCacheBehavior } = object(resolver.property(resource, 'DistributionConfig'));
    const place = placeOf(resource, 'DistributionConfig');
    if (!Array.isArray(Origins) || Origins.length !== 1)
      throw new TemplateError(place, 'only one origin is supported');
    if (object(DefaultCacheBehavior).CachePolicyId !== CACHING_DISABLED) {
      throw new TemplateError(
        `${place}.DefaultCacheBehavior`,
        'only the policy that disables caching is supported',
      );
    }
  }
}

export function routeMatcher(routes: readonly Route[]): MatchRoute {
  const fallback = routes.find(({ routeKey }) => routeKey === '$default');
  const candidates = routes
    .filter((route) => route !== fallback)
    .map((route): Candidate => {
      const [method = '', path = ''] = route.routeKey.split(' ');
      return { ...route, method, segments: path.split('/').slice(1) };
    })
    .sort(bySpecificity);
  return (method, path) => {
    const segments = path.split('/').slice(1);
    for (const candidate of candidates) {
      if (candidate.method !== method && candidate.method !== 'ANY') continue;
      const pathParameters = capture(candidate.segments, segments);
      if (pathParameters !== undefined) return { route: candidate, pathParameters };
    }
    return fallback && { route: fallback, pathParameters: {} };
  };
}

/** Literal segments take precedence over placeholders, placeholders over a greedy one, and a method over ANY. */
function bySpecificity(one: Candidate, other: Candidate): number {
  for (let index = 0; index < Math.max(one.segments.length, other.segments.length); index++) {
    const difference = rank(one.segments[index]) - rank(other.segments[index]);
    if (difference !== 0) return difference;
  }
  return Number(one.method === 'ANY') - Number(other.method === 'ANY');
}

function rank(segment: string | undefined): number {
  if (segment === undefined) return 0;
  if (segment.endsWith('+}')) return 3;
  return segment.startsWith('{') ? 2 : 1;
}

function capture(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index];
    if (segment === undefined) return undefined;
    if (part.endsWith('+}')) {
      parameters[part.slice(1, -2)] = segments.slice(index).map(decodeURIComponent).join('/');
      return parameters;
    }
    if (part.startsWith('{')) {
      if (segment === '') return undefined;
      parameters[part.slice(1, -1)] = decodeURIComponent(segment);
    } else if (part !== segment) {
      return undefined;
    }
  }
  return segments.length === pattern.length ? parameters : undefined;
}
