import { type HttpApi, type HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { ContractFunction, type Service } from '../constructs/contract-function.ts';
import type { Resources } from '../constructs/grants.ts';

export interface ApiStackProps {
  service: Service;
  resources: Resources;
  httpApi: HttpApi;
  endpoints: readonly Endpoint[];
}

/** One area of the API: for each of its endpoints a function and a route to it. */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, { service, resources, httpApi, endpoints }: ApiStackProps) {
    super(scope, id);
    for (const contract of endpoints) {
      const { handler, node } = new ContractFunction(this, { service, contract, resources });
      new HttpRoute(this, `${node.id}Route`, {
        httpApi,
        routeKey: routeKeyOf(contract),
        integration: new HttpLambdaIntegration('Integration', handler),
      });
    }
  }
}

const FALLBACK_PATH = '$default';

function routeKeyOf({ method, path }: Endpoint): HttpRouteKey {
  return path === FALLBACK_PATH ? HttpRouteKey.DEFAULT : HttpRouteKey.with(path, method as HttpMethod);
}
