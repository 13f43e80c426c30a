import {
  CloudFormationClient,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteObjectsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, expect, it } from 'vitest';
import { stageOutputs } from '../../../ops/stage-outputs.ts';
import { deleteData } from '../../../scripts/deploy/data.ts';
import { endProtection } from '../../../scripts/deploy/protection.ts';
import { mockedClient } from '../../support/mocked-client.ts';

const stacks = mockedClient(CloudFormationClient);
const objects = mockedClient(S3Client);
const tables = mockedClient(DynamoDBClient);

afterEach(() => {
  for (const mock of [stacks, objects, tables]) mock.reset();
});

const stack = (StackName: string, EnableTerminationProtection: boolean) => ({
  StackName,
  EnableTerminationProtection,
  CreationTime: new Date(0),
  StackStatus: 'CREATE_COMPLETE' as const,
});

it('a stage is destroyed after the protection of its own stacks has ended, in each of its regions', async () => {
  stacks.on(DescribeStacksCommand).resolves({
    Stacks: [
      stack('headshots-production-data', true),
      stack('headshots-production-web', false),
      stack('headshots-production2-data', true),
    ],
  });
  expect(await endProtection('production', ['eu-central-1', 'us-east-1'])).toHaveLength(2);
  const changed = stacks
    .commandCalls(UpdateTerminationProtectionCommand)
    .map(({ args: [{ input }] }) => input);
  expect(changed).toEqual(
    Array(2).fill({ StackName: 'headshots-production-data', EnableTerminationProtection: false }),
  );
});

it('the outputs of a stage are those of its own stacks', async () => {
  const outputs = ['production', 'production2'].map((stage) => ({
    ...stack(`headshots-${stage}-data`, true),
    Outputs: [{ OutputKey: 'TableName', OutputValue: `table of ${stage}` }],
  }));
  stacks.on(DescribeStacksCommand).resolves({ Stacks: outputs });
  expect(await stageOutputs('production', 'eu-central-1')).toEqual({ TableName: 'table of production' });
});

it('the deletion of the data deletes every version of an image and of what was trained with, and the markers of deleted ones', async () => {
  objects
    .on(ListObjectVersionsCommand, { Bucket: 'images' })
    .resolves({
      Versions: [{ Key: 'photos/1', VersionId: 'a' }],
      DeleteMarkers: [{ Key: 'photos/1', VersionId: 'b' }],
      IsTruncated: true,
      NextKeyMarker: 'photos/1',
      NextVersionIdMarker: 'b',
    })
    .on(ListObjectVersionsCommand, { Bucket: 'images', KeyMarker: 'photos/1', VersionIdMarker: 'b' })
    .resolves({ Versions: [{ Key: 'photos/2', VersionId: 'c' }] })
    .on(ListObjectVersionsCommand, { Bucket: 'trainings' })
    .resolves({ Versions: [{ Key: 'models/1', VersionId: 'null' }] });
  await deleteData('eu-central-1', { tableName: 'table', bucketNames: ['images', 'trainings'] });
  const deleted = objects
    .commandCalls(DeleteObjectsCommand)
    .flatMap(({ args: [{ input }] }) => input.Delete?.Objects);
  expect(deleted).toEqual([
    { Key: 'photos/1', VersionId: 'a' },
    { Key: 'photos/1', VersionId: 'b' },
    { Key: 'photos/2', VersionId: 'c' },
    { Key: 'models/1', VersionId: 'null' },
  ]);
});
