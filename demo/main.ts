import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectApi } from '../local/partner/api.ts';
import { startReceiver } from '../local/partner/receiver.ts';
import { startLocalService } from '../local/service.ts';
import { ensureBuilt } from '../scripts/build/build.ts';
import { optionsOf, refuse } from '../scripts/options.ts';
import { auditOrganization } from '../shared/audit/audit.ts';
import { isHosted, isKeyed, PROVIDER_NAMES, type ProviderName } from '../shared/contract/providers.ts';
import { deployedContext } from '../shared/deployed/context.ts';
import { deployedImageStore } from '../shared/deployed/images.ts';
import { storeProviderKey } from '../shared/deployed/provider-keys.ts';
import { createOrganization } from '../shared/domain/organization/create.ts';
import { contactSheet } from './contact-sheet.ts';
import { downloadPhotos, requireTamperedLinkRefused } from './download.ts';
import { type DemoProvider, demoProvider } from './hosted.ts';
import { chooseFavorite, submitPhotos } from './member-journey.ts';
import { drawnPhotos, photosOfFolder } from './photos.ts';
import { Progress } from './progress.ts';

/**
 * `npm run demo [-- --photos DIR] [--provider NAME] [--base-url URL]`: takes one white-label model from its creation to
 * the chosen favorite, as the partner and as the member. The demo starts its own local cloud, and for a hosted
 * provider a stand-in unless the environment has its key. With a base URL it uses a running service, as whose operator
 * it needs TABLE_NAME, IMAGES_BUCKET, WEBHOOK_SECRET_KEY and AWS credentials in the environment. The exit code is 0 when
 * every step succeeds.
 */
const OUTPUT = join(import.meta.dirname, '..', 'demo-output');
const HEADSHOTS = join(OUTPUT, 'headshots');
const SHEET = join(OUTPUT, 'contact-sheet.jpg');
const CREDITS = 5;
const SHEET_COLUMNS = 8;

const DESCRIPTIONS: Readonly<Record<ProviderName, string>> = {
  studio: 'studio (retouches the uploads, trains no model)',
  development: 'development (test data)',
  astria: 'astria, with the key of the service',
  replicate: 'replicate, with the key of the service',
  http: "http, the service's own GPU worker",
  sagemaker: 'sagemaker, with jobs in the AWS account of the service',
};

const USAGE = `npm run demo [-- options]: takes one person from a white-label link to the favorite headshot.

  --photos DIR       uploads the photos of a folder instead of drawn ones
  --provider NAME    ${PROVIDER_NAMES.join(', ')}; the default is studio
  --base-url URL     uses a running service, with TABLE_NAME, IMAGES_BUCKET, WEBHOOK_SECRET_KEY and AWS credentials
                     in the environment
`;

/** The uploads of the demo, and its provider. */
interface Scene {
  /** Drawn while the local cloud starts, unless they are read from a folder. */
  files: ReturnType<typeof drawnPhotos>;
  provider: ProviderName;
  /** Absent for a provider of the service itself, and for one of a running service. */
  hosted?: DemoProvider;
}

interface Options {
  photos: string | undefined;
  provider: ProviderName;
  baseUrl: string | undefined;
}

async function main({ photos, provider, baseUrl }: Options): Promise<void> {
  const progress = new Progress();
  const files =
    photos === undefined
      ? drawnPhotos()
      : Promise.resolve(await photosOfFolder(photos, (line) => progress.say(line)));
  await Promise.all([HEADSHOTS, SHEET].map((path) => rm(path, { recursive: true, force: true })));
  await mkdir(HEADSHOTS, { recursive: true });
  if (baseUrl !== undefined) {
    progress.say(`Calling the service at ${baseUrl}`);
    return journey(baseUrl, progress, { files, provider });
  }
  progress.say('Building the functions if needed and starting a local cloud …');
  await ensureBuilt({ stage: 'local' });
  if (!isHosted(provider)) return onLocalCloud(progress, { files, provider });
  const hosted = await demoProvider(provider, process.env, (line) => progress.say(`  ${line}`));
  progress.say(`The provider is ${hosted.description}`);
  try {
    await onLocalCloud(progress, { files, provider, hosted });
  } finally {
    await hosted.stop();
  }
}

