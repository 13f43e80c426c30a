import type { Operations } from '../aws/json-endpoint.ts';
import { type Execution, type Executions, type StartInput, statusOf } from './executions.ts';

interface ListInput {
  stateMachineArn: string;
  statusFilter?: string;
  maxResults?: number;
  nextToken?: string;
}

/** Step Functions' operations that the service and its tools use. */
export function stepFunctionsOperations(executions: Executions): Operations {
  return {
    StartExecution: (input) => {
      const { executionArn, startedAt } = executions.start(input as StartInput);
      return { executionArn, startDate: startedAt / 1000 };
    },
    StopExecution: (input) => {
      const { executionArn, ...reason } = input as { executionArn: string; error?: string; cause?: string };
      const { endedAt = 0 } = executions.stop(executionArn, reason);
      return { stopDate: endedAt / 1000 };
    },
    SendTaskSuccess: (input) => {
      const { taskToken, output } = input as { taskToken: string; output: string };
      executions.tokens.succeed(taskToken, output);
      return {};
    },
    DescribeExecution: (input) => {
      const execution = executions.find((input as { executionArn: string }).executionArn);
      return { ...summary(execution), input: execution.input, ...result(execution) };
    },
    ListExecutions: (input) => {
      const { stateMachineArn, statusFilter, maxResults = 100, nextToken = '0' } = input as ListInput;
      const matching = executions
        .list(stateMachineArn)
        .filter((execution) => statusFilter === undefined || statusOf(execution) === statusFilter);
      const from = Number(nextToken);
      const page = matching.slice(from, from + maxResults);
      const more = from + page.length < matching.length;
      return { executions: page.map(summary), ...(more ? { nextToken: String(from + page.length) } : {}) };
    },
  };
}

function summary(execution: Execution): object {
  const { executionArn, stateMachineArn, name, startedAt, endedAt } = execution;
  return {
    executionArn,
    stateMachineArn,
    name,
    status: statusOf(execution),
    startDate: startedAt / 1000,
    ...(endedAt === undefined ? {} : { stopDate: endedAt / 1000 }),
  };
}

function result({ outcome, stopReason }: Execution): object {
  if (outcome?.status === 'SUCCEEDED') return { output: JSON.stringify(outcome.output) };
  if (outcome?.status === 'FAILED') return { error: outcome.error, cause: outcome.cause };
  return stopReason ?? {};
}
