import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  type AddBehaviorOptions,
  AllowedMethods,
  CachePolicy,
  Distribution,
  FunctionEventType,
  HttpVersion,
  OriginRequestPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnOutput, CfnParameter, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Asset } from '../../shared/contract/asset.ts';
import { NO_ORIGIN_SECRETS, ORIGIN_SECRET_HEADER } from '../../shared/contract/origin-secret.ts';
import { assetCaching } from '../constructs/asset-caching.ts';
import { isOnThisMachine, LOCALSTACK_STAGE } from '../constructs/bundles.ts';
import { suppressNag } from '../constructs/nag-suppressions.ts';
import { OriginSecret } from '../constructs/origin-secret.ts';
import { securityHeaders } from '../constructs/security-headers.ts';
import { stackProps } from '../constructs/stack-props.ts';
import { stageValue } from '../constructs/stage-parameter.ts';
import { viewerFunction } from '../constructs/viewer-function.ts';
import type { StageSettings } from '../stage-settings.ts';

export interface WebStackProps {
  settings: StageSettings;
  /** The static files, which CloudFront caches. */
  assets: readonly Asset[];
  /** Absent in the local stage. */
  webAclArn?: string;
}

/**
 * One line per request. It names the route instead of the path and the query, as a path can contain an e-mail
 * address and a query can contain a token.
 */
const ACCESS_LOG_FORMAT = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTime',
    // The server of CloudFront. API Gateway cannot log a header, so the viewer's address is in the line "request" of
    // the function, which also has the requestId above.
    peer: '$context.identity.sourceIp',
    route: '$context.routeKey',
    status: '$context.status',
    responseBytes: '$context.responseLength',
    integrationMs: '$context.integrationLatency',
    integrationError: '$context.integrationErrorMessage',
  }),
);

/**
 * CloudFront caches these errors for ten seconds by default, also those with `no-store`, and with a cache key that
 * has neither the path's query nor the caller. A time of 0 turns that off.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
 */
const UNCACHED_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map((httpStatus) => ({
  httpStatus,
  ttl: Duration.seconds(0),
}));

/** The HTTP API behind CloudFront. The API stacks add its routes. */
export class WebStack extends Stack {
  readonly httpApi: HttpApi;
  readonly appUrl: string;
  readonly distributionId: string;
  readonly addressRequestsPerMinute: string;
  /** The secrets of requests from CloudFront that functions accept, separated by commas. */
  readonly originSecrets: string;

  constructor(scope: Construct, id: string, { settings, assets, webAclArn }: WebStackProps) {
    super(scope, id, stackProps(settings));
    this.httpApi = this.#api(id, settings);

    // Emulators of AWS do not run CloudFront, nor its functions.
    const emulated = settings.stage === LOCALSTACK_STAGE;
    const secret = emulated
      ? undefined
      : new OriginSecret(this, 'OriginSecret', settings.originSecretVersion);
    this.originSecrets = secret?.accepted ?? NO_ORIGIN_SECRETS;

    const { domain } = settings;
    const origin = new HttpOrigin(`${this.httpApi.apiId}.execute-api.${this.region}.${this.urlSuffix}`, {
      ...(secret && { customHeaders: { [ORIGIN_SECRET_HEADER]: secret.sent } }),
    });
    const behaviour: AddBehaviorOptions = {
      allowedMethods: AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: securityHeaders(this),
      ...(!emulated && {
        functionAssociations: [
          { eventType: FunctionEventType.VIEWER_REQUEST, function: viewerFunction(this) },
        ],
      }),
    };
    const distribution = new Distribution(this, 'Distribution', {
      comment: id,
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(webAclArn !== undefined && { webAclId: webAclArn }),
      ...(domain && {
        domainNames: [domain.name],
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      }),
      errorResponses: UNCACHED_ERRORS,
      defaultBehavior: {
        ...behaviour,
        origin,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        // Without a cache, CloudFront does not compress. The functions do.
        compress: false,
      },
      additionalBehaviors: assetCaching(this, assets, { ...behaviour, origin }),
    });
    suppressNag(distribution, 'anyCountry');
    suppressNag(distribution, 'noEdgeLog');
    if (!domain) suppressNag(distribution, 'edgeCertificate');
    this.distributionId = distribution.distributionId;
    this.appUrl = this.#appUrlOf(settings, distribution);
    // Deployed stacks of a stage without a domain import the name. The export has to stay when a domain is added.
    this.exportValue(distribution.distributionDomainName);

    this.addressRequestsPerMinute = stageValue(
      this,
      settings,
      'AddressRequestsPerMinute',
      String(settings.addressRequestsPerMinute),
    );
    // The default stage has no path, so the API's endpoint is the stage's as well.
    new CfnOutput(this, 'ApiUrl', { value: this.httpApi.apiEndpoint });
  }

  #api(apiName: string, settings: StageSettings): HttpApi {
    const httpApi = new HttpApi(this, 'HttpApi', { apiName, createDefaultStage: false });
    const logGroup = new LogGroup(this, 'AccessLog', {
      retention: settings.logRetentionDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new HttpStage(this, 'DefaultStage', {
      httpApi,
      autoDeploy: true,
      throttle: {
        rateLimit: settings.apiRequestsPerSecond,
        // Half of the rate, as in the quotas of an account.
        burstLimit: Math.ceil(settings.apiRequestsPerSecond / 2),
      },
      accessLogSettings: { destination: new LogGroupLogDestination(logGroup), format: ACCESS_LOG_FORMAT },
    });
    return httpApi;
  }

  #appUrlOf(settings: StageSettings, distribution: Distribution): string {
    if (isOnThisMachine(settings.stage)) {
      return new CfnParameter(this, 'AppUrl', {
        type: 'String',
        description: 'The origin of the cloud on this machine',
      }).valueAsString;
    }
    const appUrl = `https://${settings.domain?.name ?? distribution.distributionDomainName}`;
    new CfnOutput(this, 'AppUrl', { value: appUrl });
    return appUrl;
  }
}
