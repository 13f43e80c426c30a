import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { bundleFiles } from '../../scripts/build/bundles.ts';
import { BUILD, HANDLERS } from '../../scripts/build/paths.ts';
import { endpoints } from '../../shared/contract/registry.ts';

const OUTPUT = join(BUILD, 'bench');

/** Bundles the floor on its own, so that it contains what it uses and nothing else. @returns its file */
export function bundleFloor(): Promise<string> {
  return bundleAlone('floor', join(import.meta.dirname, 'floor.ts'));
}

/** Bundles the floor of a first request. @returns its file */
export function bundleFloorRequest(): Promise<string> {
  return bundleAlone('floor-request', join(import.meta.dirname, 'floor-request.ts'));
}

/** An alternative to a function per endpoint: one Hono application with the handlers of all routes. @returns its file */
export async function bundleMonolith(): Promise<string> {
  const routes = endpoints.filter(({ path }) => path.startsWith('/'));
  const source = [
    `import { Hono } from 'hono';`,
    `import { handle } from 'hono/aws-lambda';`,
    ...routes.map(
      ({ operation }, index) =>
        `import { handler as handler${index} } from ${JSON.stringify(join(HANDLERS, `${operation}.ts`))};`,
    ),
    'const app = new Hono();',
    ...routes.map(({ method, path }, index) => {
      const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1');
      return `app.on(${JSON.stringify(method)}, ${JSON.stringify(pattern)}, async (c) => {
        const { statusCode, headers, body } = await handler${index}({ ...c.env.event, pathParameters: c.req.param() }, c.env.lambdaContext);
        return new Response(body, { status: statusCode, headers });
      });`;
    }),
    'export const handler = handle(app);',
  ].join('\n');
  const file = join(OUTPUT, 'monolith.source.mjs');
  await mkdir(OUTPUT, { recursive: true });
  await writeFile(file, source);
  return bundleAlone('monolith', file);
}

async function bundleAlone(name: string, source: string): Promise<string> {
  const directory = join(OUTPUT, name);
  const { outputFiles } = await bundleFiles([{ in: source, out: 'index' }], directory);
  await mkdir(directory, { recursive: true });
  for (const { path, contents } of outputFiles) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(join(directory, basename(path)), contents);
  }
  return join(directory, 'index.mjs');
}
