import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  type IFunction,
  type IVersion,
  type Function as LambdaFunction,
} from 'aws-cdk-lib/aws-lambda';
import { ArnFormat, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { suppressNag } from './nag-suppressions.ts';

/** The alias that callers of a released function invoke. */
const LIVE = 'live';

export interface CanaryReleaseProps {
  /** The names of alarms that roll a release back. They exist before the functions. */
  alarmNames: readonly string[];
  /** True to release at once and without a roll-back, for a deployment that ends an outage. */
  atOnce: boolean;
}

/**
 * Releases the functions of a stack in two steps: a new version gets 10 % of the invocations for five minutes, then
 * all. CodeDeploy shifts all functions of the stack at the same time, and CloudFormation waits for it. When an alarm
 * is raised meanwhile, the former version gets all invocations again, and the update of the stack is rolled back.
 */
export class CanaryRelease extends Construct {
  readonly #application: LambdaApplication;
  readonly #role: Role;
  readonly #props: CanaryReleaseProps;

  constructor(scope: Construct, id: string, props: CanaryReleaseProps) {
    super(scope, id);
    this.#props = props;
    this.#application = new LambdaApplication(this, 'Application');
    this.#role = this.#codeDeployRole();
  }

  /**
   * The function that callers invoke: the alias of the function's released version.
   * @param withOthers true for a function that has to be of the same release as others, so that it is released at once
   */
  live(handler: LambdaFunction, { withOthers }: { withOthers: boolean }): IFunction {
    // The casts are necessary because the CDK's types do not compile with exactOptionalPropertyTypes.
    const version = handler.currentVersion as IVersion;
    const alias = new Alias(handler, 'Live', { aliasName: LIVE, version });
    const { alarmNames } = this.#props;
    const atOnce = this.#props.atOnce || withOthers;
    new LambdaDeploymentGroup(handler, 'Release', {
      application: this.#application,
      alias,
      role: this.#role.withoutPolicyUpdates(),
      deploymentConfig: atOnce
        ? LambdaDeploymentConfig.ALL_AT_ONCE
        : LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms: atOnce
        ? []
        : alarmNames.map((name) => Alarm.fromAlarmArn(handler, name, this.#arnOfAlarm(name))),
    });
    return alias as IFunction;
  }

  #arnOfAlarm(name: string): string {
    return Stack.of(this).formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: name,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  /** CodeDeploy's managed policy would also allow the aliases of all other functions of the account. */
  #codeDeployRole(): Role {
    const stack = Stack.of(this);
    const functions = stack.formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: `${stack.stackName}-*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      inlinePolicies: {
        release: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
              resources: [functions],
            }),
            // CloudWatch does not restrict the action to alarms.
            new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
          ],
        }),
      },
    });
    suppressNag(this, 'observation');
    return role;
  }
}
