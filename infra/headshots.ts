import { App, CfnOutput, DefaultStackSynthesizer, type IReusableStackSynthesizer } from 'aws-cdk-lib/core';
import cdk from '../cdk.json' with { type: 'json' };
import type { Asset } from '../shared/contract/asset.ts';
import type { Endpoint } from '../shared/contract/endpoint.ts';
import type { Page } from '../shared/contract/page.ts';
import type { Task } from '../shared/contract/task.ts';
import { type Bundles, LOCAL_STAGE, LOCALSTACK_STAGE } from './constructs/bundles.ts';
import type { Service } from './constructs/contract-function.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { EdgeMonitoringStack } from './stacks/edge-monitoring-stack.ts';
import { EdgeStack } from './stacks/edge-stack.ts';
import { FlowStack } from './stacks/flow-stack.ts';
import { MonitoringStack } from './stacks/monitoring-stack.ts';
import { ScheduleStack } from './stacks/schedule-stack.ts';
import { WebStack } from './stacks/web-stack.ts';
import type { StageSettings } from './stage-settings.ts';

export interface Contracts {
  endpoints: readonly Endpoint[];
  pages: readonly Page[];
  assets: readonly Asset[];
  tasks: readonly Task[];
}

export interface HeadshotsProps {
  settings: StageSettings;
  contracts: Contracts;
  bundles: Bundles;
  /** The version that is deployed, by which a later deployment finds the one to roll back to. */
  version?: string | undefined;
}

/** A value given to the CDK command as `-c name=value`. */
export type Context = (name: string) => string | undefined;

/**
 * One stage of the service as a CDK app: web, data, flow and schedule stacks, and one stack per area of the
 * API. Stages other than the local one also have edge and monitoring stacks.
 * @param outputDirectory The directory that `synth()` writes. The default is CDK_OUTDIR.
 */
export function headshots(propsOf: (context: Context) => HeadshotsProps, outputDirectory?: string): App {
  const app = new App({
    analyticsReporting: false,
    treeMetadata: false,
    // The feature flags of the CDK. The command reads them from the file, and the build and tests run without the command.
    context: cdk.context,
    // The CDK command checks the bootstrap version, so the templates need no SSM parameter for it.
    defaultStackSynthesizer: synthesizer(),
    ...(outputDirectory !== undefined && { outdir: outputDirectory }),
  });
  const { settings, contracts, bundles, version } = propsOf((name) => {
    const value: unknown = app.node.tryGetContext(name);
    return value === undefined ? undefined : String(value);
  });
  // The local cloud runs bundles from their build directory, so that it uses a rebuilt bundle at once.
  if (settings.stage === LOCAL_STAGE) app.node.setContext('aws:cdk:disable-asset-staging', true);
  const stackName = (part: string) => `headshots-${settings.stage}-${part}`;

  // The local cloud does not run CloudFront, so its stage has no web ACL.
  const edge =
    settings.stage === LOCAL_STAGE ? undefined : new EdgeStack(app, stackName('edge'), { settings });
  const web = new WebStack(app, stackName('web'), {
    settings,
    assets: contracts.assets,
    ...(edge && { webAclArn: edge.webAclArn }),
  });
  const data = new DataStack(app, stackName('data'), {
    settings,
    tasks: contracts.tasks,
    appUrl: web.appUrl,
  });
  const service: Service = { settings, bundles, appUrl: web.appUrl };
  const flow = new FlowStack(app, stackName('flow'), { service, data, tasks: contracts.tasks });
  const schedule = new ScheduleStack(app, stackName('schedule'), {
    service,
    resources: data.resources,
    tasks: contracts.tasks,
  });
  // The local stage has no alarms.
  if (edge) {
    new MonitoringStack(app, stackName('monitoring'), {
      settings,
      httpApi: web.httpApi,
      data,
      flow,
      schedule,
    });
    // An emulator has no CloudFront, no WAF and no costs.
    if (settings.stage !== LOCALSTACK_STAGE) {
      new EdgeMonitoringStack(app, stackName('edge-monitoring'), {
        settings,
        distributionId: web.distributionId,
        webAclArn: edge.webAclArn,
      });
    }
  }
  const pages = byArea(contracts.pages);
  const assets = byArea(contracts.assets);
  let last: ApiStack | undefined;
  for (const [area, endpoints] of byArea(contracts.endpoints)) {
    const api = new ApiStack(app, stackName(`${area}-api`), {
      service,
      resources: { ...data.resources, flow: flow.stateMachine },
      httpApi: web.httpApi,
      endpoints,
      pages: pages.get(area) ?? [],
      assets: assets.get(area) ?? [],
      addressRequestsPerMinute: web.addressRequestsPerMinute,
      originSecrets: web.originSecrets,
    });
    // Responses contain signed links to photos, so the first signing key has to exist before the API.
    api.addStackDependency(schedule);
    // As within a stack: API Gateway refuses changes of one API that are made at the same time.
    if (last) api.addStackDependency(last);
    last = api;
  }
  // The last stack of the API is updated after the others, so its output names a version that was deployed completely.
  if (last && version !== undefined) new CfnOutput(last, 'Version', { value: version });
  return app;
}

/** The cast is necessary because the CDK's types do not compile with exactOptionalPropertyTypes. */
function synthesizer(): IReusableStackSynthesizer {
  return new DefaultStackSynthesizer({ generateBootstrapVersionRule: false }) as IReusableStackSynthesizer;
}

/** Groups contracts by area: the first segment of the operation, such as `v2` of `v2/models/list-models`. */
function byArea<Contract extends { operation: string }>(
  contracts: readonly Contract[],
): Map<string, Contract[]> {
  return Map.groupBy(contracts, ({ operation }) => operation.slice(0, operation.indexOf('/')));
}
