import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { settingsOf } from '../../infra/settings.ts';
import { endpoint, touchesOf } from '../../shared/contract/endpoint.ts';
import { endpoints, pages, tasks } from '../../shared/contract/registry.ts';
import { TOUCHES, type Touch } from '../../shared/contract/touches.ts';
import { ALWAYS_SET, BEYOND_TOUCHES, BY_TOUCH, FORCED_ANY, OF_ENDPOINTS } from './reviewed-access.ts';
import { Synthesized, type Value } from './synthesized.ts';

/** One endpoint per touch, so that every grant is looked at, whether a contract uses it by now or not. */
const probes = (Object.keys(TOUCHES) as Touch[]).map((touch) =>
  endpoint({
    operation: `probe/${touch.replace(':', '-')}`,
    summary: TOUCHES[touch],
    method: 'GET',
    path: `/probe/${touch.replace(':', '-')}`,
    auth: 'none',
    response: z.unknown(),
    errors: [],
    touches: [touch],
  }),
);
const service = new Synthesized(settingsOf('production'), probes);

const contracts = [
  ...[...endpoints, ...probes].map((contract) => ({
    operation: contract.operation,
    touches: touchesOf(contract),
    told: OF_ENDPOINTS,
  })),
  ...pages.map(({ operation, touches }) => ({ operation, touches, told: [] })),
  ...tasks.map(({ name, touches }) => ({ operation: name, touches, told: [] })),
];

/** Which touches let a function near which resource: coarser than the actions, and easier to read. */
const TOUCHES_NEAR: Record<string, RegExp> = {
  Table: /^(table:|requests:count$|answers:keep$)/,
  Pictures: /^(uploads|photos):/,
  LinkSigner: /^link-key:rotate$/,
  LinkSignerSecret: /^(photo-links|link-key:rotate)$/,
  ModelsQueue: /^models-queue$/,
  CleanupQueue: /^cleanup-queue$/,
  DeliveriesQueue: /^deliveries-queue$/,
  WakesQueue: /^wakes-queue$/,
  MailQueue: /^mail-queue$/,
  ses: /^mail:send$/,
  ModelFlowStateMachine: /^flow:/,
};

describe.each(contracts)('the role of $operation', ({ operation, touches, told }) => {
  const { properties, logicalId } = service.function(operation);
  const permissions = permissionsOf(roleStatements(properties.Role));
  const ownLog = `${logicalId.replace(/Function[0-9A-F]{8}$/, 'Log')}.Arn`;

  it('allows what the touches of the contract give, and nothing else', () => {
    const expected = [
      `logs:CreateLogStream ${ownLog}`,
      `logs:PutLogEvents ${ownLog}`,
      ...touches.flatMap((touch) => BY_TOUCH[touch].permissions),
      ...(BEYOND_TOUCHES[operation]?.permissions ?? []),
    ];
    expect(permissions).toEqual([...new Set(expected)].sort());
  });

  it('reaches no table, bucket, queue, secret, mail or flow that the contract does not touch', () => {
    const text = permissions.join('\n');
    const reached = Object.keys(TOUCHES_NEAR).filter((name) => new RegExp(`\\b${name}\\b`).test(text));
    const touched = Object.keys(TOUCHES_NEAR).filter((name) =>
      touches.some((touch) => TOUCHES_NEAR[name]?.test(touch)),
    );
    const fedFrom = BEYOND_TOUCHES[operation]?.permissions.map((line) => line.split(/[ .]/)[1]) ?? [];
    expect(reached.filter((name) => !touched.includes(name) && !fedFrom.includes(name))).toEqual([]);
  });

  it('comes with the variables that make use of it, and no others', () => {
    const { Variables } = properties.Environment as { Variables: Record<string, Value> };
    const expected = [
      ...ALWAYS_SET,
      ...told,
      ...touches.flatMap((touch) => BY_TOUCH[touch].variables),
      ...(BEYOND_TOUCHES[operation]?.variables ?? []),
    ];
    expect(Object.keys(Variables).sort()).toEqual([...new Set(expected)].sort());
  });
});

