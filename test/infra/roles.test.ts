import { readConditions } from '@headshots/local-cloud/aws/authorization/conditions.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { settingsOf } from '../../infra/settings.ts';
import { endpoint, permissionsOf } from '../../shared/contract/endpoint.ts';
import { PERMISSIONS, type Permission } from '../../shared/contract/permissions.ts';
import { assets, endpoints, pages, tasks } from '../../shared/contract/registry.ts';
import { type IdKind, idOfBits } from '../../shared/platform/id.ts';
import { keys, type PrimaryKey } from '../../shared/table/keys.ts';
import {
  ALWAYS_ALLOWED,
  ALWAYS_SET,
  BEYOND_PERMISSIONS,
  BY_PERMISSION,
  ENDPOINT_VARIABLES,
  OTHER_STATEMENTS,
} from './reviewed-access.ts';
import { Synthesized, type Value } from './synthesized.ts';

const someId = (kind: IdKind) => idOfBits(kind, 1n);
const ORGANIZATION = someId('organization');
const MEMBER = someId('member');
const MODEL = someId('model');

/**
 * Items whose writer could act as another or hide what was done, and the only contracts whose functions may write their
 * partitions. The list is written by hand: who is added to it has to have a reason.
 */
const WRITERS: readonly { what: string; key: PrimaryKey; writers: readonly string[] }[] = [
  {
    what: 'API keys',
    key: keys.apiKey(ORGANIZATION, 'key_1'),
    writers: ['admin/keys/create-key', 'admin/keys/delete-key'],
  },
  {
    what: 'the look-up of API keys',
    key: keys.apiKeyHash('hash'),
    writers: ['admin/keys/create-key', 'admin/keys/delete-key'],
  },
  {
    what: 'webhook secrets',
    key: keys.webhookSecrets(ORGANIZATION),
    writers: ['admin/webhooks/rotate-secret'],
  },
  {
    what: 'users',
    key: keys.user(ORGANIZATION, 'user_1'),
    writers: [
      'admin/users/change-role',
      'admin/users/invite-user',
      'admin/users/leave-organization',
      'admin/users/remove-user',
    ],
  },
  {
    what: 'sessions of users',
    key: keys.userToken(ORGANIZATION, 'user_1', 'hash'),
    writers: [
      'admin/session/end-own-session',
      'admin/session/end-session',
      'admin/session/open-session',
      'admin/users/change-role',
      'admin/users/choose-language',
      'admin/users/leave-organization',
      'admin/users/remove-user',
      'queue/send-mail',
    ],
  },
  {
    what: 'sessions of members',
    key: keys.memberToken(ORGANIZATION, MEMBER, 'hash'),
    writers: [
      'member/session/confirm-address',
      'member/session/end-session',
      'member/session/open-session',
      'queue/delete-images',
      'queue/send-mail',
      'v2/whitelabel/create-model',
      'v2/whitelabel/get-model',
    ],
  },
  {
    what: 'the audit trail',
    key: keys.trailEntry(ORGANIZATION, 'trl_1'),
    writers: ['queue/delete-images', 'stream/publish-events'],
  },
];

/** One endpoint per permission, so that every grant is tested even if no contract uses it yet. */
const probes = (Object.keys(PERMISSIONS) as Permission[]).map((permission, number) =>
  endpoint({
    // Two areas, as a stack of all of them would exceed CloudFormation's 500 resources.
    operation: `probe${number % 2}/${permission.replace(':', '-')}`,
    summary: PERMISSIONS[permission],
    method: 'GET',
    path: `/probe/${permission.replace(':', '-')}`,
    auth: 'none',
    response: z.unknown(),
    errors: [],
    permissions: [permission],
  }),
);
const service = new Synthesized(settingsOf('production'), probes);

const contracts = [
  ...[...endpoints, ...probes].map((contract) => ({
    operation: contract.operation,
    permissions: permissionsOf(contract),
    contractVariables: ENDPOINT_VARIABLES,
  })),
  ...[...pages, ...assets].map(({ operation, permissions }) => ({
    operation,
    permissions,
    contractVariables: [],
  })),
  ...tasks.map(({ name, permissions }) => ({ operation: name, permissions, contractVariables: [] })),
];

