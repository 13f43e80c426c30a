import { App, DefaultStackSynthesizer, type IReusableStackSynthesizer } from 'aws-cdk-lib/core';
import type { Endpoint } from '../shared/contract/endpoint.ts';
import type { Page } from '../shared/contract/page.ts';
import type { Task } from '../shared/contract/task.ts';
import { type Bundles, LOCAL_STAGE } from './constructs/bundles.ts';
import type { Service } from './constructs/contract-function.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { EdgeStack } from './stacks/edge-stack.ts';
import { FlowStack } from './stacks/flow-stack.ts';
import { MonitoringStack } from './stacks/monitoring-stack.ts';
import { ScheduleStack } from './stacks/schedule-stack.ts';
import { WebStack } from './stacks/web-stack.ts';
import type { StageSettings } from './stage-settings.ts';

export interface Contracts {
  endpoints: readonly Endpoint[];
  pages: readonly Page[];
  tasks: readonly Task[];
}

export interface HeadshotsProps {
  settings: StageSettings;
  contracts: Contracts;
  bundles: Bundles;
}

/** A value given to the CDK command as `-c name=value`. */
export type Context = (name: string) => string | undefined;

/**
 * One stage of the service as a CDK app: web, data, flow and schedule stacks, and one stack per area of the API.
 * @param outputDirectory where `synth()` writes; without it, CDK_OUTDIR decides.
 */
export function headshots(propsOf: (context: Context) => HeadshotsProps, outputDirectory?: string): App {
  const app = new App({
    analyticsReporting: false,
    treeMetadata: false,
    context: {
      // Exports and imports: CloudFormation then refuses to remove what another stack still uses.
      '@aws-cdk/core:defaultCrossStackReferences': 'strong',
      // A template that CloudFormation's own schemas refuse fails the synth, not the deployment.
      '@aws-cdk/core:validateAgainstDefaultRules': true,
    },
    // The CDK command checks the bootstrap version itself, and templates stay free of SSM parameters.
    defaultStackSynthesizer: synthesizer(),
    ...(outputDirectory !== undefined && { outdir: outputDirectory }),
  });
  const { settings, contracts, bundles } = propsOf((name) => {
    const value: unknown = app.node.tryGetContext(name);
    return value === undefined ? undefined : String(value);
  });
  // The local cloud runs bundles from where they were built, so that a rebuilt one is used at once.
  if (settings.stage === LOCAL_STAGE) app.node.setContext('aws:cdk:disable-asset-staging', true);
  const stackName = (part: string) => `headshots-${settings.stage}-${part}`;

  // Nobody knocks at a laptop.
  const edge =
    settings.stage === LOCAL_STAGE ? undefined : new EdgeStack(app, stackName('edge'), { settings });
  const web = new WebStack(app, stackName('web'), {
    settings,
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
  // Nobody is woken for a laptop.
  if (settings.stage !== LOCAL_STAGE) {
    new MonitoringStack(app, stackName('operate'), { settings, httpApi: web.httpApi, data, flow, schedule });
  }
  const pages = byArea(contracts.pages);
  for (const [area, endpoints] of byArea(contracts.endpoints)) {
    const api = new ApiStack(app, stackName(`${area}-api`), {
      service,
      resources: { ...data.resources, flow: flow.stateMachine },
      httpApi: web.httpApi,
      endpoints,
      pages: pages.get(area) ?? [],
      addressRequestsPerMinute: web.addressRequestsPerMinute,
    });
    // Who asks for photos is answered with links, for which there has to be a key.
    api.addStackDependency(schedule);
  }
  return app;
}

/** The cast is for exactOptionalPropertyTypes, for which the CDK's own types are not written. */
function synthesizer(): IReusableStackSynthesizer {
  return new DefaultStackSynthesizer({ generateBootstrapVersionRule: false }) as IReusableStackSynthesizer;
}

/** The areas of the API: the first part of the operations' names, `v2` of `v2/models/list-models`. */
function byArea<Contract extends { operation: string }>(
  contracts: readonly Contract[],
): Map<string, Contract[]> {
  return Map.groupBy(contracts, ({ operation }) => operation.slice(0, operation.indexOf('/')));
}
