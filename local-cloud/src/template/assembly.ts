import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A value of a template, with its intrinsic functions still in it. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

export interface Resource {
  stack: Stack;
  logicalId: string;
  /** The construct path CDK left in the metadata, or the logical id where there is none. */
  path: string;
  type: string;
  properties: JsonObject;
}

export interface Stack {
  name: string;
  parameters: Map<string, JsonObject>;
  resources: Map<string, Resource>;
  outputs: Map<string, JsonObject>;
  /** Object key of a file asset in the bootstrap bucket → directory or file on this machine. */
  assets: Map<string, string>;
}

export interface Assembly {
  directory: string;
  stacks: Stack[];
}

/** Names the place in the template that the local cloud does not support; the start fails with it. */
export class TemplateError extends Error {
  constructor(place: string, problem: string) {
    super(`${place}: ${problem}`);
    this.name = 'TemplateError';
  }
}

/** `stack Api, resource GetThing4F2A (Api/get-thing/Function)`: the place of a resource in messages. */
export function placeOf(resource: Resource, property?: string): string {
  const place = `stack ${resource.stack.name}, resource ${resource.logicalId} (${resource.path}), ${resource.type}`;
  return property === undefined ? place : `${place}, property ${property}`;
}

const TEMPLATE_SECTIONS = new Set([
  'AWSTemplateFormatVersion',
  'Description',
  'Metadata',
  'Parameters',
  // Checks of parameters, such as the version of the CDK's bootstrap stack.
  'Rules',
  'Resources',
  'Outputs',
]);
const RESOURCE_SECTIONS = new Set([
  'Type',
  'Properties',
  'DependsOn',
  'Metadata',
  'DeletionPolicy',
  'UpdateReplacePolicy',
]);

/**
 * Reads the output of `cdk synth`.
 * @param directory usually `cdk.out`
 * @throws TemplateError when a template has a section that changes the deployment and is not supported here
 */
export function loadAssembly(directory: string): Assembly {
  const root = resolve(directory);
  const manifest = readJson(join(root, 'manifest.json'));
  const stacks: Stack[] = [];
  for (const [id, artifact] of Object.entries(object(manifest.artifacts))) {
    const { type, properties, displayName } = object(artifact);
    if (type === 'cdk:cloud-assembly') {
      throw new TemplateError(`assembly ${root}`, `stage ${id}: nested assemblies are not supported`);
    }
    if (type !== 'aws:cloudformation:stack') continue;
    const { templateFile, stackName } = object(properties);
    const name = String(stackName ?? displayName ?? id);
    const paths = constructPaths(root, object(artifact));
    stacks.push(loadStack(root, name, String(templateFile), manifest, paths));
  }
  if (stacks.length === 0) throw new TemplateError(`assembly ${root}`, 'it has no stack: run cdk synth');
  return { directory: root, stacks };
}

function loadStack(
  root: string,
  name: string,
  templateFile: string,
  manifest: JsonObject,
  paths: ReadonlyMap<string, string>,
): Stack {
  const template = readJson(join(root, templateFile));
  for (const section of Object.keys(template)) {
    if (!TEMPLATE_SECTIONS.has(section)) {
      throw new TemplateError(`stack ${name}`, `the section ${section} is not supported`);
    }
  }
  const stack: Stack = {
    name,
    parameters: objects(template.Parameters),
    resources: new Map(),
    outputs: objects(template.Outputs),
    assets: fileAssets(root, templateFile, manifest),
  };
  for (const [logicalId, declaration] of objects(template.Resources)) {
    const resource: Resource = {
      stack,
      logicalId,
      path: paths.get(logicalId) ?? logicalId,
      type: String(declaration.Type),
      properties: object(declaration.Properties),
    };
    for (const section of Object.keys(declaration)) {
      if (!RESOURCE_SECTIONS.has(section)) {
        throw new TemplateError(placeOf(resource), `the section ${section} is not supported`);
      }
    }
    stack.resources.set(logicalId, resource);
  }
  return stack;
}

/** Logical id → construct path, which CDK keeps beside the template. */
function constructPaths(root: string, artifact: JsonObject): Map<string, string> {
  const file = artifact.additionalMetadataFile;
  const metadata = {
    ...object(artifact.metadata),
    ...(typeof file === 'string' ? readJson(join(root, file)) : {}),
  };
  const paths = new Map<string, string>();
  for (const [path, entries] of Object.entries(metadata)) {
    for (const { type, data } of Array.isArray(entries) ? entries.map(object) : []) {
      if (type === 'aws:cdk:logicalId') paths.set(String(data), path.replace(/^\/|\/Resource$/g, ''));
    }
  }
  return paths;
}

function fileAssets(root: string, templateFile: string, manifest: JsonObject): Map<string, string> {
  const assets = new Map<string, string>();
  const name = templateFile.replace(/\.template\.json$/, '.assets');
  const file = object(object(object(manifest.artifacts)[name]).properties).file;
  if (typeof file !== 'string') return assets;
  for (const [, { source, destinations }] of objects(readJson(join(root, file)).files)) {
    for (const destination of Object.values(object(destinations))) {
      assets.set(String(object(destination).objectKey), resolve(root, String(object(source).path)));
    }
  }
  return assets;
}

function readJson(file: string): JsonObject {
  return object(JSON.parse(readFileSync(file, 'utf8')) as Json);
}

/** The value as an object, or an empty object, for the optional parts of a template. */
export function object(value: Json | undefined): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
}

function objects(value: Json | undefined): Map<string, JsonObject> {
  return new Map(Object.entries(object(value)).map(([key, entry]) => [key, object(entry)]));
}
