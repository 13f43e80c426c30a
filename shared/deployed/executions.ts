import { SFNClient } from '@aws-sdk/client-sfn';
import { Executions } from '../flow/executions.ts';
import { awsClientSettings } from '../platform/aws-client.ts';
import { environment } from '../platform/environment.ts';
import { once } from './once.ts';

export const deployedExecutions = once(
  () =>
    new Executions(
      new SFNClient(awsClientSettings({ retries: 'adaptive' })),
      environment('STATE_MACHINE_ARN'),
    ),
);