describe('all policies', () => {
  const documents = [
    ...service.resources('AWS::IAM::Role').flatMap(([, , { Properties }]) => policiesOf(Properties.Policies)),
    ...service.resources('AWS::IAM::Policy').map(([, , { Properties }]) => Properties.PolicyDocument),
  ].map((document) => statementsOf(document));

  it('name their resources and actions: none says * where AWS knows a resource', () => {
    const permissions = documents.flatMap((statements) => permissionsOf(statements));
    expect(permissions.length).toBeGreaterThan(contracts.length);
    const wild = permissions.filter((line) => / \*( |$)/.test(line) || /^\S*\*/.test(line));
    expect(wild.filter((line) => !FORCED_ANY.includes(line))).toEqual([]);
  });

  it('belong to a function of a contract, to the flow or to the signer of links', () => {
    expect(service.functions.map(({ operation }) => operation).sort()).toEqual(
      contracts.map(({ operation }) => operation).sort(),
    );
    const owners = service.resources('AWS::IAM::Policy').map(([, id]) => id.replace(/[0-9A-F]{8}$/, ''));
    expect(owners.sort()).toEqual(['LinkSignerDefaultPolicy', 'ModelFlowStateMachineRoleDefaultPolicy']);
    expect(service.resources('AWS::IAM::Role')).toHaveLength(contracts.length + 1);
  });

  it('let the signer of links read photos, and no role: what a role signs opens none', () => {
    expect(permissionsOf(policyStatements('LinkSignerDefaultPolicy'))).toEqual([
      's3:GetObject Pictures.Arn/photos/*',
    ]);
    const ofRoles = service
      .resources('AWS::IAM::Role')
      .flatMap(([, , { Properties }]) => policiesOf(Properties.Policies))
      .flatMap((policy) => permissionsOf(statementsOf(policy)));
    const reading = ofRoles.filter((permission) => permission.startsWith('s3:GetObject '));
    expect([...new Set(reading)]).toEqual(['s3:GetObject Pictures.Arn/uploads/*']);
  });

  it('let the flow call its own steps, log and trace', () => {
    const steps = service.functions.filter(({ operation }) => operation.startsWith('flow/'));
    const names = steps.map(({ logicalId }) => logicalId.replace(/[0-9A-F]{8}$/, ''));
    expect(permissionsOf(policyStatements('ModelFlowStateMachineRoleDefaultPolicy'))).toEqual(
      [
        ...names.flatMap((name) => [
          `lambda:InvokeFunction ${name}.Arn`,
          `lambda:InvokeFunction ${name}.Arn:*`,
        ]),
        ...FORCED_ANY,
      ].sort(),
    );
  });
});

type Statement = Record<string, Value>;

function roleStatements(role: Value | undefined): Statement[] {
  const [roleId] = (role as { 'Fn::GetAtt': [string] })['Fn::GetAtt'];
  const found = service.resources('AWS::IAM::Role').find(([, id]) => id === roleId);
  expect(found?.[2].Properties).not.toHaveProperty('ManagedPolicyArns');
  return policiesOf(found?.[2].Properties.Policies).flatMap(statementsOf);
}

function policyStatements(name: string): Statement[] {
  const policies = service.resources('AWS::IAM::Policy').filter(([, id]) => id.startsWith(name));
  return policies.flatMap(([, , { Properties }]) => statementsOf(Properties.PolicyDocument));
}

function policiesOf(policies: Value | undefined): Value[] {
  return ((policies ?? []) as { PolicyDocument: Value }[]).map(({ PolicyDocument }) => PolicyDocument);
}

function statementsOf(document: Value | undefined): Statement[] {
  return (document as { Statement: Statement[] }).Statement;
}

function permissionsOf(statements: Statement[]): string[] {
  const lines = statements.flatMap(({ Effect, Action, Resource, Condition }) => {
    expect(Effect).toBe('Allow');
    const condition = Condition ? ` if ${JSON.stringify(Condition)}` : '';
    return [Action]
      .flat()
      .flatMap((action) =>
        [Resource].flat().map((resource) => `${String(action)} ${service.text(resource)}${condition}`),
      );
  });
  return [...new Set(lines)].sort();
}
