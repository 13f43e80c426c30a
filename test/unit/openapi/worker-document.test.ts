import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { workerTexts } from '../../../scripts/worker-openapi.ts';
import { workerDocument } from '../../../shared/contract/worker/document.ts';
import { WORKER_OPERATIONS } from '../../../shared/contract/worker/operations.ts';

const PROJECT = join(import.meta.dirname, '../../..');

describe('the OpenAPI document of GPU workers', () => {
  test.each(Object.entries(workerTexts()))(
    '%s is up to date with the contract of GPU workers',
    async (file, text) => {
      const kept = await readFile(join(PROJECT, file), 'utf8');
      expect(kept === text, `${file} is out of date: npm run openapi`).toBe(true);
    },
  );

  test('the document of GPU workers is valid OpenAPI 3.1 without broken references', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(workerDocument()));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  test('the document of GPU workers has every operation with its errors, and an example of every body', () => {
    const { paths, components } = workerDocument();
    for (const { path, method, answers, errors, body } of WORKER_OPERATIONS) {
      const operation = paths[path]?.[method];
      expect(Object.keys(operation?.responses ?? {})).toHaveLength(
        Object.keys(answers).length + errors.length,
      );
      expect(operation?.requestBody !== undefined).toBe(body !== undefined);
    }
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining(['Deletion', 'Error', 'Generation', 'Training', 'TrainingCallback', 'Worker']),
    );
  });
});
