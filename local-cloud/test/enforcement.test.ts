import { afterEach, beforeAll, expect, test } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../src/cloud.ts';
import { type Json, type JsonObject, object } from '../src/template/assembly.ts';
import { temporaryDirectory, writeAssembly } from '../src/testing/assembly.ts';
import { APP, bundle, DATA, parameters } from './cloud-fixture.ts';
import { eventually } from './eventually.ts';

let source: string;
beforeAll(() => {
  source = bundle();
});

let cloud: LocalCloud | undefined;
afterEach(async () => {
  await cloud?.stop();
  cloud = undefined;
});

async function start(change: (resources: JsonObject) => void = () => {}): Promise<LocalCloud> {
  const stacks = structuredClone({ data: DATA, app: APP });
  for (const { Resources } of Object.values(stacks)) change(Resources as JsonObject);
  const assembly = writeAssembly(temporaryDirectory(), stacks, { all: source });
  cloud = await startLocalCloud({ assembly, parameters, logLevel: 'silent' });
  return cloud;
}

/** Exercises the whole service of the fixture, until it has finished or an access is denied. */
async function exercise({ baseUrl, grants }: LocalCloud): Promise<void> {
  await fetch(`${baseUrl}/no/such/path`);
  await fetch(`${baseUrl}/items/one`, { method: 'PUT' });
  await eventually(async () => {
    if (grants().denials.some((denial) => !EXPECTED_DENIAL.test(denial))) return;
    const shown = await fetch(`${baseUrl}/items/one`);
    expect(shown.status).toBe(200);
    const { link } = (await shown.json()) as { link: string };
    expect((await fetch(link)).status).toBe(200);
  });
}

/** The fixture reads an image without the right to, on purpose. */
const EXPECTED_DENIAL = /s3:GetObject/;

test('every grant of the fixture is needed when its whole service is exercised', async () => {
  const running = await start();
  await exercise(running);
  const { grants, denials } = running.grants();
  expect(grants.length).toBeGreaterThan(40);
  expect(grants.filter(({ needed }) => !needed)).toEqual([]);
  expect(denials.filter((denial) => !EXPECTED_DENIAL.test(denial))).toEqual([]);
});

const WITHHELD: readonly [role: string, action: string, resource: RegExp][] = [
  ['createRole', 'dynamodb:PutItem', /table\/data-Table with .*"dynamodb:LeadingKeys":\["one"\]/],
  ['drawRole', 'dynamodb:PutItem', /"dynamodb:LeadingKeys":\["one-done"\]/],
  ['showRole', 'dynamodb:GetItem', /table\/data-Table/],
  ['publishRole', 'sqs:SendMessage', /000000000000:data-Jobs/],
  ['startRole', 'states:StartExecution', /stateMachine:app-Machine/],
  ['MachinePolicy', 'lambda:InvokeFunction', /function:app-draw/],
  ['drawRole', 's3:PutObject', /data-bucket\/photos\/one/],
  ['showRole', 'secretsmanager:GetSecretValue', /secret:data-Secret/],
  ['showRole', 'logs:PutLogEvents', /log-group:\/aws\/lambda\/app-show/],
];

test.each(WITHHELD)(
  'without the grant %s %s the access that needs it is denied',
  async (id, action, resource) => {
    const running = await start((resources) => withhold(resources, id, action));
    await exercise(running);
    const [denial] = running.grants().denials.filter((line) => !EXPECTED_DENIAL.test(line));
    expect(denial).toContain(`is not authorized to perform: ${action} on resource: `);
    expect(denial).toContain(id === 'MachinePolicy' ? ':role/app-MachineRole' : `:role/app-${id}`);
    expect(denial).toMatch(resource);
  },
);

test('a grant for other partition keys does not allow this one', async () => {
  const running = await start((resources) => {
    for (const statement of statementsOf(resources.drawRole)) {
      if (statement.Condition !== undefined)
        statement.Condition = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['*-gone'] } };
    }
  });
  await exercise(running);
  expect(running.grants().denials.join()).toContain(
    'role/app-drawRole is not authorized to perform: dynamodb:PutItem',
  );
});

const WITHHELD_AT_START: readonly [role: string, action: string, message: RegExp][] = [
  [
    'startRole',
    'sqs:ReceiveMessage',
    /^stack app, resource FromQueue .*role\/app-startRole .*sqs:ReceiveMessage/,
  ],
  ['publishRole', 'dynamodb:GetRecords', /^stack app, resource FromStream .*dynamodb:GetRecords/],
  [
    'createPermission',
    'lambda:InvokeFunction',
    /^stack app, resource createRoute .*apigateway.amazonaws.com/,
  ],
  ['drawRole', 'sts:AssumeRole', /^stack app, resource draw .*User: lambda.amazonaws.com/],
  ['MachineRole', 'sts:AssumeRole', /^stack app, resource Machine .*User: states.amazonaws.com/],
  [
    'provideRole',
    'iam:CreateAccessKey',
    /role\/app-provideRole is not authorized to perform: iam:CreateAccessKey/,
  ],
];

test.each(WITHHELD_AT_START)('without the grant %s %s the start fails', async (id, action, message) => {
  await expect(start((resources) => withhold(resources, id, action))).rejects.toThrow(message);
});

/** Removes one action from a role, a policy or a permission. */
function withhold(resources: JsonObject, id: string, action: string): void {
  const resource = resources[id];
  if (resource === undefined) return;
  if (object(resource).Type === 'AWS::Lambda::Permission') delete resources[id];
  for (const statement of statementsOf(resource)) {
    statement.Action = [statement.Action ?? []].flat().filter((each) => each !== action);
  }
}

function statementsOf(resource: Json | undefined): JsonObject[] {
  const { Policies, PolicyDocument, AssumeRolePolicyDocument } = object(object(resource).Properties);
  const inline = [Policies ?? []].flat().map((policy) => object(policy).PolicyDocument);
  return [...inline, PolicyDocument, AssumeRolePolicyDocument]
    .flatMap((document) => [object(document).Statement ?? []].flat())
    .map(object);
}
