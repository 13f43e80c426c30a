import { once } from 'node:events';
import { join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'esbuild';
import { llmsText, markdownReference } from '../../shared/contract/openapi/markdown.ts';
import type { OpenApiDocument } from '../../shared/contract/openapi/types.ts';
import { serveReference } from '../../shared/contract/web/assets.ts';
import { HANDLERS, PROJECT } from './paths.ts';

/** The facts of a contract, and whether it declares a part of its request. */
export interface Facts {
  facts: Record<string, unknown>;
  readsRequest: boolean;
}

/** The contracts of one file below shared/contract, by the names of their exports. */
export type FileFacts = Readonly<Record<string, Facts>>;

/** The contracts, as the thread of contract-reader.ts sends them. */
export interface Contracts {
  /** The facts of each file, by its path. */
  files: ReadonlyMap<string, FileFacts>;
  /** The OpenAPI document as JSON, without a server. */
  document: string;
}

/** Files whose exports are contracts of endpoints. */
const ENDPOINTS = /\/contract\/(admin|member|provider|v1|v2|web)\/[\w-]+\.ts$/;

/**
 * Gives a handler the facts of its contract as a literal. The schemas, and zod with them, become a chunk that is
 * loaded at the first request that needs them: while its caller is looked up, or never, when the contract declares no
 * part of a request. Handlers import contracts as if there were no such difference.
 */
export function contractFacts(read: Promise<Contracts>): Plugin {
  return {
    name: 'contract-facts',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: ENDPOINTS }, async ({ path, importer, resolveDir, kind }) => {
        if (kind !== 'import-statement' || !importer.startsWith(HANDLERS)) return undefined;
        const file = join(resolveDir, path);
        return (await read).files.has(file) ? { path: file, namespace: 'contract-facts' } : undefined;
      });
      onLoad({ filter: /./, namespace: 'contract-facts' }, async ({ path }) => ({
        contents: moduleOf(path, (await read).files.get(path) ?? {}),
        resolveDir: PROJECT,
      }));
      onResolve({ filter: /^openapi:(document|reference|llms)$/ }, ({ path }) => ({
        path,
        namespace: 'openapi',
      }));
      // The document as text would be as large as all of the code beside it.
      onLoad({ filter: /document$/, namespace: 'openapi' }, async () => ({
        contents: brotliCompressSync((await read).document),
        loader: 'binary',
      }));
      onLoad({ filter: /(reference|llms)$/, namespace: 'openapi' }, async ({ path }) => {
        const document = JSON.parse((await read).document) as OpenApiDocument;
        const isIndex = path.endsWith('llms');
        const contents = isIndex ? llmsText(document, serveReference.path) : markdownReference(document);
        return { contents, loader: 'text' };
      });
    },
  };
}

/** Reads the contracts in a thread of its own, because a build that watches would keep the modules of the first one. */
export async function readContracts(): Promise<Contracts> {
  const worker = new Worker(new URL('./contract-reader.ts', import.meta.url));
  const [contracts] = (await once(worker, 'message')) as [Contracts];
  return contracts;
}

function moduleOf(file: string, contracts: FileFacts): string {
  const schemas = `const schemas = () => import(${JSON.stringify(`./${relative(PROJECT, file)}`)});`;
  const exported = Object.entries(contracts).map(([name, { facts, readsRequest }]) => {
    const loadRequestCheck = readsRequest
      ? `async () => (await schemas()).${name}.loadRequestCheck()`
      : 'async () => ({ url: () => ({}), body: () => undefined })';
    const loadResponseSchema = `async () => (await schemas()).${name}.loadResponseSchema()`;
    return `export const ${name} = { ...${JSON.stringify(facts)}, loadRequestCheck: ${loadRequestCheck}, loadResponseSchema: ${loadResponseSchema} };`;
  });
  return [schemas, ...exported].join('\n');
}
