import { expect, it } from 'vitest';
import { settingsOf } from '../../infra/settings.ts';
import { synthesized, type Value } from './synthesized.ts';

const production = synthesized(settingsOf('production'));
/** The only resource of a type. */
function only(type: string): { id: string; Properties: Record<string, Value> } {
  const [first, ...others] = production.resources(type);
  if (first === undefined || others.length > 0)
    throw new Error(`The templates have not exactly one ${type}.`);
  return { id: first[1], Properties: first[2].Properties };
}

it('mail is sent with a configuration set of the stage, which the role covers beside the identity', () => {
  const { Properties } = only('AWS::SES::ConfigurationSet');
  const sender = production.functions.find(({ operation }) => operation === 'queue/send-mail');
  expect(sender?.properties.Environment).toMatchObject({
    Variables: { MAIL_CONFIGURATION_SET: Properties.Name },
  });
  const roles = production
    .resources('AWS::IAM::Role')
    .filter(([, id]) => id.startsWith('QueueSendMailRole'))
    .map(([, , role]) => JSON.stringify(role.Properties.Policies));
  expect(roles).toHaveLength(1);
  expect(roles[0]).toContain(`:configuration-set/${String(Properties.Name)}`);
});

it('bounces, complaints and rejects go by EventBridge to a queue that lets only their rule send', () => {
  const set = only('AWS::SES::ConfigurationSet');
  const destination = only('AWS::SES::ConfigurationSetEventDestination').Properties;
  expect(destination).toMatchObject({
    ConfigurationSetName: { Ref: set.id },
    EventDestination: { Enabled: true, MatchingEventTypes: ['bounce', 'complaint', 'reject'] },
  });
  expect(JSON.stringify(destination)).toContain(':event-bus/default');

  const rules = production
    .resources('AWS::Events::Rule')
    .filter(([, , { Properties }]) => Properties.EventPattern !== undefined);
  expect(rules).toHaveLength(1);
  const [[, ruleId, rule] = ['', '', { Properties: {} as Record<string, Value> }]] = rules;
  expect(rule.Properties.EventPattern).toEqual({
    source: ['aws.ses'],
    detail: { mail: { tags: { 'ses:configuration-set': [set.Properties.Name] } } },
  });
  const [target] = rule.Properties.Targets as { Arn: Value }[];
  expect(production.text(target?.Arn ?? '')).toMatch(/^MailEventsQueue.*Arn$/);

  const policies = production
    .resources('AWS::SQS::QueuePolicy')
    .filter(([, id]) => id.startsWith('MailEventsQueuePolicy'))
    .map(([, , { Properties }]) => Properties.PolicyDocument as { Statement: Value[] });
  expect(policies[0]?.Statement).toContainEqual(
    expect.objectContaining({
      Effect: 'Allow',
      Principal: { Service: 'events.amazonaws.com' },
      Condition: { ArnEquals: { 'aws:SourceArn': { 'Fn::GetAtt': [ruleId, 'Arn'] } } },
    }),
  );
});
