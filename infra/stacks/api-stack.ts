import { type HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Asset } from '../../shared/contract/asset.ts';
import { type Endpoint, permissionsOf } from '../../shared/contract/endpoint.ts';
import type { Page } from '../../shared/contract/page.ts';
import { ContractFunction, type Service } from '../constructs/contract-function.ts';
import { endpointSettings } from '../constructs/function-settings.ts';
import type { Resources } from '../constructs/grants.ts';
import { suppressNag } from '../constructs/nag-suppressions.ts';
import { stackProps } from '../constructs/stack-props.ts';

export interface ApiStackProps {
  service: Service;
  resources: Resources;
  httpApi: HttpApi;
  endpoints: readonly Endpoint[];
  pages: readonly Page[];
  assets: readonly Asset[];
  /** The limit of calls of one network address without a valid key. */
  addressRequestsPerMinute: string;
  /** The secrets of requests from CloudFront, separated by commas. */
  originSecrets: string;
}

/** One area of the API: a function and a route for each endpoint, page and asset. */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, stackProps(props.service.settings));
    const { service, resources, httpApi } = props;
    suppressNag(this, 'ownAuthentication');
    let last: HttpRoute | undefined;
    const addRoute = (routeId: string, routeKey: HttpRouteKey, integration: HttpLambdaIntegration) => {
      const added = new HttpRoute(this, routeId, { httpApi, routeKey, integration });
      // API Gateway refuses changes of one API that are made at the same time.
      if (last) added.node.addDependency(last);
      last = added;
    };
    const route = ({ handler, node }: ContractFunction, path: string, method: HttpMethod) => {
      const integration = new HttpLambdaIntegration('Integration', handler);
      addRoute(`${node.id}Route`, routeKeyOf(path, method), integration);
      if (method !== HttpMethod.GET || path === FALLBACK_PATH) return;
      // HEAD is answered like GET; API Gateway leaves out the body.
      addRoute(`${node.id}HeadRoute`, routeKeyOf(path, HttpMethod.HEAD), integration);
    };
    const secrets = { ORIGIN_SECRETS: props.originSecrets };
    const limit = { ...secrets, ADDRESS_REQUESTS_PER_MINUTE: props.addressRequestsPerMinute };
    const settingsOf = endpointSettings(this, service.settings);
    for (const endpoint of props.endpoints) {
      const contract = { ...endpoint, permissions: permissionsOf(endpoint) };
      const settings = { ...limit, ...settingsOf(endpoint.operation) };
      const { path, method } = contract;
      route(new ContractFunction(this, { service, contract, resources, settings }), path, HttpMethod[method]);
    }
    // A page has no access to the bucket, but its content security policy names the origin of the images.
    const settings = { ...secrets, IMAGES_BUCKET: resources.images.bucketName };
    for (const contract of props.pages) {
      route(
        new ContractFunction(this, { service, contract, resources, settings }),
        contract.path,
        HttpMethod.GET,
      );
    }
    for (const contract of props.assets) {
      route(
        new ContractFunction(this, { service, contract, resources, settings: secrets }),
        contract.path,
        HttpMethod.GET,
      );
    }
  }
}

const FALLBACK_PATH = '$default';

function routeKeyOf(path: string, method: HttpMethod): HttpRouteKey {
  return path === FALLBACK_PATH ? HttpRouteKey.DEFAULT : HttpRouteKey.with(path, method);
}
