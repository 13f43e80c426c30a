import { expect, test, vi } from 'vitest';
import { FickleAccount } from './fickle-account.ts';
import { simulateSeeds } from './simulate.ts';

/** Images are numbers here: to decode real ones would take real time, in which virtual time would go on. */
vi.mock('../../../shared/images/photo-fingerprint.ts', () => ({
  fingerprintOf: async (image: Uint8Array) => Buffer.from(image).toString(),
  isSameImage: (one: string, other: string) => one === other,
}));
vi.mock('../../../shared/providers/hosted/training-images.ts', () => ({
  trainingImages: async () => [{ name: '1.jpg', bytes: new Uint8Array(1) }],
}));
vi.mock('../../../shared/providers/hosted/photo.ts', () => ({
  hostedPhoto: (download: () => Promise<Uint8Array>) => ({
    make: async () => {
      const image = await download();
      return { sizes: { original: image, main: image, thumbnail: image } };
    },
  }),
}));

const SEEDS = 300;

test(`${SEEDS} random accounts of AWS, with processes killed between any two calls, Spot interruptions and models deleted at any time, leave no trace that is wrong`, async () => {
  let interruptions = 0;
  const accounts: FickleAccount[] = [];
  const totals = await simulateSeeds(SEEDS, (...args) => {
    const account = new FickleAccount(...args);
    accounts.push(account);
    return account;
  });
  for (const account of accounts) interruptions += account.interruptions;
  // The faults happened: a simulation without them would show nothing.
  expect(Math.min(interruptions, ...Object.values(totals))).toBeGreaterThan(SEEDS / 20);
}, 900_000);
