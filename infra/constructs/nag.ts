import { type App, Validations } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks, type IApplyRule, type NagRuleResult } from 'cdk-nag';

/**
 * Wildcards that roles may have, and why. The findings of IAM5 carry generated names, so they are told by their
 * ends; every statement is in the inventory of test/infra/reviewed-access.ts as well.
 */
const SUPPRESSED_WILDCARDS: readonly { ends: RegExp; reason: string }[] = [
  { ends: /\/(uploads|photos)\/\*$/, reason: 'Objects are named by organization, model and image.' },
  { ends: /:execution:<ModelFlow\w+\.Name>:\*$/, reason: 'Executions are named by model and run.' },
];

class Checks extends AwsSolutionsChecks {
  protected override applyRule(params: IApplyRule): void {
    super.applyRule({ ...params, rule: (node) => withoutSuppressed(params.rule(node)) });
  }
}

function withoutSuppressed(result: NagRuleResult): NagRuleResult {
  if (!Array.isArray(result)) return result;
  return result.filter((finding) => !SUPPRESSED_WILDCARDS.some(({ ends }) => ends.test(finding)));
}

/** Has cdk-nag look at every template that is synthesized; what it finds and is not accepted fails the synth. */
export function addNagChecks(app: App): void {
  Validations.of(app).addPlugins(new Checks(app));
}
