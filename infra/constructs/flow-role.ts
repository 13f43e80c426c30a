import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { suppressNag } from './nag-suppressions.ts';

/** Log delivery and tracing of executions. AWS does not restrict these actions to a resource. */
const OBSERVATION = [
  'logs:CreateLogDelivery',
  'logs:DeleteLogDelivery',
  'logs:DescribeLogGroups',
  'logs:DescribeResourcePolicies',
  'logs:GetLogDelivery',
  'logs:ListLogDeliveries',
  'logs:PutResourcePolicy',
  'logs:UpdateLogDelivery',
  'xray:GetSamplingRules',
  'xray:GetSamplingTargets',
  'xray:PutTelemetryRecords',
  'xray:PutTraceSegments',
];

/**
 * The role of the model flow. It lists every permission in one place. The role that the CDK generates would
 * also invoke all versions of the functions and gain a statement with every state.
 */
export class FlowRole extends Construct {
  readonly role: Role;

  constructor(scope: Construct, id: string, steps: readonly IFunction[]) {
    super(scope, id);
    suppressNag(this, 'observation');
    const { account } = Stack.of(this);
    const machines = Stack.of(this).formatArn({ service: 'states', resource: 'stateMachine:*' });
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com', {
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnLike: { 'aws:SourceArn': machines },
        },
      }),
      inlinePolicies: {
        flow: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:InvokeFunction'],
              resources: steps.map(({ functionArn }) => functionArn),
            }),
            new PolicyStatement({ actions: OBSERVATION, resources: ['*'] }),
          ],
        }),
      },
    });
  }
}
