import {
  DescribeTableCommand,
  DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { restoreTable } from '../../../scripts/deploy/restore-table.ts';
import { mockedClient } from '../../support/mocked-client.ts';

const tables = mockedClient(DynamoDBClient);

it('a restored table gets what a restore leaves out: stream, expiry, backups and protection', async () => {
  tables.on(DescribeTableCommand).resolves({ Table: { TableStatus: 'ACTIVE' } });
  tables
    .on(UpdateTableCommand)
    .resolves({ TableDescription: { LatestStreamArn: 'arn:aws:dynamodb:stream' } });
  const to = new Date('2026-03-02T09:15:00Z');
  const restored = await restoreTable({ region: 'eu-central-1' }, 'headshots', to);
  expect(restored).toEqual({ name: 'headshots-20260302T091500000', streamArn: 'arn:aws:dynamodb:stream' });
  const { name } = restored;
  const inputOf = (calls: { args: [{ input: object }, ...unknown[]] }[]) =>
    calls.map(({ args }) => args[0].input);
  expect(inputOf(tables.commandCalls(RestoreTableToPointInTimeCommand))).toEqual([
    { SourceTableName: 'headshots', TargetTableName: name, RestoreDateTime: to },
  ]);
  expect(inputOf(tables.commandCalls(UpdateTableCommand))).toEqual([
    expect.objectContaining({
      TableName: name,
      DeletionProtectionEnabled: true,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    }),
  ]);
  expect(inputOf(tables.commandCalls(UpdateTimeToLiveCommand))).toEqual([
    { TableName: name, TimeToLiveSpecification: { AttributeName: 'expiresAtSeconds', Enabled: true } },
  ]);
  expect(inputOf(tables.commandCalls(UpdateContinuousBackupsCommand))).toEqual([
    { TableName: name, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
  ]);
});
