import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isOnThisMachine } from '../../infra/constructs/bundles.ts';
import { fingerprint, Stamp } from './freshness.ts';
import { BUILD, PACKED, PROJECT, TEMPLATES } from './paths.ts';

export interface BuildOptions {
  /** A stage that infra/settings.ts knows: `local`, `production`. */
  stage: string;
}

const LOCAL_STAGE = 'local';

const bundlesStamp = new Stamp('bundles');
const templatesStamp = new Stamp('templates');

/**
 * Bundles the functions into .build/ and synthesizes the stage's templates into cdk.out/.
 * @throws a sentence when a handler does not bundle or the CDK app refuses; its own words are on stderr.
 */
export async function build({ stage }: BuildOptions): Promise<void> {
  const sources = await fingerprint();
  await buildBundles(stage, sources);
  await synthesize(stage);
  await templatesStamp.write(stampOf(stage, sources));
}

/**
 * Builds when a source has changed since the last build of this stage, and otherwise returns at once.
 * @returns whether it had to build.
 */
export async function ensureBuilt({ stage }: BuildOptions): Promise<boolean> {
  const current = stampOf(stage, await fingerprint());
  if ((await templatesStamp.matches(current)) && existsSync(join(TEMPLATES, 'manifest.json'))) return false;
  await build({ stage });
  return true;
}

/** Bundles the functions when a source has changed, and leaves the templates to the CDK command. */
export async function ensureBundles(): Promise<void> {
  const sources = await fingerprint();
  // cdk.out may be about to receive another stage's templates.
  await templatesStamp.remove();
  if (!(await bundlesStamp.matches(sources))) await buildBundles(LOCAL_STAGE, sources);
}

/**
 * Bundles the functions while they are being edited. The next build starts from the sources as they are then:
 * what is bundled in between, from whatever was just saved, never counts as built.
 */
export async function rebundle(): Promise<void> {
  const { bundleHandlers } = await import('./bundles.ts');
  await Promise.all([bundlesStamp.remove(), templatesStamp.remove()]);
  await bundleHandlers();
}

async function buildBundles(stage: string, sources: string): Promise<void> {
  // Imported here: a fresh build must not pay for loading esbuild.
  const { bundleHandlers, stopBundler } = await import('./bundles.ts');
  await Promise.all([bundlesStamp.remove(), templatesStamp.remove()]);
  // Never to be deployed beside newer bundles: packed anew, or missed when a stage for AWS is synthesized.
  await rm(PACKED, { recursive: true, force: true });
  const { drawing } = await bundleHandlers();
  await stopBundler();
  if (stage !== LOCAL_STAGE) {
    const { packNative } = await import('./pack-native.ts');
    await packNative(stage, drawing);
  }
  await bundlesStamp.write(sources);
}

/**
 * In a process of its own, which reads the contracts anew and gives its memory back. The templates are swapped
 * in when they are whole: another local cloud may be reading the former ones.
 */
async function synthesize(stage: string): Promise<void> {
  const output = join(BUILD, `templates.${process.pid}`);
  try {
    const app = spawn(process.execPath, [join(PROJECT, 'infra/app.ts')], {
      cwd: PROJECT,
      env: {
        ...process.env,
        CDK_OUTDIR: output,
        CDK_CONTEXT_JSON: JSON.stringify({ stage }),
        // The check against CloudFormation's schemas takes seconds, which a laptop need not wait.
        ...(isOnThisMachine(stage) && { CDK_VALIDATION: 'false' }),
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const [code] = await once(app, 'exit');
    if (code !== 0) throw new Error(`The CDK app could not synthesize the stage ${stage}.`);
    await rm(TEMPLATES, { recursive: true, force: true });
    await rename(output, TEMPLATES);
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

function stampOf(stage: string, sources: string): string {
  return JSON.stringify({ stage, sources });
}
