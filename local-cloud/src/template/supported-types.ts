import { createHash } from 'node:crypto';
import type { Assembly, Resource } from './assembly.ts';
import { placeOf, TemplateError } from './assembly.ts';
import type { Deployment } from './deployment.ts';
import { ANY, checkShape, ListOf, type Shape } from './shape.ts';

/** The part of the resolver that generated names depend on. */
interface Names {
  deployment: Deployment;
  property(resource: Resource, name: string): unknown;
}
type Value = (resource: Resource, resolver: Names) => string;

interface SupportedType {
  properties: Readonly<Record<string, Shape>>;
  reference?: Value;
  attributes?: Readonly<Record<string, Value>>;
}

/** A generated name of stack and logical id, as in CloudFormation for a resource without a name. */
function generatedName(resource: Resource, limit: number): string {
  const name = `${resource.stack.name}-${resource.logicalId}`;
  if (name.length <= limit) return name;
  const tail = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, limit - tail.length - 1)}-${tail}`;
}

function arn(service: string, resource: (name: string) => string, name: Value, scope = ':'): Value {
  return (declared, resolver) => {
    const { region, accountId } = resolver.deployment;
    const where = scope === ':' ? `${region}:${accountId}` : scope === 'global' ? `:${accountId}` : ':';
    return `arn:aws:${service}:${where}:${resource(name(declared, resolver))}`;
  };
}

const tableName: Value = (resource) => generatedName(resource, 255);
const bucketName: Value = (resource) => generatedName(resource, 63).toLowerCase();
const functionName: Value = (resource) => generatedName(resource, 64);
const queueName: Value = (resource, resolver) => {
  const fifo = resolver.property(resource, 'FifoQueue') === true ? '.fifo' : '';
  const name = generatedName(resource, 80 - fifo.length);
  return name.endsWith(fifo) ? name : name + fifo;
};
const stateMachineName: Value = (resource) => generatedName(resource, 80);
const stateMachineArn = arn('states', (name) => `stateMachine:${name}`, stateMachineName);
const secretName: Value = (resource) => generatedName(resource, 512);
const secretArn = arn('secretsmanager', (name) => `secret:${name}-local1`, secretName);
const logGroupName: Value = (resource) => generatedName(resource, 512);
const ruleName: Value = (resource) => generatedName(resource, 64);
const logicalId: Value = (resource) => resource.logicalId;
const apiHost: Value = (resource, resolver) =>
  `${resource.logicalId}.execute-api.${resolver.deployment.region}.amazonaws.com`;
const userName: Value = (resource) => generatedName(resource, 64);
const roleName: Value = (resource) => generatedName(resource, 64);
const userArn = arn('iam', (name) => `user/${name}`, userName, 'global');

const KEY_SCHEMA = new ListOf({ AttributeName: ANY, KeyType: ['HASH', 'RANGE'] });

/** Every resource type and property that the local cloud supports. Any other one stops the start. */
export const SUPPORTED_TYPES: Readonly<Record<string, SupportedType>> = {
  'AWS::DynamoDB::Table': {
    properties: {
      AttributeDefinitions: new ListOf({ AttributeName: ANY, AttributeType: ['S', 'N', 'B'] }),
      KeySchema: KEY_SCHEMA,
      GlobalSecondaryIndexes: new ListOf({
        IndexName: ANY,
        KeySchema: KEY_SCHEMA,
        Projection: { ProjectionType: ['ALL', 'KEYS_ONLY', 'INCLUDE'], NonKeyAttributes: ANY },
      }),
      BillingMode: ['PAY_PER_REQUEST'],
      StreamSpecification: { StreamViewType: ['NEW_IMAGE', 'NEW_AND_OLD_IMAGES', 'OLD_IMAGE', 'KEYS_ONLY'] },
      TimeToLiveSpecification: { AttributeName: ANY, Enabled: [true] },
      // Backups, encryption at rest and deletion protection have no effect that a program sees.
      PointInTimeRecoverySpecification: ANY,
      DeletionProtectionEnabled: ANY,
    },
    reference: tableName,
    attributes: {
      Arn: arn('dynamodb', (name) => `table/${name}`, tableName),
      StreamArn: arn('dynamodb', (name) => `table/${name}/stream/local`, tableName),
    },
  },
  'AWS::S3::Bucket': {
    properties: {
      CorsConfiguration: {
        CorsRules: new ListOf({
          AllowedHeaders: ANY,
          AllowedMethods: ANY,
          AllowedOrigins: ANY,
          ExposedHeaders: ANY,
          MaxAge: ANY,
        }),
      },
      PublicAccessBlockConfiguration: ANY,
      BucketEncryption: ANY,
      LifecycleConfiguration: ANY,
    },
    reference: bucketName,
    attributes: {
      Arn: arn('s3', (name) => name, bucketName, 'nowhere'),
      DomainName: (resource, resolver) => `${bucketName(resource, resolver)}.s3.amazonaws.com`,
      RegionalDomainName: (resource, resolver) =>
        `${bucketName(resource, resolver)}.s3.${resolver.deployment.region}.amazonaws.com`,
    },
  },
  'AWS::SQS::Queue': {
    properties: {
      FifoQueue: [true],
      ContentBasedDeduplication: ANY,
      DelaySeconds: ANY,
      VisibilityTimeout: ANY,
      MessageRetentionPeriod: ANY,
      RedrivePolicy: { deadLetterTargetArn: ANY, maxReceiveCount: ANY },
      // Throughput only: deduplication ids are unique over the whole queue anyway.
      DeduplicationScope: ANY,
      FifoThroughputLimit: ANY,
      SqsManagedSseEnabled: ANY,
    },
    reference: (resource, resolver) => {
      const { queuesUrl, accountId } = resolver.deployment;
      return `${queuesUrl}/${accountId}/${queueName(resource, resolver)}`;
    },
    attributes: { Arn: arn('sqs', (name) => name, queueName), QueueName: queueName },
  },
  'AWS::Lambda::Function': {
    properties: {
      Code: { S3Bucket: ANY, S3Key: ANY },
      Handler: ['index.handler'],
      Runtime: ['nodejs24.x'],
      Architectures: ANY,
      MemorySize: ANY,
      Timeout: ANY,
      Environment: { Variables: ANY },
      Role: ANY,
      Description: ANY,
      LoggingConfig: ANY,
    },
    reference: functionName,
    attributes: { Arn: arn('lambda', (name) => `function:${name}`, functionName) },
  },
  'AWS::Lambda::EventSourceMapping': {
    properties: {
      FunctionName: ANY,
      EventSourceArn: ANY,
      BatchSize: ANY,
      FunctionResponseTypes: new ListOf(['ReportBatchItemFailures']),
      FilterCriteria: { Filters: new ListOf({ Pattern: ANY }) },
      ScalingConfig: { MaximumConcurrency: ANY },
      StartingPosition: ['TRIM_HORIZON', 'LATEST'],
      BisectBatchOnFunctionError: ANY,
      MaximumRetryAttempts: ANY,
      DestinationConfig: { OnFailure: { Destination: ANY } },
    },
    reference: logicalId,
  },
  'AWS::Events::Rule': {
    properties: {
      Name: ANY,
      Description: ANY,
      ScheduleExpression: ANY,
      EventPattern: ANY,
      State: ['ENABLED'],
      Targets: new ListOf({ Id: ANY, Arn: ANY }),
    },
    reference: ruleName,
    attributes: { Arn: arn('events', (name) => `rule/${name}`, ruleName) },
  },
  'AWS::SES::ConfigurationSet': {
    properties: { Name: ANY, ReputationOptions: ANY, SuppressionOptions: ANY },
    reference: (resource, resolver) => String(resolver.property(resource, 'Name')),
  },
  'AWS::SES::ConfigurationSetEventDestination': {
    properties: {
      ConfigurationSetName: ANY,
      EventDestination: {
        Enabled: [true],
        MatchingEventTypes: ANY,
        EventBridgeDestination: { EventBusArn: ANY },
      },
    },
    reference: logicalId,
  },
  'AWS::StepFunctions::StateMachine': {
    properties: {
      StateMachineType: ['STANDARD'],
      DefinitionString: ANY,
      RoleArn: ANY,
      LoggingConfiguration: ANY,
      TracingConfiguration: ANY,
    },
    reference: stateMachineArn,
    attributes: { Arn: stateMachineArn, Name: stateMachineName },
  },
  'AWS::SecretsManager::Secret': {
    properties: {
      Description: ANY,
      GenerateSecretString: {
        SecretStringTemplate: ANY,
        GenerateStringKey: ANY,
        PasswordLength: ANY,
        ExcludePunctuation: [true],
      },
      SecretString: ANY,
    },
    reference: secretArn,
    attributes: { Id: secretArn },
  },
  'AWS::IAM::User': {
    properties: {},
    reference: userName,
    attributes: { Arn: userArn },
  },
  'AWS::IAM::Role': {
    properties: {
      AssumeRolePolicyDocument: ANY,
      Policies: ANY,
    },
    reference: roleName,
    attributes: { Arn: arn('iam', (name) => `role/${name}`, roleName, 'global') },
  },
  'AWS::ApiGatewayV2::Api': {
    properties: {
      Name: ANY,
      ProtocolType: ['HTTP'],
    },
    reference: logicalId,
    attributes: {
      ApiEndpoint: (resource, resolver) => `https://${apiHost(resource, resolver)}`,
      ApiId: logicalId,
    },
  },
  'AWS::ApiGatewayV2::Integration': {
    properties: {
      ApiId: ANY,
      IntegrationType: ['AWS_PROXY'],
      IntegrationUri: ANY,
      PayloadFormatVersion: ['2.0'],
    },
    reference: logicalId,
  },
  'AWS::ApiGatewayV2::Route': {
    properties: { ApiId: ANY, RouteKey: ANY, Target: ANY, AuthorizationType: ['NONE'] },
    reference: logicalId,
  },
  'AWS::ApiGatewayV2::Stage': {
    properties: {
      ApiId: ANY,
      StageName: ['$default'],
      AutoDeploy: [true],
      AccessLogSettings: ANY,
      // One machine does not reach the limits.
      DefaultRouteSettings: { ThrottlingRateLimit: ANY, ThrottlingBurstLimit: ANY },
    },
    reference: logicalId,
  },
  'AWS::CloudFront::Distribution': {
    properties: { DistributionConfig: ANY },
    reference: logicalId,
    // CloudFront passes every request to its one origin, so its domain name here is the app's own.
    attributes: { DomainName: (_, resolver) => new URL(resolver.deployment.baseUrl).host },
  },
  'AWS::CloudFront::Function': {
    properties: { Name: ANY, AutoPublish: [true], FunctionCode: ANY, FunctionConfig: ANY },
    reference: logicalId,
    attributes: { FunctionARN: logicalId },
  },
  // The local cloud keeps no copies: each request reaches its function.
  'AWS::CloudFront::CachePolicy': {
    properties: { CachePolicyConfig: ANY },
    reference: logicalId,
  },
  'AWS::CloudFront::ResponseHeadersPolicy': {
    properties: {
      ResponseHeadersPolicyConfig: {
        Name: ANY,
        Comment: ANY,
        SecurityHeadersConfig: {
          StrictTransportSecurity: {
            AccessControlMaxAgeSec: ANY,
            IncludeSubdomains: ANY,
            Override: [false],
          },
          ContentTypeOptions: { Override: [false] },
        },
      },
    },
    reference: logicalId,
    attributes: { Id: logicalId },
  },
  'AWS::CloudFormation::CustomResource': {
    // CloudFormation's time limit; here the function's own time-out applies.
    properties: { ServiceToken: ANY, ServiceTimeout: ANY },
    reference: logicalId,
  },
  // The types below protect or monitor a deployment and have no effect on one machine.
  'AWS::IAM::Policy': { properties: { PolicyName: ANY, PolicyDocument: ANY, Roles: ANY, Users: ANY } },
  'AWS::Lambda::Permission': {
    properties: {
      Action: ANY,
      FunctionName: ANY,
      Principal: ANY,
      SourceArn: ANY,
    },
  },
  'AWS::SQS::QueuePolicy': { properties: { Queues: ANY, PolicyDocument: ANY } },
  'AWS::S3::BucketPolicy': { properties: { Bucket: ANY, PolicyDocument: ANY } },
  'AWS::Logs::LogGroup': {
    properties: { LogGroupName: ANY, RetentionInDays: ANY },
    reference: logGroupName,
    attributes: { Arn: arn('logs', (name) => `log-group:${name}:*`, logGroupName) },
  },
};

/** @throws TemplateError when the assembly has a part that the local cloud does not support */
export function checkSupport(assembly: Assembly): void {
  for (const stack of assembly.stacks) {
    for (const resource of stack.resources.values()) {
      const supported = SUPPORTED_TYPES[resource.type];
      if (supported === undefined)
        throw new TemplateError(placeOf(resource), 'this resource type is not supported');
      checkShape(resource, supported.properties);
    }
  }
}
