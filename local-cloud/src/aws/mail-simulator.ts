import { randomUUID } from 'node:crypto';
import type { Resolver } from '../template/resolver.ts';
import type { EventBus } from './event-bus.ts';
import type { Mail } from './mailbox.ts';
import { simulatedOutcome } from './simulated-outcome.ts';

/** Publishes the bounces and complaints of mails whose configuration set has an event destination. */
export function publishRefused(resolver: Resolver, publish: EventBus): (mail: Mail) => Promise<void> {
  const observed = resolver
    .resources('AWS::SES::ConfigurationSetEventDestination')
    .map((destination) => String(resolver.property(destination, 'ConfigurationSetName')));
  return async (mail) => {
    const { configurationSet } = mail;
    if (configurationSet === undefined || !observed.includes(configurationSet)) return;
    for (const event of refusedEvents(mail, configurationSet)) await publish(event);
  };
}

/** The events that SES publishes about a mail to addresses of the simulator. */
function refusedEvents(mail: Mail, configurationSet: string): object[] {
  return mail.to.flatMap((emailAddress): object[] => {
    const outcome = simulatedOutcome(emailAddress);
    const timestamp = new Date(mail.receivedAt).toISOString();
    const about = {
      mail: {
        timestamp,
        messageId: mail.id,
        source: mail.from,
        destination: mail.to,
        tags: { 'ses:configuration-set': [configurationSet], ...mail.tags },
      },
    };
    const envelope = { version: '0', id: randomUUID(), source: 'aws.ses', time: timestamp };
    if (outcome === 'bounce') {
      const bounce = {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        bouncedRecipients: [{ emailAddress }],
        timestamp,
      };
      return [
        { ...envelope, 'detail-type': 'Email Bounced', detail: { eventType: 'Bounce', ...about, bounce } },
      ];
    }
    if (outcome !== 'complaint') return [];
    const complaint = { complainedRecipients: [{ emailAddress }], timestamp };
    return [
      {
        ...envelope,
        'detail-type': 'Email Complaint Received',
        detail: { eventType: 'Complaint', ...about, complaint },
      },
    ];
  });
}
