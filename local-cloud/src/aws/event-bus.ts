import { callAws } from '../engines/aws-json.ts';
import { eventFilter } from '../sources/event-pattern.ts';
import { object, placeOf, TemplateError } from '../template/assembly.ts';
import type { Resolver } from '../template/resolver.ts';
import { list } from './authorization/conditions.ts';
import type { AccessKey } from './key-ring.ts';

/** EventBridge's default bus: hands events to the queues of the rules that they match. */
export type EventBus = (event: object) => Promise<void>;

/** @throws TemplateError when a rule with a pattern has a target other than a queue. */
export function startEventBus(resolver: Resolver, key: AccessKey): EventBus {
  const rules = resolver
    .resources('AWS::Events::Rule')
    .filter((rule) => resolver.property(rule, 'EventPattern') !== undefined)
    .map((rule) => ({
      matches: eventFilter([JSON.stringify(resolver.property(rule, 'EventPattern'))], placeOf(rule)),
      queueUrls: list(resolver.property(rule, 'Targets')).map((target) => {
        const queue = resolver.find('AWS::SQS::Queue', 'Arn', String(object(target).Arn));
        if (queue === undefined)
          throw new TemplateError(placeOf(rule), 'only queues are supported as targets');
        return resolver.reference(queue);
      }),
    }));
  return async (event) => {
    for (const { matches, queueUrls } of rules) {
      if (!matches(event)) continue;
      for (const QueueUrl of queueUrls) {
        const message = { QueueUrl, MessageBody: JSON.stringify(event) };
        await callAws(new URL(QueueUrl).origin, 'AmazonSQS.SendMessage', message, { key });
      }
    }
  };
}
