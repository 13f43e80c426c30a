import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../template/assembly.ts';

export interface StackFixture {
  Resources?: JsonObject;
  Parameters?: JsonObject;
  Outputs?: JsonObject;
  [section: string]: unknown;
}

/** A directory that is removed when the test, or the hook's suite, has finished. */
export function temporaryDirectory(whenDone: (clean: () => void) => void = onTestFinished): string {
  const directory = mkdtempSync(join(tmpdir(), 'local-cloud-test-'));
  whenDone(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/**
 * Writes an assembly as `cdk synth` does.
 * @param functions source text of bundles; the one called `name` is the asset with the key `<name>.zip`
 */
export function writeAssembly(
  directory: string,
  stacks: Readonly<Record<string, StackFixture>>,
  functions: Readonly<Record<string, string>> = {},
): string {
  const artifacts: JsonObject = {};
  const files: JsonObject = {};
  for (const [name, source] of Object.entries(functions)) {
    mkdirSync(join(directory, `asset.${name}`), { recursive: true });
    writeFileSync(join(directory, `asset.${name}`, 'index.mjs'), source);
    files[name] = { source: { path: `asset.${name}` }, destinations: { here: { objectKey: `${name}.zip` } } };
  }
  for (const [stack, template] of Object.entries(stacks)) {
    const metadata: JsonObject = {};
    for (const logicalId of Object.keys(template.Resources ?? {})) {
      metadata[`/${stack}/path-of-${logicalId}/Resource`] = [{ type: 'aws:cdk:logicalId', data: logicalId }];
    }
    writeFileSync(join(directory, `${stack}.template.json`), JSON.stringify(template));
    writeFileSync(join(directory, `${stack}.metadata.json`), JSON.stringify(metadata));
    writeFileSync(join(directory, `${stack}.assets.json`), JSON.stringify({ files }));
    artifacts[`${stack}.assets`] = {
      type: 'cdk:asset-manifest',
      properties: { file: `${stack}.assets.json` },
    };
    artifacts[stack] = {
      type: 'aws:cloudformation:stack',
      properties: { templateFile: `${stack}.template.json`, stackName: stack },
      additionalMetadataFile: `${stack}.metadata.json`,
    };
  }
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ artifacts }));
  return directory;
}