/**
 * The permissions that give any access to a resource. The table is coarser than the actions and easier to
 * review.
 */
const RESOURCE_OF_PERMISSION: Record<string, RegExp> = {
  Table:
    /^(table:|lists:|requests:count$|key-use:note$|answers:keep$|trail:|api-keys:|users:|user-sessions:|member-sessions:|verdicts:record$|webhook-secrets:|sweep:remember$)/,
  Images: /^(incoming|uploads|photos):/,
  LinkSigner: /^link-key:rotate$/,
  CheckSecret: /^check-key:read$/,
  LinkSignerSecret: /^(photo-links|link-key:rotate)$/,
  WebhookSecretKey: /^webhook-secret-key$/,
  ModelsQueue: /^models-queue$/,
  CleanupQueue: /^cleanup-queue$/,
  DeliveriesQueue: /^deliveries-queue/,
  TimersQueue: /^timers-queue/,
  MailQueue: /^mail-queue/,
  ses: /^mail:send$/,
  ModelFlowStateMachine: /^flow:/,
};

describe.each(contracts)('the role of $operation', ({ operation, permissions, contractVariables }) => {
  const { properties, logicalId } = service.function(operation);
  const granted = grantedBy(roleStatements(properties.Role));
  const ownLog = `${logicalId.replace(/Function[0-9A-F]{8}$/, 'Log')}.Arn`;

  it('allows the permissions of the contract and nothing else', () => {
    const expected = [
      `logs:CreateLogStream ${ownLog}`,
      `logs:PutLogEvents ${ownLog}`,
      ...ALWAYS_ALLOWED,
      ...permissions.flatMap((permission) => BY_PERMISSION[permission].granted),
      ...(BEYOND_PERMISSIONS[operation]?.granted ?? []),
    ];
    expect(granted).toEqual(withoutCovered([...new Set(expected)]).sort());
  });

  it('trusts Lambda only', () => {
    expect(trustOf(properties.Role)).toEqual(['sts:AssumeRole by lambda.amazonaws.com']);
  });

  it('gives no access to a table, bucket, queue, secret, mail identity or flow outside the contract', () => {
    const text = granted.join('\n');
    const reached = Object.keys(RESOURCE_OF_PERMISSION).filter((name) =>
      new RegExp(`\\b${name}\\b`).test(text),
    );
    const declared = Object.keys(RESOURCE_OF_PERMISSION).filter((name) =>
      permissions.some((permission) => RESOURCE_OF_PERMISSION[name]?.test(permission)),
    );
    const fedFrom = BEYOND_PERMISSIONS[operation]?.granted.map((line) => line.split(/[ .]/)[1]) ?? [];
    expect(reached.filter((name) => !declared.includes(name) && !fedFrom.includes(name))).toEqual([]);
  });

  it('comes with the environment variables that its permissions need, and no others', () => {
    const { Variables } = properties.Environment as { Variables: Record<string, Value> };
    const expected = [
      ...ALWAYS_SET,
      ...contractVariables,
      ...permissions.flatMap((permission) => BY_PERMISSION[permission].variables),
      ...(BEYOND_PERMISSIONS[operation]?.variables ?? []),
    ];
    expect(Object.keys(Variables).sort()).toEqual([...new Set(expected)].sort());
  });
});