async function onLocalCloud(progress: Progress, scene: Scene): Promise<void> {
  const { provider, hosted } = scene;
  const cloud = await startLocalService({
    ...(hosted && { parameters: { ProviderOptions: JSON.stringify(hosted.options) } }),
  });
  try {
    Object.assign(process.env, cloud.environment, {
      TABLE_NAME: cloud.tableName,
      IMAGES_BUCKET: cloud.bucketName,
      WEBHOOK_SECRET_KEY: cloud.outputs['headshots-local-data.WebhookSecretKeyArn'],
      PROVIDER_KEYS: cloud.outputs['headshots-local-data.ProviderKeysArn'],
    });
    if (hosted && isKeyed(provider)) await storeProviderKey(provider, hosted.key);
    await journey(cloud.baseUrl, progress, scene);
  } finally {
    await cloud.stop();
  }
}

async function journey(
  baseUrl: string,
  progress: Progress,
  { files, provider, hosted }: Scene,
): Promise<void> {
  const receiver = await startReceiver();
  const isDevelopment = provider === 'development';
  const { organizationId, apiKey, webhookSecret } = await createOrganization(deployedContext(), {
    name: 'Demo company',
    credits: CREDITS,
    whiteLabel: true,
    webhookUrl: receiver.url,
    ...(!isDevelopment && { provider }),
  });
  const partner = connectApi(baseUrl, apiKey);
  const creditsOf = async () => (await partner.ask('GET /api/v2/organization/credits')).credits;
  const creditsBefore = await creditsOf();
  progress.say(
    `Organization ${organizationId} with ${creditsBefore} credits; webhooks go to ${receiver.url}`,
  );

  const { modelId, signedUrl } = await partner.ask('POST /api/v2/organization/whitelabel/model/create', {
    body: { email: 'alex@people.example', isDevelopment },
  });
  progress.say(`Model ${modelId} created; opening its signedUrl as a browser would`);
  const webhooks = progress.watch(receiver, webhookSecret, modelId, hosted?.timeout);
  const member = await submitPhotos(progress, signedUrl, await files);
  // The partner waits for the webhook, and the member for the page.
  const [saved] = await Promise.all([
    webhooks.seen('model.photos_ready').then(() => downloadPhotos(partner, modelId, HEADSHOTS)),
    chooseFavorite(progress, member),
  ]);
  await requireTamperedLinkRefused(partner, modelId);
  await writeFile(
    SHEET,
    await contactSheet(
      saved.map(({ bytes }) => bytes),
      SHEET_COLUMNS,
    ),
  );
  await webhooks.seen('model.favorite_selected');
  await receiver.close();

  const creditsAfter = await creditsOf();
  const expected = creditsBefore - (isDevelopment ? 0 : 1);
  if (creditsAfter !== expected) {
    throw new Error(`The organization has ${creditsAfter} credits left instead of ${expected}.`);
  }
  const { violations } = await auditOrganization(deployedContext(), deployedImageStore(), organizationId);
  if (violations.length > 0) throw new Error(`The audit found:\n${violations.join('\n')}`);
  progress.summary([
    ['Provider', hosted?.description ?? DESCRIPTIONS[provider]],
    ['Headshots', `${saved.length} in ${HEADSHOTS}`],
    ['Contact sheet', SHEET],
    ['Webhooks', `${webhooks.verified()} received in order, both signatures of each verified`],
    ['Links', 'every photo downloaded by its 24-hour link; a tampered link returned 403'],
    ['Credits', `${creditsBefore} before, ${creditsAfter} after`],
    ['Audit', 'no violations'],
  ]);
}

function options(): Options {
  const values = optionsOf(USAGE, {
    photos: { type: 'string' },
    provider: { type: 'string', default: 'studio' },
    'base-url': { type: 'string' },
  });
  const provider = PROVIDER_NAMES.find((name) => name === values.provider);
  if (!provider) return refuse(USAGE, `There is no provider '${values.provider}'.`);
  return { photos: values.photos, provider, baseUrl: values['base-url'] };
}

try {
  await main(options());
  process.exit(0);
} catch (error) {
  console.error(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
