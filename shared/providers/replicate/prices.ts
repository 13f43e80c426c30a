import type { ReplicateHardware } from '../../contract/provider-options.ts';
import type { Usage } from '../provider.ts';
import type { Prediction, Training } from './answers.ts';

/** US dollars for a second, from https://replicate.com/pricing. The names are Replicate's SKUs. */
export const USD_PER_SECOND: Readonly<Record<ReplicateHardware, number>> = {
  'gpu-h100': 0.001525,
  'gpu-a100-large': 0.0014,
  'gpu-l40s': 0.000975,
};

/** Private fine-tunes of Flux are billed by their active time only, which `predict_time` is. */
export function usageOf({ metrics }: Training | Prediction, hardware: ReplicateHardware): Usage | undefined {
  const active = metrics?.predict_time;
  if (active === undefined) return undefined;
  return {
    unit: 'GPU second',
    amount: active,
    usd: Number((active * USD_PER_SECOND[hardware]).toFixed(6)),
    seconds: metrics?.total_time ?? active,
  };
}
