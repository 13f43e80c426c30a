import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');
const DOCUMENT = join(PROJECT, 'docs/openapi.json');

/** Generators, of which the second is a Java program, and the formatter and the library of what they write. */
const PACKAGES = [
  'openapi-python-client==0.29.1',
  'openapi-generator-cli==7.26.0',
  'datamodel-code-generator==0.89.0',
  'ruff==0.13.3',
  'pydantic[email]==2.13.0',
];

let directory: string;
let programs: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headshots-generators-'));
  programs = join(directory, 'python/bin');
  expect(run('python3', ['-m', 'venv', join(directory, 'python')])).toMatchObject({ status: 0 });
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES];
  expect(run(join(programs, 'python'), pip)).toMatchObject({ status: 0 });
});
afterAll(() => rm(directory, { recursive: true }));

function run(program: string, words: readonly string[]) {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd: directory,
    encoding: 'utf8',
    env: { ...process.env, PATH: [programs, process.env.PATH].join(delimiter) },
  });
  if (error) throw error;
  return { status, said: stdout + stderr };
}

describe('docs/openapi.json is accepted by generators of clients that know nothing of this service', () => {
  test('datamodel-code-generator writes models of pydantic, and Python imports them', () => {
    const written = run(join(programs, 'datamodel-codegen'), [
      ...['--input', DOCUMENT, '--input-file-type', 'openapi', '--output', 'models.py'],
      ...['--openapi-scopes', 'schemas', 'paths', '--output-model-type', 'pydantic_v2.BaseModel'],
    ]);
    expect(written.status, written.said).toBe(0);
    const program = 'import models; print(models.Model.model_fields.keys())';
    const imported = run(join(programs, 'python'), ['-c', program]);
    expect(imported.said).toContain("'photoCount'");
  });

  test('openapi-python-client writes a client without a warning, and Python imports each of its modules', () => {
    const written = run(join(programs, 'openapi-python-client'), [
      ...['generate', '--path', DOCUMENT, '--output-path', join(directory, 'generated')],
      ...['--meta', 'none', '--fail-on-warning'],
    ]);
    expect(written.status, written.said).toBe(0);
    const program =
      'import pkgutil, importlib, generated; ' +
      '[importlib.import_module(m.name) for m in pkgutil.walk_packages(generated.__path__, "generated.")]';
    const imported = run(join(programs, 'python'), ['-c', program]);
    expect(imported.status, imported.said).toBe(0);
  });

  test('openapi-generator finds the document valid and writes a client in Java', () => {
    const generator = join(programs, 'openapi-generator-cli');
    const validated = run(generator, ['validate', '-i', DOCUMENT]);
    expect(validated.status, validated.said).toBe(0);
    const written = run(generator, ['generate', '-i', DOCUMENT, '-g', 'java', '-o', 'java']);
    expect(written.status, written.said).toBe(0);
    expect(written.said).toContain('MemberApi.java');
    expect(written.said).not.toMatch(/\bERROR\b/);
  });
});
