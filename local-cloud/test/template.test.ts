import { describe, expect, test } from 'vitest';
import { KeyRing } from '../src/aws/key-ring.ts';
import { type JsonObject, loadAssembly } from '../src/template/assembly.ts';
import { Resolver } from '../src/template/resolver.ts';
import { checkSupport } from '../src/template/supported-types.ts';
import { type StackFixture, temporaryDirectory, writeAssembly } from '../src/testing/assembly.ts';

function resolverOf(stacks: Readonly<Record<string, StackFixture>>, parameters: Record<string, string> = {}) {
  const assembly = loadAssembly(writeAssembly(temporaryDirectory(), stacks));
  return new Resolver(assembly, {
    region: 'us-east-1',
    accountId: '000000000000',
    baseUrl: 'http://127.0.0.1:4000',
    queuesUrl: 'http://127.0.0.1:5000',
    keys: new KeyRing(),
    parameters,
  });
}

/** A variable as Fn::Sub writes it. */
const variable = (name: string) => `\u0024{${name}}`;

/** Evaluates a value as a property of a queue that accepts any value. */
function evaluate(
  value: JsonObject | string,
  others: StackFixture = {},
  parameters: Record<string, string> = {},
) {
  const { Resources = {}, ...sections } = others;
  const Probe = { Type: 'AWS::SQS::Queue', Properties: { MessageRetentionPeriod: value } };
  const resolver = resolverOf({ app: { ...sections, Resources: { ...Resources, Probe } } }, parameters);
  const [probe] = resolver.resources('AWS::SQS::Queue').filter(({ logicalId }) => logicalId === 'Probe');
  if (probe === undefined) throw new Error('The probe is missing.');
  return resolver.property(probe, 'MessageRetentionPeriod');
}

describe('dynamic references', () => {
  const generator = { SecretStringTemplate: '{"a":"b"}', GenerateStringKey: 'key2', PasswordLength: 20 };
  const Origin = { Type: 'AWS::SecretsManager::Secret', Properties: { GenerateSecretString: generator } };
  const referenceTo = (id: string, key: string) => ({
    'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: id }, `:SecretString:${key}::}}`]],
  });

  test('have the value that the secret was given, the same for each reference', () => {
    const value = evaluate(
      {
        one: referenceTo('Origin', 'key2'),
        two: referenceTo('Origin', 'key2'),
        other: referenceTo('Origin', 'a'),
      },
      { Resources: { Origin } },
    );
    expect(value).toEqual({
      one: expect.stringMatching(/^[0-9a-f]{20}$/),
      two: expect.anything(),
      other: 'b',
    });
    expect(value).toHaveProperty('two', (value as JsonObject).one);
  });

  test('are followed through a secret that is made of others', () => {
    const joined = {
      'Fn::Join': ['', ['{"all":"', referenceTo('Origin', 'a'), ',', referenceTo('Origin', 'a'), '"}']],
    };
    const All = { Type: 'AWS::SecretsManager::Secret', Properties: { SecretString: joined } };
    expect(evaluate(referenceTo('All', 'all'), { Resources: { Origin, All } })).toBe('b,b');
  });

  test('to a key that the secret does not have stop the start', () => {
    expect(() => evaluate(referenceTo('Origin', 'key1'), { Resources: { Origin } })).toThrow(
      'has no such key',
    );
  });
});

