import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../..', import.meta.url).pathname;

test('every AWS client of the service takes its time-outs and retries from one place', () => {
  const clients = globSync('{shared,functions,ops}/**/*.ts', { cwd: root }).flatMap((path) =>
    [...readFileSync(root + path, 'utf8').matchAll(/new ((?!Hosted)\w+Client)\(([^)]*)\)/g)].map(
      ([, name, parameters]) => ({ path, name, parameters }),
    ),
  );
  expect(clients.length).toBeGreaterThan(6);
  for (const { path, name, parameters } of clients) {
    expect(parameters, `${name} in ${path}`).toContain('awsClientSettings(');
  }
});