describe('the policy statements of all templates', () => {
  const functionRoles = service.functions.map(({ properties }) => roleIdOf(properties.Role));

  it('belong to the role of a contract or are reviewed one by one', () => {
    const others = [...service.templates.values()].flatMap(({ Resources }) =>
      Object.entries(Resources)
        .filter(([id]) => !functionRoles.includes(id))
        .flatMap(([id, { Properties }]) =>
          statementsWithin(Properties).flatMap((statement) => linesOf(nameOf(id), statement)),
        ),
    );
    expect(others.sort()).toEqual([...OTHER_STATEMENTS].sort());
  });

  it('of roles are inline, and every function belongs to a contract', () => {
    expect(service.functions.map(({ operation }) => operation).sort()).toEqual(
      contracts.map(({ operation }) => operation).sort(),
    );
    const attached = service.resources('AWS::IAM::Policy').map(([, id]) => nameOf(id));
    expect(attached).toEqual(['LinkSignerDefaultPolicy']);
    expect(service.resources('AWS::IAM::ManagedPolicy')).toEqual([]);
    for (const [, , { Properties }] of service.resources('AWS::IAM::Role')) {
      expect(Properties).not.toHaveProperty('ManagedPolicyArns');
    }
  });

  it('let no role read photos, so that no link signed with a role opens one', () => {
    const ofRoles = service
      .resources('AWS::IAM::Role')
      .flatMap(([, , { Properties }]) => grantedBy(statementsWithin(Properties.Policies)));
    const reading = ofRoles.filter((permission) => permission.startsWith('s3:GetObject '));
    expect([...new Set(reading)].sort()).toEqual([
      's3:GetObject Images.Arn/incoming/*',
      's3:GetObject Images.Arn/uploads/*',
    ]);
  });

  it('let only the judge of uploads read what members post, and besides it only the steps of the flow read copies', () => {
    const reach = (prefix: string) =>
      [...endpoints.map(({ operation, permissions }) => ({ name: operation, permissions })), ...tasks]
        .filter(({ permissions }) => permissions.some((each) => each === `${prefix}:read`))
        .map(({ name }) => name)
        .sort();
    expect(reach('incoming')).toEqual(['member/uploads/complete-upload']);
    expect(reach('uploads')).toEqual([
      'flow/advance-generation',
      'flow/advance-training',
      'member/uploads/complete-upload',
    ]);
  });

  it.each(WRITERS)('let only those who must write $what', ({ key, writers }) => {
    expect(writersOf(key)).toEqual(writers);
  });

  it('let the judge of uploads write uploads, their model and its leases, and nothing by which people act', () => {
    const judge = 'member/uploads/complete-upload';
    const written = [keys.upload(ORGANIZATION, MODEL, 'upl_1'), keys.judgementLease(ORGANIZATION, MEMBER, 0)];
    for (const key of [...written, keys.model(ORGANIZATION, MODEL)]) expect(writersOf(key)).toContain(judge);
    const others = [
      keys.organization(ORGANIZATION),
      keys.balance(ORGANIZATION),
      keys.email(ORGANIZATION, 'anna@example.com'),
      keys.member(ORGANIZATION, MEMBER),
      keys.delivery(ORGANIZATION, 'msg_1'),
      keys.searchWord(ORGANIZATION, 'anna', MEMBER),
      keys.permit('studio', 0),
    ];
    for (const key of others) expect(writersOf(key), key.PK).not.toContain(judge);
    expect(WRITERS.filter(({ writers }) => writers.includes(judge))).toEqual([]);
  });

  it('let each function be called by its own route or rule only', () => {
    const granted = service
      .resources('AWS::Lambda::Permission')
      .map(([, , { Properties }]) =>
        ['Action', 'FunctionName', 'Principal', 'SourceArn'].map((name) => service.text(Properties[name])),
      );
    const api = 'arn:aws:execute-api:us-east-1:AWS::AccountId:HttpApi/*/*';
    const routes = [...endpoints, ...probes, ...pages, ...assets].map(({ operation, path }) => [
      'lambda:InvokeFunction',
      `${pascalCase(operation)}Function.Arn`,
      'apigateway.amazonaws.com',
      path === '$default' ? api : api + path,
    ]);
    const rules = tasks
      .filter(({ everyHours, everyMinutes }) => everyHours !== undefined || everyMinutes !== undefined)
      .map(({ name }) => [
        'lambda:InvokeFunction',
        `${pascalCase(name)}Function.Arn`,
        'events.amazonaws.com',
        `${pascalCase(name)}Rule.Arn`,
      ]);
    // The route for HEAD has the same permission as the one for GET, because the ARN names the path only.
    const distinct = [...new Set(granted.map((permission) => permission.join(' ')))];
    expect(distinct.sort()).toEqual([...routes, ...rules].map((permission) => permission.join(' ')).sort());
  });
});

