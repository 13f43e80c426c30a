import { type App, Validations } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks, type IApplyRule, type NagRuleResult } from 'cdk-nag';

/**
 * Wildcards that roles may have, with the reasons. Violations of IAM5 contain generated names, so they are
 * matched by their ends. The inventory in test/infra/reviewed-access.ts lists every statement.
 */
const SUPPRESSED_WILDCARDS: readonly { ends: RegExp; reason: string }[] = [
  { ends: /\/(incoming|uploads|photos)\/\*$/, reason: 'Objects are named by organization, model and image.' },
  {
    ends: /\/(base|models\/<aws:PrincipalTag\/model>)\/\*$/,
    reason: 'Objects of jobs are named by their model.',
  },
  { ends: /:training-job\/<aws:PrincipalTag\/model>-\*$/, reason: 'Jobs are named by their model.' },
  {
    ends: /:log-group:\/aws\/sagemaker\/TrainingJobs:\*$/,
    reason: 'SageMaker names the streams.',
  },
  { ends: /:execution:<ModelFlow\w+\.Name>:\*$/, reason: 'Executions are named by model and run.' },
];

class Checks extends AwsSolutionsChecks {
  protected override applyRule(params: IApplyRule): void {
    super.applyRule({ ...params, rule: (node) => withoutSuppressed(params.rule(node)) });
  }
}

function withoutSuppressed(result: NagRuleResult): NagRuleResult {
  if (!Array.isArray(result)) return result;
  return result.filter((violation) => !SUPPRESSED_WILDCARDS.some(({ ends }) => ends.test(violation)));
}

/** Adds cdk-nag to the synth. A violation that is not suppressed fails it. */
export function addNagChecks(app: App): void {
  Validations.of(app).addPlugins(new Checks(app));
}
