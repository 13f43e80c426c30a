import type { DeliverySettings } from '../../shared/webhook/deliver.ts';

/** The settings by which tests drain delivery queues: the pauses of a deployed stage, and receivers on this machine. */
export const SETTINGS: DeliverySettings = {
  policy: { loopbackAllowed: true },
  schedule: [30, 300, 1800],
};
