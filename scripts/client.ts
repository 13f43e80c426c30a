import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OpenApiDocument } from '../shared/contract/openapi/types.ts';
import { PROJECT } from './build/paths.ts';
import { clientFiles } from './generate/client-files.ts';
import { formatted } from './generate/formatted.ts';
import { pythonFiles } from './generate/python/files.ts';
import { OPENAPI_FILE } from './openapi.ts';

/** The directories of the generated parts of the clients, relative to the project. */
const GENERATED = 'client/src/generated';
const GENERATED_PYTHON = 'client-python/src/headshots_client/_generated';

/** The files generated from docs/openapi.json, by their paths in the project. */
export async function generatedClient(): Promise<Record<string, string>> {
  const document = JSON.parse(await readFile(join(PROJECT, OPENAPI_FILE), 'utf8')) as OpenApiDocument;
  const typescript = Object.entries(clientFiles(document)).map(([name, text]) => {
    const file = `${GENERATED}/${name}`;
    return [file, formatted(file, text)];
  });
  const python = Object.entries(pythonFiles(document)).map(([name, text]) => [
    `${GENERATED_PYTHON}/${name}`,
    text,
  ]);
  return Object.fromEntries([...typescript, ...python]);
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(await generatedClient())) {
    await mkdir(dirname(join(PROJECT, file)), { recursive: true });
    await writeFile(join(PROJECT, file), text);
  }
}
