import fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from '../../../examples/gpu-worker/check.ts';
import { generationParameters, trainingParameters } from '../../../shared/contract/worker/schemas.ts';

const SCHEMAS = { TrainingParameters: trainingParameters, GenerationParameters: generationParameters };

const VALID = {
  TrainingParameters: {
    model: 'mdl_1-1',
    subject: 'man',
    trigger: 'ohwx man',
    callbackUrl: 'https://headshots.example.com/api/providers/http/a.b',
  },
  GenerationParameters: {
    training: 'training_1',
    shots: [{ prompt: 'ohwx man', seed: 4_294_967_295, negativePrompt: 'hat' }],
    width: 1024,
    height: 1280,
    callbackUrl: 'http://127.0.0.1:4000/hook',
  },
};

const value = fc.oneof(
  fc.constantFrom(undefined, null, '', 'man', 'x'.repeat(101), 'a/b', 'https://a.example', [], {}, true),
  fc.constantFrom(0, -1, 1.5, 63, 64, 4096, 4097, 4_294_967_296, Number.NaN),
  fc.array(fc.constantFrom({ prompt: 'a', seed: 0 }, { prompt: '', seed: 0 }, { prompt: 'a' }, null), {
    maxLength: 102,
  }),
);

function isAccepted(name: string, body: unknown): boolean {
  try {
    check(name, body);
    return true;
  } catch {
    return false;
  }
}

test.each(['TrainingParameters', 'GenerationParameters'] as const)(
  'the reference worker accepts %s exactly when the contract does',
  (name) => {
    const valid: Record<string, unknown> = VALID[name];
    expect(isAccepted(name, valid)).toBe(true);
    const field = fc.constantFrom(...Object.keys(valid), 'unknown');
    const body = fc.oneof(
      {
        weight: 9,
        arbitrary: fc.tuple(field, value).map(([key, changed]) => ({ ...valid, [key]: changed })),
      },
      { weight: 1, arbitrary: value },
    );
    const verdicts = new Set<boolean>();
    fc.assert(
      fc.property(body, (changed) => {
        // As a worker gets it.
        const received: unknown = JSON.parse(JSON.stringify(changed) ?? 'null');
        const expected = SCHEMAS[name].safeParse(received).success;
        verdicts.add(expected);
        expect(isAccepted(name, received), JSON.stringify(received)).toBe(expected);
      }),
      { numRuns: 1000 },
    );
    expect([...verdicts].sort()).toEqual([false, true]);
  },
);
