import { createHash } from 'node:crypto';
import type { KeyHolder } from '../aws/key-ring.ts';
import type { Assembly, Resource } from './assembly.ts';
import { placeOf, TemplateError } from './assembly.ts';
import type { Resolver } from './resolver.ts';
import { ANY, checkShape, ListOf, type Shape } from './shape.ts';

type Value = (resource: Resource, resolver: Resolver) => string;

interface SupportedType {
  properties: Readonly<Record<string, Shape>>;
  reference?: Value;
  attributes?: Readonly<Record<string, Value>>;
}

/** The resource's name: the one the template gives, else one made of stack and logical id. */
export function nameOf(property: string, resource: Resource, resolver: Resolver, limit: number): string {
  const given = resolver.property(resource, property);
  if (typeof given === 'string') return given;
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

const tableName: Value = (resource, resolver) => nameOf('TableName', resource, resolver, 255);
const bucketName: Value = (resource, resolver) => nameOf('BucketName', resource, resolver, 63).toLowerCase();
const functionName: Value = (resource, resolver) => nameOf('FunctionName', resource, resolver, 64);
const queueName: Value = (resource, resolver) => {
  const fifo = resolver.property(resource, 'FifoQueue') === true ? '.fifo' : '';
  const name = nameOf('QueueName', resource, resolver, 80 - fifo.length);
  return name.endsWith(fifo) ? name : name + fifo;
};
const stateMachineArn = arn(
  'states',
  (name) => `stateMachine:${name}`,
  (resource, resolver) => nameOf('StateMachineName', resource, resolver, 80),
);
const secretArn = arn(
  'secretsmanager',
  (name) => `secret:${name}-local1`,
  (resource, resolver) => nameOf('Name', resource, resolver, 512),
);
const ruleName: Value = (resource, resolver) => nameOf('Name', resource, resolver, 64);
const logicalId: Value = (resource) => resource.logicalId;
const apiHost: Value = (resource, resolver) =>
  `${resource.logicalId}.execute-api.${resolver.deployment.region}.amazonaws.com`;
const userName: Value = (resource, resolver) => nameOf('UserName', resource, resolver, 64);
const roleName: Value = (resource, resolver) => nameOf('RoleName', resource, resolver, 64);
const userArn = arn('iam', (name) => `user/${name}`, userName, 'global');
const userKey = (resource: Resource, resolver: Resolver): KeyHolder => {
  const user = resolver.find('AWS::IAM::User', 'Ref', resolver.property(resource, 'UserName'));
  if (user === undefined) throw new TemplateError(placeOf(resource, 'UserName'), 'there is no such user');
  return resolver.deployment.keys.keyOf(userArn(user, resolver), 'AKIA');
};

const POLICY: Shape = ANY;
const KEY_SCHEMA = new ListOf({ AttributeName: ANY, KeyType: ['HASH', 'RANGE'] });

/** Every type and property the local cloud follows. What is not listed here stops it. */
export const SUPPORTED_TYPES: Readonly<Record<string, SupportedType>> = {
  'AWS::DynamoDB::Table': {
    properties: {
      TableName: ANY,
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
      // Backups, encryption at rest and protection against deletion change nothing in what a program sees.
      PointInTimeRecoverySpecification: ANY,
      SSESpecification: ANY,
      DeletionProtectionEnabled: ANY,
      Tags: ANY,
    },
    reference: tableName,
    attributes: {
      Arn: arn('dynamodb', (name) => `table/${name}`, tableName),
      StreamArn: arn('dynamodb', (name) => `table/${name}/stream/local`, tableName),
    },
  },
  'AWS::S3::Bucket': {
    properties: {
      BucketName: ANY,
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
      OwnershipControls: ANY,
      Tags: ANY,
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
      QueueName: ANY,
      FifoQueue: [true],
      ContentBasedDeduplication: ANY,
      DelaySeconds: ANY,
      VisibilityTimeout: ANY,
      MessageRetentionPeriod: ANY,
      ReceiveMessageWaitTimeSeconds: ANY,
      RedrivePolicy: { deadLetterTargetArn: ANY, maxReceiveCount: ANY },
      // Throughput only: deduplication ids are unique over the whole queue anyway.
      DeduplicationScope: ANY,
      FifoThroughputLimit: ANY,
      SqsManagedSseEnabled: ANY,
      Tags: ANY,
    },
    reference: (resource, resolver) => {
      const { queuesUrl, accountId } = resolver.deployment;
      return `${queuesUrl}/${accountId}/${queueName(resource, resolver)}`;
    },
    attributes: { Arn: arn('sqs', (name) => name, queueName), QueueName: queueName },
  },
  'AWS::Lambda::Function': {
    properties: {
      FunctionName: ANY,
      Code: { S3Bucket: ANY, S3Key: ANY },
      Handler: ['index.handler'],
      Runtime: ['nodejs24.x'],
      Architectures: ANY,
      MemorySize: ANY,
      Timeout: ANY,
      Environment: { Variables: ANY },
      Role: ANY,
      Layers: ANY,
      Description: ANY,
      ReservedConcurrentExecutions: ANY,
      LoggingConfig: ANY,
      TracingConfig: ANY,
      Tags: ANY,
    },
    reference: functionName,
    attributes: { Arn: arn('lambda', (name) => `function:${name}`, functionName) },
  },
  'AWS::Lambda::EventSourceMapping': {
    properties: {
      FunctionName: ANY,
      EventSourceArn: ANY,
      Enabled: [true],
      BatchSize: ANY,
      FunctionResponseTypes: new ListOf(['ReportBatchItemFailures']),
      FilterCriteria: { Filters: new ListOf({ Pattern: ANY }) },
      ScalingConfig: { MaximumConcurrency: ANY },
      StartingPosition: ['TRIM_HORIZON', 'LATEST'],
      MaximumRetryAttempts: ANY,
      MaximumRecordAgeInSeconds: ANY,
      BisectBatchOnFunctionError: ANY,
      ParallelizationFactor: [1],
      MaximumBatchingWindowInSeconds: ANY,
      Tags: ANY,
    },
    reference: logicalId,
  },
  'AWS::Events::Rule': {
    properties: {
      Name: ANY,
      Description: ANY,
      ScheduleExpression: ANY,
      State: ['ENABLED'],
      Targets: new ListOf({ Id: ANY, Arn: ANY }),
    },
    reference: ruleName,
    attributes: { Arn: arn('events', (name) => `rule/${name}`, ruleName) },
  },
  'AWS::StepFunctions::StateMachine': {
    properties: {
      StateMachineName: ANY,
      StateMachineType: ['STANDARD'],
      DefinitionString: ANY,
      RoleArn: ANY,
      LoggingConfiguration: ANY,
      TracingConfiguration: ANY,
      Tags: ANY,
    },
    reference: stateMachineArn,
    attributes: {
      Arn: stateMachineArn,
      Name: (resource, resolver) => nameOf('StateMachineName', resource, resolver, 80),
    },
  },
  'AWS::SecretsManager::Secret': {
    properties: { Name: ANY, SecretString: ANY, Description: ANY, Tags: ANY },
    reference: secretArn,
    attributes: { Id: secretArn },
  },
  'AWS::IAM::User': {
    properties: { UserName: ANY, Policies: ANY, Path: ANY, Tags: ANY },
    reference: userName,
    attributes: { Arn: userArn },
  },
  'AWS::IAM::AccessKey': {
    properties: { UserName: ANY, Serial: ANY, Status: ['Active'] },
    reference: (resource, resolver) => userKey(resource, resolver).accessKeyId,
    attributes: { SecretAccessKey: (resource, resolver) => userKey(resource, resolver).secretAccessKey },
  },
  'AWS::IAM::Role': {
    properties: {
      RoleName: ANY,
      AssumeRolePolicyDocument: ANY,
      ManagedPolicyArns: ANY,
      Policies: ANY,
      Description: ANY,
      Path: ANY,
      MaxSessionDuration: ANY,
      Tags: ANY,
    },
    reference: roleName,
    attributes: { Arn: arn('iam', (name) => `role/${name}`, roleName, 'global') },
  },
  'AWS::ApiGatewayV2::Api': {
    properties: {
      Name: ANY,
      ProtocolType: ['HTTP'],
      Description: ANY,
      DisableExecuteApiEndpoint: ANY,
      CorsConfiguration: {
        AllowCredentials: ANY,
        AllowHeaders: ANY,
        AllowMethods: ANY,
        AllowOrigins: ANY,
        ExposeHeaders: ANY,
        MaxAge: ANY,
      },
      Tags: ANY,
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
      IntegrationMethod: ['POST'],
      PayloadFormatVersion: ['2.0'],
      TimeoutInMillis: ANY,
      ConnectionType: ['INTERNET'],
      Description: ANY,
    },
    reference: logicalId,
  },
  'AWS::ApiGatewayV2::Route': {
    properties: { ApiId: ANY, RouteKey: ANY, Target: ANY, AuthorizationType: ['NONE'], OperationName: ANY },
    reference: logicalId,
  },
  'AWS::ApiGatewayV2::Stage': {
    properties: {
      ApiId: ANY,
      StageName: ['$default'],
      AutoDeploy: [true],
      AccessLogSettings: ANY,
      DefaultRouteSettings: ANY,
      Description: ANY,
      Tags: ANY,
    },
    reference: logicalId,
  },
  'AWS::CloudFront::Distribution': {
    properties: { DistributionConfig: ANY, Tags: ANY },
    reference: logicalId,
    // CloudFront passes everything on to its one origin, so that its name here is the app's own.
    attributes: { DomainName: (_, resolver) => new URL(resolver.deployment.baseUrl).host },
  },
  // Below: what guards or watches a deployment and has no effect on one machine.
  'AWS::IAM::Policy': { properties: { PolicyName: ANY, PolicyDocument: POLICY, Roles: ANY, Users: ANY } },
  'AWS::Lambda::Permission': {
    properties: {
      Action: ANY,
      FunctionName: ANY,
      Principal: ANY,
      SourceArn: ANY,
      SourceAccount: ANY,
      FunctionUrlAuthType: ANY,
    },
  },
  'AWS::S3::BucketPolicy': { properties: { Bucket: ANY, PolicyDocument: POLICY } },
  'AWS::SQS::QueuePolicy': { properties: { Queues: ANY, PolicyDocument: POLICY } },
  'AWS::Logs::LogGroup': {
    properties: { LogGroupName: ANY, RetentionInDays: ANY, Tags: ANY },
    reference: (resource, resolver) => nameOf('LogGroupName', resource, resolver, 512),
    attributes: {
      Arn: arn(
        'logs',
        (name) => `log-group:${name}:*`,
        (resource, resolver) => nameOf('LogGroupName', resource, resolver, 512),
      ),
    },
  },
  'AWS::CDK::Metadata': { properties: { Analytics: ANY } },
};

/** Refuses an assembly that says anything the local cloud would not do. */
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
