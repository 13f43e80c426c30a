import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiDocument } from '../shared/contract/openapi/document.ts';
import { endpoints } from '../shared/contract/registry.ts';
import { PROJECT } from './build/paths.ts';
import { formatted } from './generate/formatted.ts';
import { PERMISSIONS_FILE, permissionsText } from './permissions.ts';
import { workerTexts } from './worker-openapi.ts';

/** The path of the document, relative to the project. */
export const OPENAPI_FILE = 'docs/openapi.json';

const LOCAL_SERVER = { url: 'http://127.0.0.1:4000', description: 'The service on your machine: npm start' };

/** The text of docs/openapi.json, generated from the contracts. */
export function openApiText(): string {
  return formatted(OPENAPI_FILE, JSON.stringify(openApiDocument(endpoints, LOCAL_SERVER), undefined, 2));
}

if (import.meta.main) {
  const texts = { [OPENAPI_FILE]: openApiText(), [PERMISSIONS_FILE]: permissionsText(), ...workerTexts() };
  for (const [file, text] of Object.entries(texts)) await writeFile(join(PROJECT, file), text);
}