type Statement = Record<string, Value>;

/** The contracts whose roles may write the partition of an item. */
function writersOf({ PK }: PrimaryKey): string[] {
  const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'].map((name) => `dynamodb:${name}`);
  const context = { 'dynamodb:LeadingKeys': [PK] };
  return service.functions
    .filter(({ operation, properties }) =>
      roleStatements(properties.Role).some(
        ({ Action, Resource, Condition }) =>
          [Resource].flat().some((each) => service.text(each) === 'Table.Arn') &&
          [Action].flat().some((action) => writes.includes(String(action))) &&
          readConditions(Condition, 'dynamodb:PutItem', operation)(context),
      ),
    )
    .map(({ operation }) => operation)
    .filter((operation) => !operation.startsWith('probe'))
    .sort();
}

function roleIdOf(role: Value | undefined): string {
  return (role as { 'Fn::GetAtt': [string] })['Fn::GetAtt'][0];
}

function roleProperties(role: Value | undefined): Record<string, Value> {
  const found = service.resources('AWS::IAM::Role').find(([, id]) => id === roleIdOf(role));
  return found?.[2].Properties ?? {};
}

function roleStatements(role: Value | undefined): Statement[] {
  return statementsWithin(roleProperties(role).Policies);
}

function trustOf(role: Value | undefined): string[] {
  return statementsWithin(roleProperties(role).AssumeRolePolicyDocument).map(
    ({ Effect, Action, Principal, Condition }) => {
      expect([Effect, Condition]).toEqual(['Allow', undefined]);
      return `${String(Action)} by ${String((Principal as Statement).Service)}`;
    },
  );
}

/** All policy statements within a resource, at any depth. */
function statementsWithin(value: Value | undefined): Statement[] {
  if (value === null || typeof value !== 'object') return [];
  if (!Array.isArray(value) && 'Effect' in value) return [value];
  return Object.values(value).flatMap((part) => statementsWithin(part));
}

/** Removes lines whose action and partition another line allows in general. */
function withoutCovered(lines: readonly string[]): string[] {
  return lines.filter((line) => {
    const [action, condition] = line.split(' if ');
    if (condition === undefined || condition.includes('StringNotLike')) return true;
    const partitions = condition.match(/"[^"]*[*][^"]*"/g) ?? [];
    const general = lines.filter((other) => other !== line && other.split(' if ')[0] === action);
    return !general.some((other) => {
      const except = other.split(' if ')[1];
      if (except === undefined) return true;
      return except.includes('StringNotLike') && !partitions.some((pattern) => except.includes(pattern));
    });
  });
}

function linesOf(name: string, { Effect, Action, Resource, Principal, Condition }: Statement): string[] {
  const principal = Principal === undefined ? '' : ` by ${readable(Principal)}`;
  const condition = Condition === undefined ? '' : ` if ${readable(Condition)}`;
  // A trust policy has no resource: it applies to its role.
  const resources = Resource === undefined ? [''] : [Resource].flat().map((each) => ` ${service.text(each)}`);
  return [Action]
    .flat()
    .flatMap((action) =>
      resources.map(
        (resource) => `${name}: ${String(Effect)} ${String(action)}${resource}${principal}${condition}`,
      ),
    );
}

/** JSON in which intrinsic functions of the template are replaced by readable text. */
function readable(value: Value): string {
  return JSON.stringify(value, (_key, part: Value) => {
    const isIntrinsic =
      part !== null && typeof part === 'object' && /^(Ref|Fn::)/.test(Object.keys(part)[0] ?? '');
    return isIntrinsic ? service.text(part) : part;
  });
}

function nameOf(logicalId: string): string {
  return logicalId.replace(/[0-9A-F]{8}$/, '');
}

function pascalCase(operation: string): string {
  return operation.replace(/(^|[/-])(\w)/g, (_match, _separator, letter: string) => letter.toUpperCase());
}

function grantedBy(statements: Statement[]): string[] {
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
