import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import {
  ConfigurationSet,
  ConfigurationSetEventDestination,
  EmailSendingEvent,
  EventDestination,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';

const REFUSED = [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT, EmailSendingEvent.REJECT];

/**
 * The configuration set of the stage's mail, whose bounces and complaints EventBridge hands to a queue. SES
 * sends no more to addresses on the account's own list, either.
 * @returns the name of the configuration set, and the queue
 */
export function mailEvents(
  scope: Construct,
  stage: string,
  eventsQueue: Queue,
): { configurationSet: string; eventsQueue: Queue } {
  const configurationSetName = `headshots-${stage}`;
  const configurationSet = new ConfigurationSet(scope, 'MailConfigurationSet', {
    configurationSetName,
    reputationMetrics: true,
    suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
  });
  // SES publishes to the default bus of the account only.
  const busArn = Stack.of(scope).formatArn({
    service: 'events',
    resource: 'event-bus',
    resourceName: 'default',
  });
  new ConfigurationSetEventDestination(scope, 'MailEventDestination', {
    configurationSet,
    destination: EventDestination.eventBus(EventBus.fromEventBusArn(scope, 'DefaultBus', busArn)),
    events: REFUSED,
  });
  new Rule(scope, 'MailEventsRule', {
    description: 'Bounces, complaints and rejects of mail',
    eventPattern: {
      source: ['aws.ses'],
      detail: { mail: { tags: { 'ses:configuration-set': [configurationSetName] } } },
    },
    targets: [new SqsQueue(eventsQueue)],
  });
  return { configurationSet: configurationSetName, eventsQueue };
}
