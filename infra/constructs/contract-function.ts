import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { Capacity } from '../../shared/contract/endpoint.ts';
import type { Touch } from '../../shared/contract/touches.ts';
import type { StageSettings } from '../settings.ts';
import { type Bundles, isOnThisMachine, LOCAL_STAGE } from './bundles.ts';
import { accept } from './findings.ts';
import { type Access, accessOf, type Resources } from './grants.ts';

/** What every function of a stage shares. */
export interface Service {
  settings: StageSettings;
  bundles: Bundles;
  /** The origin people and partners reach the service at, without a slash at its end. */
  appUrl: string;
}

/** The part of an endpoint or a task that its Lambda is made of. */
export interface FunctionContract {
  operation: string;
  summary: string;
  touches: readonly Touch[];
  capacity?: Capacity;
}

export interface ContractFunctionProps {
  service: Service;
  contract: FunctionContract;
  resources: Resources;
  /** What the function needs beyond its contract because of what calls it. */
  sourceAccess?: Access;
  /** Settings of the stage that this function reads. */
  settings?: Readonly<Record<string, string>>;
}

/** What Lambda does in a function's name to write its traces; AWS restricts it to no resource. */
const TRACING = new PolicyStatement({
  actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
  resources: ['*'],
});

const DEFAULT_MEMORY_MB = 512;
const DEFAULT_TIMEOUT_SECONDS = 10;

/** How long a function with this capacity may run, in seconds. */
export function timeoutSecondsOf(capacity: Capacity | undefined): number {
  return capacity?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
}

/**
 * One Lambda made from its contract. Its role allows what the contract's touches name, and writing its own
 * log and traces: nothing else.
 */
export class ContractFunction extends Construct {
  readonly contract: FunctionContract;
  readonly handler: LambdaFunction;
  readonly timeoutSeconds: number;

  constructor(scope: Construct, props: ContractFunctionProps) {
    super(scope, pascalCase(props.contract.operation));
    const { service, contract, resources, sourceAccess, settings = {} } = props;
    this.contract = contract;
    this.timeoutSeconds = timeoutSecondsOf(contract.capacity);

    const logGroup = new LogGroup(this, 'Log', {
      retention: service.settings.logRetentionDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // On one machine nobody takes traces.
    const traced = !isOnThisMachine(service.settings.stage);
    if (traced) accept(this, 'observation');
    const accesses = [accessOf(contract.touches, resources), ...(sourceAccess ? [sourceAccess] : [])];
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
      // It says all there is; the CDK would attach what tracing needs a second time.
      role: role.withoutPolicyUpdates(),
      ...(traced && { tracing: Tracing.ACTIVE }),
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
