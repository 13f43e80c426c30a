import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { CustomResource, Duration, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Task } from '../../shared/contract/task.ts';
import { ContractFunction, type Service } from '../constructs/contract-function.ts';
import type { Resources } from '../constructs/grants.ts';
import { stackProps } from '../constructs/stack-props.ts';

export interface ScheduleStackProps {
  service: Service;
  resources: Resources;
  tasks: readonly Task[];
}

/** A scheduled task and the time between two of its runs. */
export interface ScheduledTask {
  run: ContractFunction;
  interval: Duration;
}

type Interval = { [Name in 'everyHours' | 'everyMinutes']: number | undefined };

/** The longest time that a deployment waits for a task that is part of it. */
const DEPLOYMENT_TASK_TIMEOUT = Duration.minutes(5);

/**
 * Scheduled tasks: a function and a rule for each task with an interval. A task with `withDeployment` is
 * also a custom resource: it runs at the first deployment of the stack, which fails when the task fails, and
 * when the stack is deleted.
 */
export class ScheduleStack extends Stack {
  readonly tasks: readonly ScheduledTask[];

  constructor(scope: Construct, id: string, { service, resources, tasks }: ScheduleStackProps) {
    super(scope, id, stackProps(service.settings));
    const scheduled: ScheduledTask[] = [];
    for (const { name, everyHours, everyMinutes, withDeployment, ...task } of tasks) {
      const interval = intervalOf({ everyHours, everyMinutes });
      if (!interval) continue;
      const contract = { ...task, operation: name };
      const contractFunction = new ContractFunction(this, { service, contract, resources });
      const { handler, node } = contractFunction;
      scheduled.push({ run: contractFunction, interval });
      new Rule(this, `${node.id}Rule`, {
        description: task.summary,
        schedule: Schedule.rate(interval),
        targets: [new LambdaFunction(handler)],
      });
      if (!withDeployment) continue;
      new CustomResource(this, `${node.id}Deployment`, {
        serviceToken: handler.functionArn,
        serviceTimeout: DEPLOYMENT_TASK_TIMEOUT,
      });
    }
    this.tasks = scheduled;
  }
}

function intervalOf({ everyHours, everyMinutes }: Interval): Duration | undefined {
  if (everyMinutes !== undefined) return Duration.minutes(everyMinutes);
  return everyHours === undefined ? undefined : Duration.hours(everyHours);
}
