import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Duration, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Task } from '../../shared/contract/task.ts';
import { ContractFunction, type Service } from '../constructs/contract-function.ts';
import type { Resources } from '../constructs/grants.ts';
import { homeOf } from '../constructs/home.ts';

export interface ScheduleStackProps {
  service: Service;
  resources: Resources;
  tasks: readonly Task[];
}

/** What the clock starts: a function and a rule for each task that says how often. */
export class ScheduleStack extends Stack {
  constructor(scope: Construct, id: string, { service, resources, tasks }: ScheduleStackProps) {
    super(scope, id, homeOf(service.settings));
    for (const { name, everyHours, ...task } of tasks) {
      if (everyHours === undefined) continue;
      const { handler, node } = new ContractFunction(this, {
        service,
        contract: { ...task, operation: name },
        resources,
      });
      new Rule(this, `${node.id}Rule`, {
        description: task.summary,
        schedule: Schedule.rate(Duration.hours(everyHours)),
        targets: [new LambdaFunction(handler)],
      });
    }
  }
}
