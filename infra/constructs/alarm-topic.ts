import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { ArnFormat, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';

const CLOUDWATCH = new ServicePrincipal('cloudwatch.amazonaws.com');

/**
 * The topic to which the alarms of a stack publish, with its subscription by mail. The policy that requires TLS
 * replaces the default policy of SNS, so it has to let CloudWatch publish. The topic has its own key, because
 * CloudWatch may not use the AWS managed key of SNS.
 */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, alarmMail: string) {
    super(scope, id);
    const { account } = Stack.of(this);
    const alarms = Stack.of(this).formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: '*',
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const key = new Key(this, 'Key', { enableKeyRotation: true });
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [CLOUDWATCH],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        // The policy of a key applies to this key alone, so its resource is always *.
        resources: ['*'],
      }),
    );
    this.topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true });
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [CLOUDWATCH],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnLike: { 'aws:SourceArn': alarms },
        },
      }),
    );
    this.topic.addSubscription(new EmailSubscription(alarmMail));
  }
}
