import { BATCH_SIZE, HEADSHOTS } from '../../shared/domain/flow/plan.ts';
import { USD_PER_SECOND } from '../../shared/providers/replicate/prices.ts';

/** Day on which the prices of providers were collected. */
export const PROVIDER_PRICES_DATE = '2026-11-22';

const HOUR_SECONDS = 3600;

/** Times of jobs on one H100, which are assumed: nothing was trained to measure them. */
export const GPU_SECONDS = { training: 1200, image: 8 };

/** The price of a GPU of one's own that the page takes as an example, in USD an hour. */
export const OWN_GPU_USD_PER_HOUR = 3;

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
const IMAGE_SECONDS = HEADSHOTS * GPU_SECONDS.image;

export const PROVIDER_LINES: readonly ProviderLine[] = [
  { provider: 'astria', unit: 'tune', usd: 1.5, quantity: 1 },
  { provider: 'astria', unit: `prompt of ${BATCH_SIZE} images`, usd: 0.1, quantity: PROMPTS },
  { provider: 'replicate', unit: 'second of an H100, training', usd: H100, quantity: GPU_SECONDS.training },
  { provider: 'replicate', unit: 'second of an H100, images', usd: H100, quantity: IMAGE_SECONDS },
  { provider: 'http', unit: 'second of a GPU, training', usd: OWN, quantity: GPU_SECONDS.training },
  { provider: 'http', unit: 'second of a GPU, images', usd: OWN, quantity: IMAGE_SECONDS },
];

export interface ProviderCost {
  provider: string;
  /** A model of `HEADSHOTS` photos whose images are all usable. */
  model: number;
  /** The training alone, which a restarted run pays again. */
  training: number;
  /** A shot whose image is made again by itself. */
  furtherImage: number;
}

/** In USD, by the price list. */
export function providerCosts(): ProviderCost[] {
  const costs = [...Map.groupBy(PROVIDER_LINES, ({ provider }) => provider)].map(
    ([provider, [train, make]]) => {
      const training = train ? train.usd * train.quantity : 0;
      const images = make ? make.usd * make.quantity : 0;
      // A prompt is billed for its images together, and a second for each.
      const furtherImage = provider === 'astria' ? images / PROMPTS : images / HEADSHOTS;
      return { provider, model: training + images, training, furtherImage };
    },
  );
  return [{ provider: 'studio', model: 0, training: 0, furtherImage: 0 }, ...costs];
}
