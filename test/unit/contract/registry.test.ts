import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { permissionsOf } from '../../../shared/contract/endpoint.ts';
import * as registry from '../../../shared/contract/registry.ts';

const FUNCTIONS = join(import.meta.dirname, '../../../functions');

const declared = [
  ...registry.endpoints.map(({ operation }) => operation),
  ...registry.tasks.map(({ name }) => name),
  ...[...registry.pages, ...registry.assets].map(({ operation }) => operation),
].sort();

describe('the registry', () => {
  test('the registry has exactly one contract for each handler', () => {
    const files = globSync('**/*.ts', { cwd: FUNCTIONS });
    const handlers = files.map((file) => file.replaceAll('\\', '/').replace(/\.ts$/, '')).sort();
    expect(handlers).toEqual(declared);
    expect(new Set(declared).size).toBe(declared.length);
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
