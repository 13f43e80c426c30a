import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { SecretValue } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { suppressNag } from './nag-suppressions.ts';

const LENGTH = 64;
/** The versions of the secret that exist at a time: the former, the current and the next one. */
const SLOTS = 3;

/**
 * The secret that CloudFront sends to the API with every request, so that functions can refuse requests that went
 * around CloudFront and its web ACL. CloudFront sends one version. Functions also accept the former and the next
 * one, because a deployment changes CloudFront first and the functions later, and a rollback does so in reverse.
 *
 * The versions are in three slots, whose ARNs never change. A slot gets a new value when its turn comes: CloudFormation
 * generates one when `GenerateSecretString` changes. The key of the value has the version in its name, because
 * CloudFormation reads a value anew only when the text of the reference changes.
 */
export class OriginSecret extends Construct {
  /** The version that CloudFront sends. */
  readonly sent: string;
  /** All versions that functions accept, separated by commas. */
  readonly accepted: string;

  constructor(scope: Construct, id: string, version: number) {
    super(scope, id);
    const references = new Map<number, string>();
    for (const each of [version - 1, version, version + 1]) {
      const key = `version${each}`;
      const slot = new Secret(this, `Slot${each % SLOTS}`, {
        description: 'A version of the secret that CloudFront sends to the API',
        generateSecretString: {
          secretStringTemplate: '{}',
          generateStringKey: key,
          passwordLength: LENGTH,
          excludePunctuation: true,
        },
      });
      references.set(each, slot.secretValueFromJson(key).unsafeUnwrap());
    }
    this.sent = references.get(version) ?? '';
    // One secret with all of them, because a template may have no more than 60 dynamic references.
    const key = `accepted${version}`;
    const values = [...references.values()].join(',');
    const accepted = new Secret(this, 'Accepted', {
      description: 'The versions of the secret of CloudFront that functions accept',
      secretStringValue: SecretValue.unsafePlainText(JSON.stringify({ [key]: values })),
    });
    this.accepted = accepted.secretValueFromJson(key).unsafeUnwrap();
    suppressNag(this, 'rotatedByDeployment');
  }
}
