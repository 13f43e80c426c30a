import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  HttpVersion,
  OriginRequestPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { CfnOutput, CfnParameter, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { LOCAL_STAGE } from '../constructs/bundles.ts';
import { stageValue } from '../constructs/stage-parameter.ts';
import type { StageSettings } from '../settings.ts';

export interface WebStackProps {
  settings: StageSettings;
}

/** The front door: the HTTP API, whose routes the API stacks add, behind one CloudFront origin. */
export class WebStack extends Stack {
  readonly httpApi: HttpApi;
  readonly appUrl: string;
  readonly addressRequestsPerMinute: string;

  constructor(scope: Construct, id: string, { settings }: WebStackProps) {
    super(scope, id);
    this.httpApi = new HttpApi(this, 'HttpApi', { apiName: id });

    const { domain } = settings;
    const distribution = new Distribution(this, 'Distribution', {
      comment: id,
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(domain && {
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      }),
      defaultBehavior: {
        origin: new HttpOrigin(`${this.httpApi.apiId}.execute-api.${this.region}.${this.urlSuffix}`),
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      },
    });
    this.appUrl = this.#appUrlOf(settings, distribution);

    this.addressRequestsPerMinute = stageValue(
      this,
      settings,
      'AddressRequestsPerMinute',
      String(settings.addressRequestsPerMinute),
    );
    new CfnOutput(this, 'ApiUrl', { value: this.httpApi.apiEndpoint });
  }

  #appUrlOf(settings: StageSettings, distribution: Distribution): string {
    if (settings.stage === LOCAL_STAGE) {
      return new CfnParameter(this, 'AppUrl', {
        type: 'String',
        description: 'The origin at which the local cloud listens',
      }).valueAsString;
    }
    const appUrl = `https://${settings.domain?.name ?? distribution.distributionDomainName}`;
    new CfnOutput(this, 'AppUrl', { value: appUrl });
    return appUrl;
  }
}
