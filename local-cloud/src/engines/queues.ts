import { object, placeOf, type Resource, TemplateError } from '../template/assembly.ts';
import type { Resolver } from '../template/resolver.ts';
import type { QueueAndObjectEngine } from './fauxqs.ts';

/** Attributes with the same name in SQS and in CloudFormation. */
const PLAIN_ATTRIBUTES = [
  'DelaySeconds',
  'VisibilityTimeout',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'FifoQueue',
  'ContentBasedDeduplication',
];

/** Creates the queues of the template. @returns their names */
export function createQueues(engine: QueueAndObjectEngine, resolver: Resolver): string[] {
  return resolver.resources('AWS::SQS::Queue').map((resource) => {
    const name = resolver.attribute(resource, 'QueueName');
    engine.createQueue(name, attributesOf(resource, resolver));
    return name;
  });
}

function attributesOf(resource: Resource, resolver: Resolver): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const attribute of PLAIN_ATTRIBUTES) {
    const value = resolver.property(resource, attribute);
    if (value !== undefined) attributes[attribute] = String(value);
  }
  const redrive = resolver.property(resource, 'RedrivePolicy');
  if (redrive === undefined) return attributes;
  const { deadLetterTargetArn, maxReceiveCount } = object(redrive);
  if (resolver.find('AWS::SQS::Queue', 'Arn', deadLetterTargetArn) === undefined) {
    const problem = `the template has no queue ${String(deadLetterTargetArn)}`;
    throw new TemplateError(placeOf(resource, 'RedrivePolicy'), problem);
  }
  attributes.RedrivePolicy = JSON.stringify({
    deadLetterTargetArn,
    maxReceiveCount: Number(maxReceiveCount),
  });
  return attributes;
}
