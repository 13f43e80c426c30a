import { SFNClient } from '@aws-sdk/client-sfn';
import { Executions } from '../flow/executions.ts';
import { awsClientSettings } from '../platform/aws-client.ts';
import { environment } from '../platform/environment.ts';

let executions: Executions | undefined;

export function deployedExecutions(): Executions {
  executions ??= new Executions(
    new SFNClient(awsClientSettings({ retries: 'adaptive' })),
    environment('STATE_MACHINE_ARN'),
  );
  return executions;
}
