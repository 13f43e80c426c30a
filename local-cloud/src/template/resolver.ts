import {
  type Assembly,
  type Json,
  type JsonObject,
  placeOf,
  type Resource,
  type Stack,
  TemplateError,
} from './assembly.ts';
import type { Deployment } from './deployment.ts';
import { generatedSecret, withoutReferences } from './dynamic-references.ts';
import { SUPPORTED_TYPES } from './supported-types.ts';

const NO_VALUE = Symbol('AWS::NoValue');
type Resolved = Json | typeof NO_VALUE;

/** Evaluates intrinsic functions over all stacks of an assembly. */
export class Resolver {
  readonly assembly: Assembly;
  readonly deployment: Deployment;
  readonly #generated = new Map<Resource, string>();

  constructor(assembly: Assembly, deployment: Deployment) {
    this.assembly = assembly;
    this.deployment = deployment;
  }

  /** All resources of a type, in the order of the templates. */
  resources(type: string): Resource[] {
    return this.assembly.stacks.flatMap((stack) =>
      [...stack.resources.values()].filter((resource) => resource.type === type),
    );
  }

  /** A property with its intrinsics evaluated; undefined when it is absent. */
  property(resource: Resource, name: string): Json | undefined {
    const value = resource.properties[name];
    if (value === undefined) return undefined;
    const place = placeOf(resource, name);
    const resolved = this.#evaluate(value, resource.stack, place);
    return resolved === NO_VALUE
      ? undefined
      : withoutReferences(resolved, place, (arn) => this.#secretOf(arn));
  }

  /** The value that the template gives a secret, or undefined. */
  secretValue(secret: Resource): string | undefined {
    const generator = this.property(secret, 'GenerateSecretString');
    if (generator === undefined) {
      const value = this.property(secret, 'SecretString');
      return value === undefined ? undefined : String(value);
    }
    const generated = this.#generated.get(secret) ?? generatedSecret(secret, generator);
    this.#generated.set(secret, generated);
    return generated;
  }

  /** The value `Ref` gives for a resource. */
  reference(resource: Resource): string {
    return this.#reference(resource, placeOf(resource));
  }

  /** The value `Fn::GetAtt` gives for a resource. */
  attribute(resource: Resource, name: string): string {
    return this.#attribute(resource, name, placeOf(resource));
  }

  /** The outputs of all stacks, `<stack>.<logical id>` → value, without those that exist for other stacks only. */
  outputs(): Record<string, string> {
    const outputs: Record<string, string> = {};
    for (const stack of this.assembly.stacks) {
      for (const [logicalId, { Value, Export }] of stack.outputs) {
        if (Export !== undefined) continue;
        const place = `stack ${stack.name}, output ${logicalId}`;
        outputs[`${stack.name}.${logicalId}`] = this.#text(Value ?? null, stack, place);
      }
    }
    return outputs;
  }

  /** The resource that a value refers to by `Ref` or `Fn::GetAtt`, found by the evaluated value. */
  find(type: string, attribute: string, value: Json | undefined): Resource | undefined {
    return this.resources(type).find(
      (candidate) =>
        (attribute === 'Ref' ? this.reference(candidate) : this.attribute(candidate, attribute)) === value,
    );
  }

  #secretOf(arn: string): string | undefined {
    const secret = this.find('AWS::SecretsManager::Secret', 'Ref', arn);
    return secret && this.secretValue(secret);
  }