describe('intrinsic functions', () => {
  const queue = { Jobs: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } } };

  test('Ref and GetAtt give the same values as CloudFormation', () => {
    expect(
      evaluate({ url: { Ref: 'Jobs' }, arn: { 'Fn::GetAtt': ['Jobs', 'Arn'] } }, { Resources: queue }),
    ).toEqual({
      url: 'http://127.0.0.1:5000/000000000000/app-Jobs.fifo',
      arn: 'arn:aws:sqs:us-east-1:000000000000:app-Jobs.fifo',
    });
  });

  test('Join, Split, Select and Sub nest', () => {
    const arn = { 'Fn::GetAtt': ['Jobs', 'Arn'] };
    expect(
      evaluate(
        {
          joined: { 'Fn::Join': ['', ['<', { 'Fn::Select': [5, { 'Fn::Split': [':', arn] }] }, '>']] },
          substituted: {
            'Fn::Sub': `${variable('AWS::Region')} ${variable('Jobs.Arn')} ${variable('!literal')}`,
          },
          withVariables: { 'Fn::Sub': [`${variable('word')}!`, { word: { Ref: 'AWS::AccountId' } }] },
        },
        { Resources: queue },
      ),
    ).toEqual({
      joined: '<app-Jobs.fifo>',
      substituted: `us-east-1 arn:aws:sqs:us-east-1:000000000000:app-Jobs.fifo ${variable('literal')}`,
      withVariables: '000000000000!',
    });
  });

  test('a parameter has the given value or its default, and stops the start without either', () => {
    const Parameters = { Pace: { Type: 'String', Default: '3' }, AppUrl: { Type: 'String' } };
    expect(evaluate({ Ref: 'Pace' }, { Parameters })).toBe('3');
    expect(evaluate({ Ref: 'Pace' }, { Parameters }, { Pace: '1' })).toBe('1');
    expect(() => evaluate({ Ref: 'AppUrl' }, { Parameters })).toThrow('AppUrl has no value and no default');
  });

  test('AWS::NoValue removes the property', () => {
    expect(evaluate({ kept: 'x', gone: { Ref: 'AWS::NoValue' } })).toEqual({ kept: 'x' });
  });

  test('a value of another stack is imported by its export', () => {
    const resolver = resolverOf({
      data: {
        Resources: { Items: { Type: 'AWS::DynamoDB::Table', Properties: {} } },
        Outputs: {
          Out: {
            Value: { Ref: 'Items' },
            Export: { Name: { 'Fn::Sub': `${variable('AWS::StackName')}:Items` } },
          },
        },
      },
      app: {
        Resources: {
          Use: {
            Type: 'AWS::SQS::Queue',
            Properties: { MessageRetentionPeriod: { 'Fn::ImportValue': 'data:Items' } },
          },
        },
      },
    });
    const [use] = resolver.resources('AWS::SQS::Queue');
    expect(use && resolver.property(use, 'MessageRetentionPeriod')).toBe('data-Items');
    // Exports are for other stacks only and are not listed as outputs.
    expect(resolver.outputs()).toEqual({});
  });
});

describe('an unsupported part of a template is an error that names its place:', () => {
  const place =
    /stack app, resource Probe \(app\/path-of-Probe\), AWS::SQS::Queue, property MessageRetentionPeriod/;

  test('an intrinsic function', () => {
    expect(() => evaluate({ 'Fn::Cidr': ['10.0.0.0/8', 1] })).toThrow(place);
    expect(() => evaluate({ 'Fn::Cidr': ['10.0.0.0/8', 1] })).toThrow(
      'the intrinsic function Fn::Cidr is not supported',
    );
  });

  test('a reference to a missing resource, an unknown attribute, a missing export', () => {
    expect(() => evaluate({ Ref: 'Missing' })).toThrow('it refers to Missing, which does not exist');
    expect(() => evaluate({ 'Fn::GetAtt': ['Probe', 'Colour'] })).toThrow(
      'Fn::GetAtt Probe.Colour (AWS::SQS::Queue)',
    );
    expect(() => evaluate({ 'Fn::ImportValue': 'unknown' })).toThrow('no stack exports unknown');
  });

  test('a dynamic reference to anything but a secret', () => {
    expect(() => evaluate('{{resolve:ssm:/x}}')).toThrow('{{resolve:ssm:/x}} is not supported');
  });

  const check = (Resources: JsonObject, sections: StackFixture = {}) =>
    checkSupport(loadAssembly(writeAssembly(temporaryDirectory(), { app: { Resources, ...sections } })));

  test('a resource type', () => {
    expect(() => check({ Cluster: { Type: 'AWS::ECS::Cluster' } })).toThrow(
      'stack app, resource Cluster (app/path-of-Cluster), AWS::ECS::Cluster: this resource type is not supported',
    );
  });

  test('a property, a nested property, and a value', () => {
    const queueWith = (Properties: JsonObject) => () =>
      check({ Jobs: { Type: 'AWS::SQS::Queue', Properties } });
    expect(queueWith({ KmsMasterKeyId: 'k' })).toThrow(
      'property KmsMasterKeyId: this property is not supported',
    );
    expect(queueWith({ RedrivePolicy: { maxReceiveCount: 3, redrivePermission: 'x' } })).toThrow(
      'property RedrivePolicy.redrivePermission: this property is not supported',
    );
    expect(queueWith({ FifoQueue: 'yes' })).toThrow('property FifoQueue: "yes" is not supported, only true');
  });

  test('an entry of a list', () => {
    const Table = {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        GlobalSecondaryIndexes: [{ IndexName: 'a' }, { IndexName: 'b', OnDemandThroughput: {} }],
      },
    };
    expect(() => check({ Table })).toThrow('property GlobalSecondaryIndexes[1].OnDemandThroughput');
  });

  test('a conditional resource and an unknown section', () => {
    expect(() => check({ Jobs: { Type: 'AWS::SQS::Queue', Condition: 'IsProd' } })).toThrow(
      'the section Condition is not supported',
    );
    expect(() => check({}, { Mappings: {} })).toThrow('stack app: the section Mappings is not supported');
  });
});
