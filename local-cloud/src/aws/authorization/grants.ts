import { type Json, object, placeOf, type Resource, TemplateError } from '../../template/assembly.ts';
import type { Resolver } from '../../template/resolver.ts';
import { type Condition, list, literal, readConditions } from './conditions.ts';

/** One action that a holder may do on one resource, or on all resources that match a pattern. */
export interface Grant {
  /** The ARN of a role or user, or a service such as `apigateway.amazonaws.com`. */
  holder: string;
  action: string;
  resource: string;
  /** The conditions as the template words them; absent when there are none. */
  conditions?: string;
  holds: Condition;
}

const STATEMENT_FIELDS = ['Sid', 'Effect', 'Action', 'Resource', 'Condition'];
const TRUST_FIELDS = ['Sid', 'Effect', 'Action', 'Principal', 'Condition'];

/**
 * All grants of the templates: to roles and users by their policies, to services by the trust of roles and the
 * permissions of functions. Policies of buckets and queues are left out: they deny requests without TLS, which
 * the local cloud does not use, and let EventBridge send.
 * @throws TemplateError for a statement that would not be judged as AWS judges it
 */
export function readGrants(resolver: Resolver): Grant[] {
  return [
    ...resolver.resources('AWS::IAM::Role').flatMap((role) => ofHolder(role, 'Roles', resolver)),
    ...resolver.resources('AWS::IAM::User').flatMap((user) => ofHolder(user, 'Users', resolver)),
    ...resolver.resources('AWS::IAM::Role').flatMap((role) => trustIn(role, resolver)),
    ...resolver.resources('AWS::Lambda::Permission').map((permission) => toInvoke(permission, resolver)),
  ];
}

function ofHolder(resource: Resource, attachedBy: 'Roles' | 'Users', resolver: Resolver): Grant[] {
  const holder = resolver.attribute(resource, 'Arn');
  const name = resolver.reference(resource);
  const attached = resolver
    .resources('AWS::IAM::Policy')
    .filter((policy) => list(resolver.property(policy, attachedBy)).includes(name))
    .map((policy) => [placeOf(policy), resolver.property(policy, 'PolicyDocument')] as const);
  const inline = list(resolver.property(resource, 'Policies')).map(
    (policy) => [placeOf(resource), object(policy).PolicyDocument] as const,
  );
  return [...inline, ...attached].flatMap(([place, document]) =>
    statementsOf(document, STATEMENT_FIELDS, place).flatMap(({ Action, Resource, Condition }) =>
      list(Action).flatMap((action) =>
        list(Resource).map((pattern) =>
          grant(holder, String(action), literal(String(pattern), place), Condition, place),
        ),
      ),
    ),
  );
}

function trustIn(role: Resource, resolver: Resolver): Grant[] {
  const place = placeOf(role, 'AssumeRolePolicyDocument');
  const document = resolver.property(role, 'AssumeRolePolicyDocument');
  return statementsOf(document, TRUST_FIELDS, place).flatMap(({ Action, Principal, Condition }) => {
    const { Service, ...others } = object(Principal);
    if (Service === undefined || Object.keys(others).length > 0)
      throw new TemplateError(place, 'only services can be trusted');
    return list(Service).flatMap((service) =>
      list(Action).map((action) =>
        grant(String(service), String(action), resolver.attribute(role, 'Arn'), Condition, place),
      ),
    );
  });
}

function toInvoke(permission: Resource, resolver: Resolver): Grant {
  const property = (name: string) => String(resolver.property(permission, name));
  const [resource, SourceArn] = [property('FunctionName'), resolver.property(permission, 'SourceArn')];
  const condition = SourceArn === undefined ? {} : { ArnLike: { 'aws:SourceArn': SourceArn } };
  return grant(property('Principal'), property('Action'), resource, condition, placeOf(permission));
}

function grant(
  holder: string,
  action: string,
  resource: string,
  condition: Json | undefined,
  place: string,
): Grant {
  return {
    holder,
    action,
    resource,
    ...(Object.keys(object(condition)).length > 0 && { conditions: JSON.stringify(condition) }),
    holds: readConditions(condition, action, place),
  };
}

function statementsOf(document: Json | undefined, fields: readonly string[], place: string) {
  return list(object(document).Statement)
    .map(object)
    .map((statement) => {
      const strange = Object.keys(statement).find((field) => !fields.includes(field));
      if (strange !== undefined) throw new TemplateError(place, `${strange} is not supported in a statement`);
      if (statement.Effect !== 'Allow')
        throw new TemplateError(place, 'only statements that allow are supported');
      return statement;
    });
}