  #evaluate(value: Json, stack: Stack, place: string): Resolved {
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) {
      return value
        .map((entry) => this.#evaluate(entry, stack, place))
        .filter((entry): entry is Json => entry !== NO_VALUE);
    }
    const [only, ...others] = Object.keys(value);
    if (only !== undefined && others.length === 0 && (only === 'Ref' || only.startsWith('Fn::'))) {
      return this.#intrinsic(only, value[only] ?? null, stack, place);
    }
    const result: JsonObject = {};
    for (const [key, entry] of Object.entries(value)) {
      const resolved = this.#evaluate(entry, stack, place);
      if (resolved !== NO_VALUE) result[key] = resolved;
    }
    return result;
  }

  #intrinsic(name: string, argument: Json, stack: Stack, place: string): Resolved {
    switch (name) {
      case 'Ref':
        return this.#ref(String(argument), stack, place);
      case 'Fn::GetAtt': {
        const [logicalId, ...path] =
          typeof argument === 'string' ? argument.split('.') : this.#list(argument, stack, place);
        return this.#attribute(this.#named(String(logicalId), stack, place), path.join('.'), place);
      }
      case 'Fn::Join': {
        const [separator, parts] = this.#pair(argument, name, place);
        return this.#list(parts, stack, place).join(this.#text(separator, stack, place));
      }
      case 'Fn::Split': {
        const [separator, text] = this.#pair(argument, name, place);
        return this.#text(text, stack, place).split(this.#text(separator, stack, place));
      }
      case 'Fn::Select': {
        const [index, list] = this.#pair(argument, name, place);
        const picked = this.#list(list, stack, place)[Number(index)];
        if (picked === undefined)
          throw new TemplateError(place, `Fn::Select: there is no element ${String(index)}`);
        return picked;
      }
      case 'Fn::Sub':
        return this.#substitute(argument, stack, place);
      case 'Fn::ImportValue':
        return this.#import(this.#text(argument, stack, place), place);
      default:
        throw new TemplateError(place, `the intrinsic function ${name} is not supported`);
    }
  }

  #ref(name: string, stack: Stack, place: string): Resolved {
    const { region, accountId, parameters } = this.deployment;
    switch (name) {
      case 'AWS::NoValue':
        return NO_VALUE;
      case 'AWS::Region':
        return region;
      case 'AWS::AccountId':
        return accountId;
      case 'AWS::Partition':
        return 'aws';
      case 'AWS::URLSuffix':
        return 'amazonaws.com';
      case 'AWS::StackName':
        return stack.name;
      case 'AWS::StackId':
        return `arn:aws:cloudformation:${region}:${accountId}:stack/${stack.name}/local`;
    }
    const parameter = stack.parameters.get(name);
    if (parameter === undefined) return this.#reference(this.#named(name, stack, place), place);
    const value = parameters[name] ?? parameter.Default;
    if (value === undefined)
      throw new TemplateError(place, `the parameter ${name} has no value and no default`);
    return value;
  }

  #substitute(argument: Json, stack: Stack, place: string): string {
    const [text, own] = Array.isArray(argument) ? argument : [argument, {}];
    const variables = (own ?? {}) as JsonObject;
    return String(text).replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
      if (literal === '!') return `\${${name}}`;
      const variable = variables[name];
      if (variable !== undefined) return this.#text(variable, stack, place);
      return this.#text(name.includes('.') ? { 'Fn::GetAtt': name } : { Ref: name }, stack, place);
    });
  }

  #import(exportName: string, place: string): Json {
    for (const stack of this.assembly.stacks) {
      for (const [logicalId, output] of stack.outputs) {
        const exported = output.Export as JsonObject | undefined;
        const own = `stack ${stack.name}, output ${logicalId}`;
        if (exported?.Name === undefined || this.#text(exported.Name, stack, own) !== exportName) continue;
        return this.#text(output.Value ?? null, stack, own);
      }
    }
    throw new TemplateError(place, `no stack exports ${exportName}`);
  }

  #named(logicalId: string, stack: Stack, place: string): Resource {
    const resource = stack.resources.get(logicalId);
    if (resource === undefined)
      throw new TemplateError(place, `it refers to ${logicalId}, which does not exist`);
    return resource;
  }

  #reference(resource: Resource, place: string): string {
    const reference = SUPPORTED_TYPES[resource.type]?.reference;
    if (reference === undefined) {
      throw new TemplateError(place, `Ref of ${resource.logicalId} (${resource.type}) is not supported`);
    }
    return reference(resource, this);
  }

  #attribute(resource: Resource, name: string, place: string): string {
    const attribute = SUPPORTED_TYPES[resource.type]?.attributes?.[name];
    if (attribute === undefined) {
      throw new TemplateError(
        place,
        `Fn::GetAtt ${resource.logicalId}.${name} (${resource.type}) is not supported`,
      );
    }
    return attribute(resource, this);
  }

  #pair(argument: Json, name: string, place: string): [Json, Json] {
    if (!Array.isArray(argument) || argument.length !== 2)
      throw new TemplateError(place, `${name} needs two arguments`);
    return [argument[0] ?? null, argument[1] ?? null];
  }

  #list(value: Json, stack: Stack, place: string): Json[] {
    const resolved = this.#evaluate(value, stack, place);
    if (!Array.isArray(resolved)) throw new TemplateError(place, 'an intrinsic function needs a list here');
    return resolved;
  }

  #text(value: Json, stack: Stack, place: string): string {
    const resolved = this.#evaluate(value, stack, place);
    if (typeof resolved === 'string' || typeof resolved === 'number' || typeof resolved === 'boolean')
      return String(resolved);
    throw new TemplateError(place, 'an intrinsic function needs a string here');
  }
}
