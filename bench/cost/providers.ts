import { BATCH_SIZE, HEADSHOTS } from '../../shared/domain/flow/plan.ts';
import { USD_PER_SECOND } from '../../shared/providers/replicate/prices.ts';

/** Day on which the prices of providers were collected. */
export const PROVIDER_PRICES_DATE = '2026-11-22';

const HOUR_SECONDS = 3600;

/** Times of jobs on one H100, which are assumed: nothing was trained to measure them. */
export const GPU_SECONDS = { training: 1200, image: 8 };

/** The price of a GPU of one's own that the page takes as an example, in USD an hour. */
export const OWN_GPU_USD_PER_HOUR = 3;

/** A job on one `ml.g6e.xlarge` of SageMaker. Assumed, as `docs/sagemaker.md` tells; seconds on Spot capacity count for less. */
export const TRAINING_JOB = { usdPerHour: 2.3, spot: 0.4, start: 300, training: 780, image: 18 };

/** A line of a provider's price list, with the quantity that a model of `HEADSHOTS` photos needs. */
export interface ProviderLine {
  provider: string;
  unit: string;
  usd: number;
  quantity: number;
}

const PROMPTS = Math.ceil(HEADSHOTS / BATCH_SIZE);
const H100 = USD_PER_SECOND['gpu-h100'];
const OWN = OWN_GPU_USD_PER_HOUR / HOUR_SECONDS;
const SPOT_SECOND = (TRAINING_JOB.usdPerHour * TRAINING_JOB.spot) / HOUR_SECONDS;
const IMAGE_SECONDS = HEADSHOTS * GPU_SECONDS.image;

const PROVIDER_LINES: readonly ProviderLine[] = [
  { provider: 'astria', unit: 'tune', usd: 1.5, quantity: 1 },
  { provider: 'astria', unit: `prompt of ${BATCH_SIZE} images`, usd: 0.1, quantity: PROMPTS },
  { provider: 'replicate', unit: 'second of an H100', usd: H100, quantity: GPU_SECONDS.training },
  { provider: 'replicate', unit: 'second of an H100', usd: H100, quantity: IMAGE_SECONDS },
  { provider: 'http', unit: 'second of a GPU', usd: OWN, quantity: GPU_SECONDS.training },
  { provider: 'http', unit: 'second of a GPU', usd: OWN, quantity: IMAGE_SECONDS },
  {
    provider: 'sagemaker',
    unit: 'second on Spot capacity',
    usd: SPOT_SECOND,
    quantity: TRAINING_JOB.start + TRAINING_JOB.training,
  },
  {
    provider: 'sagemaker',
    unit: 'second on Spot capacity',
    usd: SPOT_SECOND,
    quantity: TRAINING_JOB.start + HEADSHOTS * TRAINING_JOB.image,
  },
];

export interface ProviderCost {
  provider: string;
  /** A model of `HEADSHOTS` photos whose images are all usable. */
  model: number;
  /** The training, which a restarted run pays again, and the images. */
  lines: readonly ProviderLine[];
  /** A shot whose image is made again by itself. */
  furtherImage: number;
}

/** Where an image is not billed by itself: a prompt is billed for its images together, and a job has its start. */
const FURTHER_IMAGE: Readonly<Record<string, number>> = {
  astria: 0.1,
  sagemaker: SPOT_SECOND * (TRAINING_JOB.start + TRAINING_JOB.image),
};

/** In USD, by the price list. The studio draws in Lambda. */
export function providerCosts(): ProviderCost[] {
  const costs = [...Map.groupBy(PROVIDER_LINES, ({ provider }) => provider)].map(([provider, lines]) => {
    const [training = 0, images = 0] = lines.map(({ usd, quantity }) => usd * quantity);
    const furtherImage = FURTHER_IMAGE[provider] ?? images / HEADSHOTS;
    return { provider, model: training + images, lines, furtherImage };
  });
  return [{ provider: 'studio', model: 0, lines: [], furtherImage: 0 }, ...costs];
}
