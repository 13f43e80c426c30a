import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { permissionsOf } from '../../../shared/contract/endpoint.ts';
import * as registry from '../../../shared/contract/registry.ts';

const FUNCTIONS = join(import.meta.dirname, '../../../functions');

/** The import of values of a contract: their names, and the file. */
const IMPORT = /^import \{([^}]+)\} from '[./]+\/(shared\/contract\/[^']+)';$/gm;

/** The names of handlers, by their contracts. */
const names = new Map<unknown, string>([
  ...[...registry.endpoints, ...registry.pages, ...registry.assets].map(
    (each) => [each, each.operation] as const,
  ),
  ...registry.tasks.map((task) => [task, task.name] as const),
]);
const declared = [...names.values()].sort();

describe('the registry', () => {
  test('the registry has exactly one contract for each handler', () => {
    const files = globSync('**/*.ts', { cwd: FUNCTIONS });
    const handlers = files.map((file) => file.replaceAll('\\', '/').replace(/\.ts$/, '')).sort();
    expect(handlers).toEqual(declared);
    expect(new Set(declared).size).toBe(declared.length);
  });

  test('each handler has the contract of its own name, which decides who may call it and who may frame a page', async () => {
    const contractsOf = async (name: string) => {
      const source = readFileSync(join(FUNCTIONS, `${name}.ts`), 'utf8');
      const imports = source.matchAll(IMPORT).map(async ([, imported = '', file = '']) => {
        const exported: Record<string, unknown> = await import(join(FUNCTIONS, '..', file));
        return imported
          .split(',')
          .flatMap((each) => names.get(exported[each.trim().split(' ')[0] ?? '']) ?? []);
      });
      return (await Promise.all(imports)).flat();
    };
    const found = await Promise.all(declared.map(async (name) => [name, ...(await contractsOf(name))]));
    // Most schedules and the check of monitoring need none.
    const served = found.filter(([, contract]) => contract !== undefined);
    expect(served.length).toBeGreaterThan(120);
    expect(served).toEqual(served.map(([name]) => [name, name]));
  });

  test('each method and path belongs to one endpoint, page or asset', () => {
    const pages = [...registry.pages, ...registry.assets].map((page) => ({ ...page, method: 'GET' }));
    const routes = [...registry.endpoints, ...pages].map(({ method, path }) => `${method} ${path}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  test.each(registry.endpoints.map((endpoint) => [endpoint.operation, endpoint] as const))(
    'the contract of %s declares its path parameters, permissions and summary',
    (_name, endpoint) => {
      const { path, params, auth, role, summary } = endpoint;
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const shape = params instanceof z.ZodObject ? Object.keys(params.shape) : [];
      expect(shape.sort()).toEqual(placeholders.sort());
      // Keys and sessions are looked up in the table.
      if (auth !== 'none') expect(permissionsOf(endpoint)).toContain('table:get');
      // A user's session is refused without a declared role.
      expect(role !== undefined).toBe(auth === 'apiKey' || auth === 'userSession');
      expect(summary).not.toBe('');
    },
  );
});
