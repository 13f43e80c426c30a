import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isOnThisMachine, LOCAL_STAGE, LOCALSTACK_STAGE } from '../../infra/constructs/bundles.ts';
import { fingerprint, Stamp } from './freshness.ts';
import { BUILD, PACKED, PROJECT, TEMPLATES } from './paths.ts';

export interface BuildOptions {
  /** A stage of infra/settings.ts, such as `local` or `production`. */
  stage: string;
}

/** Stamps of the bundles for the local cloud, and of those for all other stages. */
const bundlesStamps = { local: new Stamp('local-bundles'), deployed: new Stamp('bundles') };
/** The stage whose templates are in cdk.out/. */
const templatesStamp = new Stamp('templates');

/**
 * Bundles the functions into .build/ and synthesizes the stage's templates into their directory.
 * @throws when a bundle or the synth fails. The details are on standard error.
 */
export async function build({ stage }: BuildOptions): Promise<void> {
  const sources = await fingerprint();
  const isShared = templatesOf(stage) === TEMPLATES;
  if (isShared) await templatesStamp.remove();
  if (stage === LOCAL_STAGE) {
    await bundleForLocalCloud(sources);
  } else {
    const drawing = await bundleForStages(sources);
    const { packNative } = await import('./pack-native.ts');
    await packNative(stage, drawing);
  }
  await synthesize(stage);
  if (isShared) await templatesStamp.write(stampOf(stage, sources));
}

/**
 * Builds if a source has changed since the last build of this stage.
 * @returns true when a build was needed.
 */
export async function ensureBuilt({ stage }: BuildOptions): Promise<boolean> {
  const current = stampOf(stage, await fingerprint());
  if ((await templatesStamp.matches(current)) && existsSync(join(TEMPLATES, 'manifest.json'))) return false;
  await build({ stage });
  return true;
}

/** Bundles the functions for every stage if a source has changed. The CDK command synthesizes the templates. */
export async function ensureBundles(): Promise<void> {
  const sources = await fingerprint();
  // The CDK command may write another stage's templates to cdk.out.
  await templatesStamp.remove();
  if (!(await bundlesStamps.local.matches(sources))) await bundleForLocalCloud(sources);
  if (!(await bundlesStamps.deployed.matches(sources))) await bundleForStages(sources);
}

/**
 * Bundles the functions while they are being edited. These bundles never count as a build, because a source
 * may change while they are made: the next build starts from scratch.
 */
export async function rebundle(): Promise<void> {
  const { bundleLocally } = await import('./bundles.ts');
  await Promise.all([bundlesStamps.local.remove(), templatesStamp.remove()]);
  await bundleLocally();
}

async function bundleForLocalCloud(sources: string): Promise<void> {
  // Imported here, because loading esbuild takes time and ensureBuilt often has nothing to do.
  const { bundleLocally, stopBundler } = await import('./bundles.ts');
  await bundlesStamps.local.remove();
  await bundleLocally();
  await stopBundler();
  await bundlesStamps.local.write(sources);
}

/** Bundles the functions for every stage but that of the local cloud. @returns those that draw images. */
async function bundleForStages(sources: string): Promise<readonly string[]> {
  const { bundleHandlers, stopBundler } = await import('./bundles.ts');
  await bundlesStamps.deployed.remove();
  // Packed functions must not be older than the bundles: they are packed again, or their absence fails the
  // synth.
  await rm(PACKED, { recursive: true, force: true });
  const { drawing } = await bundleHandlers();
  await stopBundler();
  await bundlesStamps.deployed.write(sources);
  return drawing;
}

/**
 * Synthesizes the templates in a child process, which reads the current contracts and frees its memory at the
 * end. The templates replace the former ones when they are complete, because another local cloud may be
 * reading those.
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
        // The validation against CloudFormation's schemas takes seconds, so it is left to stages on AWS.
        ...(isOnThisMachine(stage) && { CDK_VALIDATION: 'false' }),
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const [code] = await once(app, 'exit');
    if (code !== 0) throw new Error(`The CDK app could not synthesize the stage ${stage}: see above.`);
    await rm(templatesOf(stage), { recursive: true, force: true });
    await rename(output, templatesOf(stage));
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

/** Local clouds start while the stage of an emulator is deployed, so that one has a directory of its own. */
export function templatesOf(stage: string): string {
  return stage === LOCALSTACK_STAGE ? join(BUILD, 'templates-of-emulator') : TEMPLATES;
}

function stampOf(stage: string, sources: string): string {
  return JSON.stringify({ stage, sources });
}
