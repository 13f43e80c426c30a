import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenApiDocument } from '../shared/contract/openapi/types.ts';
import { PROJECT } from './build/paths.ts';
import { clientFiles } from './generate/client-files.ts';
import { formatted } from './generate/formatted.ts';
import { OPENAPI_FILE } from './openapi.ts';

/** The directory of the generated part of the client, relative to the project. */
const GENERATED = 'client/src/generated';

/** The files generated from docs/openapi.json, by their paths in the project. */
export async function generatedClient(): Promise<Record<string, string>> {
  const document = JSON.parse(await readFile(join(PROJECT, OPENAPI_FILE), 'utf8')) as OpenApiDocument;
  return Object.fromEntries(
    Object.entries(clientFiles(document)).map(([name, text]) => {
      const file = `${GENERATED}/${name}`;
      return [file, formatted(file, text)];
    }),
  );
}

if (import.meta.main) {
  await mkdir(join(PROJECT, GENERATED), { recursive: true });
  for (const [file, text] of Object.entries(await generatedClient()))
    await writeFile(join(PROJECT, file), text);
}
