import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';

/**
 * The topic to which alarms of a region are sent, as an alarm and its topic are in the same region. The topic has its
 * own key, because CloudWatch may not use the AWS managed key of SNS.
 */
export function alarmTopic(scope: Construct, alarmMail: string): Topic {
  const key = new Key(scope, 'AlarmKey', { enableKeyRotation: true });
  key.grantEncryptDecrypt(new ServicePrincipal('cloudwatch.amazonaws.com'));
  const topic = new Topic(scope, 'Alarms', { masterKey: key, enforceSSL: true });
  topic.addSubscription(new EmailSubscription(alarmMail));
  return topic;
}
