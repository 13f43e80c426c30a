import aslValidator from 'asl-validator';
import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../infra/settings.ts';
import { synthesized } from '../infra/synthesized.ts';

const service = synthesized(settingsOf('production'));
const definitions = service
  .resources('AWS::StepFunctions::StateMachine')
  .map(([, id, { Properties }]) => ({ id, text: arnsIn(service.text(Properties.DefinitionString)) }));

describe.each(definitions)('the definition of $id', ({ text }) => {
  it('follows the grammar of the Amazon States Language', () => {
    expect(aslValidator(JSON.parse(text))).toMatchObject({ isValid: true, errors: [] });
  });

  it.each<[string, (text: string) => string]>([
    ['a state that does not exist', (valid) => valid.replace('"Next":"BeginGeneration"', '"Next":"Nowhere"')],
    ['an unknown type', (valid) => valid.replace('"Type":"Task"', '"Type":"Job"')],
    ['a path that is none', (valid) => valid.replace('"ResultPath":"$.training"', '"ResultPath":"training"')],
  ])('would be rejected with %s', (_, spoil) => {
    expect(spoil(text)).not.toBe(text);
    expect(aslValidator(JSON.parse(spoil(text))).isValid).toBe(false);
  });
});

/** Readable references such as `FlowBeginTrainingFunction.Arn` and `AWS::Partition`, as their values. */
function arnsIn(text: string): string {
  return text
    .replaceAll('arn:AWS::Partition:', 'arn:aws:')
    .replaceAll(/"(\w+)\.Arn"/g, '"arn:aws:lambda:us-east-1:123456789012:function:$1"');
}
