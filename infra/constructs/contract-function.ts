import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { Capacity } from '../../shared/contract/endpoint.ts';
import type { Permission } from '../../shared/contract/permissions.ts';
import type { StageSettings } from '../stage-settings.ts';
import { type Bundles, isOnThisMachine, LOCAL_STAGE } from './bundles.ts';
import { type Access, accessOf, type Resources } from './grants.ts';
import { suppressNag } from './nag-suppressions.ts';

/** Settings that every function of a stage shares. */
export interface Service {
  settings: StageSettings;
  bundles: Bundles;
  /** The service's public origin, without a trailing slash. */
  appUrl: string;
}

/** The part of an endpoint or task contract that defines its Lambda function. */
export interface FunctionContract {
  operation: string;
  summary: string;
  permissions: readonly Permission[];
  capacity?: Capacity;
}

export interface ContractFunctionProps {
  service: Service;
  contract: FunctionContract;
  resources: Resources;
  /** Access that the function needs for its event source, beside the permissions of its contract. */
  sourceAccess?: Access;
  /** Settings of the stage that this function reads. */
  settings?: Readonly<Record<string, string>>;
  /** The part of the account's concurrency that the function may use, and no other function. */
  reservedConcurrency?: number | undefined;
}

/** Allows Lambda to write a function's traces. AWS does not restrict these actions to a resource. */
const TRACING = new PolicyStatement({
  actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
  resources: ['*'],
});

const DEFAULT_MEMORY_MB = 512;
const DEFAULT_TIMEOUT_SECONDS = 10;

/** The timeout of a function with this capacity, in seconds. */
export function timeoutSecondsOf(capacity: Capacity | undefined): number {
  return capacity?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
}

/**
 * A Lambda function made from its contract. Its role allows the contract's permissions and writing the
 * function's own log and traces, and nothing else.
 */
export class ContractFunction extends Construct {
  readonly contract: FunctionContract;
  readonly handler: LambdaFunction;
  readonly timeoutSeconds: number;

  constructor(scope: Construct, props: ContractFunctionProps) {
    super(scope, pascalCase(props.contract.operation));
    const { service, contract, resources, sourceAccess, settings = {}, reservedConcurrency } = props;
    this.contract = contract;
    this.timeoutSeconds = timeoutSecondsOf(contract.capacity);

    const logGroup = new LogGroup(this, 'Log', {
      retention: service.settings.logRetentionDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // The clouds of a developer's machine do not collect traces.
    const traced = !isOnThisMachine(service.settings.stage);
    if (traced) suppressNag(this, 'observation');
    const accesses = [accessOf(contract.permissions, resources), ...(sourceAccess ? [sourceAccess] : [])];
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        contract: new PolicyDocument({
          minimize: true,
          statements: [
            new PolicyStatement({
              actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
              resources: [logGroup.logGroupArn],
            }),
            ...(traced ? [TRACING.copy()] : []),
            ...accesses.flatMap((access) => access.statements),
          ],
        }),
      },
    });
    this.handler = new LambdaFunction(this, 'Function', {
      description: contract.summary,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(service.bundles.directoryOf(contract.operation, contract.capacity), {
        // The local cloud runs bundles from where they were built: to hash them all would take half of the synth.
        ...(service.settings.stage === LOCAL_STAGE && { assetHash: contract.operation }),
      }),
      handler: 'index.handler',
      memorySize: contract.capacity?.memoryMB ?? DEFAULT_MEMORY_MB,
      timeout: Duration.seconds(this.timeoutSeconds),
      // The role is complete. The CDK would otherwise add the tracing actions a second time.
      role: role.withoutPolicyUpdates(),
      ...(traced && { tracing: Tracing.ACTIVE }),
      ...(reservedConcurrency !== undefined && { reservedConcurrentExecutions: reservedConcurrency }),
      logGroup,
      environment: {
        STAGE: service.settings.stage,
        APP_URL: service.appUrl,
        NODE_OPTIONS: '--enable-source-maps',
        ...settings,
        ...Object.assign({}, ...accesses.map((access) => access.environment)),
      },
    });
  }
}

/** `v2/models/list-models` as a logical id: `V2ModelsListModels`. */
function pascalCase(operation: string): string {
  return operation
    .split(/[/-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
