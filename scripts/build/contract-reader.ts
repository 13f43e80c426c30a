import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { type Endpoint, isDeclared } from '../../shared/contract/endpoint.ts';
import { openApiDocument } from '../../shared/contract/openapi/document.ts';
import { endpoints } from '../../shared/contract/registry.ts';
import type { Contracts, Facts, FileFacts } from './contract-facts.ts';
import { CONTRACTS } from './paths.ts';

/** The thread that `contractFacts` starts: it sends the facts of all contracts, and the document made of them. */

const known: ReadonlySet<unknown> = new Set(endpoints);

function factsOf({ params, query, body, response: _response, ...facts }: Endpoint): Facts {
  return {
    // Functions are left out.
    facts: JSON.parse(JSON.stringify(facts)) as Record<string, unknown>,
    readsRequest: [params, query, body].some(isDeclared),
  };
}

const isEndpoint = (value: unknown): value is Endpoint => known.has(value);

const files = new Map<string, FileFacts>();
for (const file of readdirSync(CONTRACTS, { recursive: true, encoding: 'utf8' })) {
  if (!/^\w+\/[\w-]+\.ts$/.test(file) || file.startsWith('openapi/')) continue;
  const path = join(CONTRACTS, file);
  const exported = Object.entries((await import(path)) as Record<string, unknown>);
  const contracts = exported.flatMap(([name, value]) =>
    isEndpoint(value) ? [[name, factsOf(value)] as const] : [],
  );
  if (contracts.length > 0) files.set(path, Object.fromEntries(contracts));
}
const server = { url: '', description: '' };
const contracts: Contracts = { files, document: JSON.stringify(openApiDocument(endpoints, server)) };
parentPort?.postMessage(contracts);
