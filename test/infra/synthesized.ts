import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import type { Bundles } from '../../infra/constructs/bundles.ts';
import { headshots } from '../../infra/headshots.ts';
import type { StageSettings } from '../../infra/stage-settings.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { assets, endpoints, pages, tasks } from '../../shared/contract/registry.ts';

// The validation against CloudFormation's schemas takes seconds, and `npm run synth` does it.
process.env.CDK_VALIDATION = 'false';

/** A part of a template. CloudFormation has no types, so the tests compare with expected values. */
export type Value = string | number | boolean | null | Value[] | { [name: string]: Value };
export interface Resource {
  Type: string;
  Properties: Record<string, Value>;
  DeletionPolicy?: string;
  DependsOn?: string[];
}
export interface Template {
  Resources: Record<string, Resource>;
  Outputs: Record<string, { Value: Value; Export?: { Name: Value } }>;
  Parameters: Record<string, Record<string, Value>>;
}

export interface LambdaFunction {
  stack: string;
  logicalId: string;
  operation: string;
  properties: Record<string, Value>;
}

/** The version that the templates name. */
export const VERSION = '2f1c';

/** Bundles that contain nothing but the name of their operation. */
export class StubBundles implements Bundles {
  readonly root = mkdtempSync(join(tmpdir(), 'headshots-infra-'));
  readonly #version: string;

  /** @param version part of each bundle's content. */
  constructor(version = '') {
    this.#version = version;
  }

  directoryOf(operation: string): string {
    const directory = join(this.root, operation);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'index.mjs'), `// ${operation}`);
    writeFileSync(join(directory, 'chunk.mjs'), `// ${this.#version}`);
    return directory;
  }
}

/** The CDK app of a stage, which is synthesized into a new directory. */
export function templatesOf(
  settings: StageSettings,
  bundles: Bundles,
  probes: readonly Endpoint[] = [],
): ReturnType<typeof headshots> {
  return headshots(
    () => ({
      settings,
      contracts: { endpoints: [...endpoints, ...probes], pages, assets, tasks },
      bundles,
      version: VERSION,
    }),
    mkdtempSync(join(tmpdir(), 'headshots-templates-')),
  );
}

const made = new Map<string, Synthesized>();

/** The templates of a stage, which are synthesized once in a process. Tests must not change them. */
export function synthesized(settings: StageSettings): Synthesized {
  const key = JSON.stringify(settings);
  const service = made.get(key) ?? new Synthesized(settings);
  made.set(key, service);
  return service;
}

/** The templates of a stage, with the queries that tests need. */
export class Synthesized {
  readonly templates: ReadonlyMap<string, Template>;
  /** For each stack, the stacks that are deployed before it. */
  readonly dependencies: ReadonlyMap<string, readonly string[]>;
  readonly functions: readonly LambdaFunction[];
  /** The region of each stack. */
  readonly regions: ReadonlyMap<string, string>;
  readonly tags: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly terminationProtection: ReadonlyMap<string, boolean>;

  /** @param probes Endpoints beside those of the service, for permissions that no contract uses yet. */
  constructor(settings: StageSettings, probes: readonly Endpoint[] = []) {
    const bundles = new StubBundles();
    const { directory, stacks } = templatesOf(settings, bundles, probes).synth();
    const partOf = (stackName: string) => stackName.slice(`headshots-${settings.stage}-`.length);
    this.templates = new Map(
      stacks.map(({ stackName, template }) => [
        partOf(stackName),
        { Outputs: {}, Parameters: {}, ...(template as Partial<Template>), Resources: template.Resources },
      ]),
    );
    this.dependencies = new Map(
      stacks.map(({ stackName, dependencies }) => [
        partOf(stackName),
        dependencies.map(({ id }) => partOf(id)),
      ]),
    );
    this.regions = new Map(
      stacks.map(({ stackName, environment }) => [partOf(stackName), environment.region]),
    );
    this.tags = new Map(stacks.map(({ stackName, tags }) => [partOf(stackName), tags]));
    this.terminationProtection = new Map(
      stacks.map(({ stackName, terminationProtection = false }) => [
        partOf(stackName),
        terminationProtection,
      ]),
    );
    const operations = operationsByAsset(
      directory,
      stacks.map(({ stackName }) => stackName),
      bundles.root,
    );
    this.functions = this.resources('AWS::Lambda::Function').map(([stack, logicalId, { Properties }]) => {
      const key = String((Properties.Code as { S3Key: string }).S3Key).replace('.zip', '');
      return { stack, logicalId, operation: operations.get(key) ?? '', properties: Properties };
    });
  }

  resources(type: string): [stack: string, logicalId: string, resource: Resource][] {
    return [...this.templates].flatMap(([stack, template]) =>
      Object.entries(template.Resources)
        .filter(([, resource]) => resource.Type === type)
        .map(([id, resource]): [string, string, Resource] => [stack, id, resource]),
    );
  }

  function(operation: string): LambdaFunction {
    const found = this.functions.filter((candidate) => candidate.operation === operation);
    if (found.length !== 1 || !found[0])
      throw new Error(`${found.length} functions run ${operation}: expected exactly one.`);
    return found[0];
  }

  /**
   * A value as readable text, such as `Table.Arn/index/GSI1` or `Images`. Imports from other stacks are
   * resolved, and the hashes that the CDK appends to names are removed.
   */
  text(value: Value | undefined): string {
    if (typeof value !== 'object' || value === null) return String(value);
    if (Array.isArray(value)) return value.map((part) => this.text(part)).join(',');
    const [[name, argument] = []] = Object.entries(value);
    if (name === 'Ref') return withoutHash(String(argument));
    if (name === 'Fn::GetAtt' && Array.isArray(argument)) {
      return `${withoutHash(String(argument[0]))}.${String(argument[1])}`;
    }
    if (name === 'Fn::Join' && Array.isArray(argument) && Array.isArray(argument[1])) {
      return argument[1].map((part) => this.text(part)).join(String(argument[0]));
    }
    if (name === 'Fn::ImportValue') return this.text(this.#exported(String(argument)));
    throw new Error(`There is no readable text for ${JSON.stringify(value)}: extend text().`);
  }

  #exported(exportName: string): Value {
    for (const { Outputs } of this.templates.values()) {
      const output = Object.values(Outputs).find((candidate) => candidate.Export?.Name === exportName);
      if (output) return output.Value;
    }
    throw new Error(`No stack has an export named ${exportName}.`);
  }
}

function operationsByAsset(directory: string, stackNames: string[], root: string): Map<string, string> {
  const operations = new Map<string, string>();
  for (const stackName of stackNames) {
    const { files } = JSON.parse(readFileSync(join(directory, `${stackName}.assets.json`), 'utf8')) as {
      files: Record<string, { source: { path: string } }>;
    };
    for (const [hash, { source }] of Object.entries(files)) {
      operations.set(hash, operationOf(join(directory, source.path), source.path, root));
    }
  }
  return operations;
}

/**
 * The local stage uses assets in place. Other stages copy them, and the copy contains the stub's first line.
 */
function operationOf(copy: string, path: string, root: string): string {
  if (path.startsWith(root)) return relative(root, path).split(sep).join('/');
  if (path.endsWith('.json')) return '';
  // The CDK's own function for cross-region references has no operation.
  if (existsSync(join(copy, '__entrypoint__.js'))) return '';
  return readFileSync(join(copy, 'index.mjs'), 'utf8').replace('// ', '');
}

function withoutHash(logicalId: string): string {
  return logicalId.replace(/[0-9A-F]{8}$/, '');
}
