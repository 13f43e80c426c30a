import { workerDocument, workerRequestSchemas } from '../shared/contract/worker/document.ts';
import { formatted } from './generate/formatted.ts';

/** The paths of what is generated from the interface of GPU workers, relative to the project. */
export const WORKER_DOCUMENT = 'docs/provider.openapi.json';
export const WORKER_SCHEMAS = 'examples/gpu-worker/contract.json';

/** The texts of the files, by path. */
export function workerTexts(): Record<string, string> {
  const text = (file: string, value: unknown) => formatted(file, JSON.stringify(value, undefined, 2));
  return {
    [WORKER_DOCUMENT]: text(WORKER_DOCUMENT, workerDocument()),
    [WORKER_SCHEMAS]: text(WORKER_SCHEMAS, workerRequestSchemas()),
  };
}
