import { type Json, object } from '../template/assembly.ts';
import type { Resolver } from '../template/resolver.ts';

interface Statement {
  actions: string[];
  resources: string[];
}

/** True when the owner of a key may do `action` (`s3:GetObject`) on the resource with this ARN. */
export type IsAllowed = (ownerArn: string, action: string, resourceArn: string) => boolean;

/**
 * What the policies of the template allow its roles and users. Conditions are not evaluated; none of the
 * template's policies denies anything.
 */
export function readPermissions(resolver: Resolver): IsAllowed {
  const statements = new Map<string, Statement[]>();
  const grant = (ownerArn: string, document: Json | undefined) => {
    const granted = statements.get(ownerArn) ?? [];
    statements.set(ownerArn, [...granted, ...allowed(document)]);
  };
  for (const [type, namesProperty] of [
    ['AWS::IAM::Role', 'Roles'],
    ['AWS::IAM::User', 'Users'],
  ] as const) {
    for (const owner of resolver.resources(type)) {
      const ownerArn = resolver.attribute(owner, 'Arn');
      for (const policy of list(resolver.property(owner, 'Policies'))) {
        grant(ownerArn, object(policy).PolicyDocument);
      }
      const name = resolver.reference(owner);
      for (const policy of resolver.resources('AWS::IAM::Policy')) {
        if (!list(resolver.property(policy, namesProperty)).includes(name)) continue;
        grant(ownerArn, resolver.property(policy, 'PolicyDocument'));
      }
    }
  }
  return (ownerArn, action, resourceArn) =>
    (statements.get(ownerArn) ?? []).some(
      ({ actions, resources }) =>
        actions.some((pattern) => matches(pattern, action)) &&
        resources.some((pattern) => matches(pattern, resourceArn)),
    );
}

function allowed(document: Json | undefined): Statement[] {
  return list(object(document).Statement)
    .map(object)
    .filter(({ Effect }) => Effect === 'Allow')
    .map(({ Action, Resource }) => ({
      actions: list(Action).map(String),
      resources: list(Resource).map(String),
    }));
}

function list(value: Json | undefined): Json[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** `*` stands for any text. */
function matches(pattern: string, text: string): boolean {
  const literal = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`, 's').test(text);
}
