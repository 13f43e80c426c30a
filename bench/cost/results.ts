import type { CallName } from './calls.ts';
import type { Inputs } from './inputs.ts';
import type { Measured, Scheduled, Stored } from './quantities.ts';
import type { TemplateFacts } from './template.ts';

/** Some models that lived through their lives one after another. */
export interface ModelRun {
  models: number;
  measured: Measured;
  stored: Stored;
}

/** All that was measured, and what no measuring tells: bench/cost.json. */
export interface CostResults {
  /** ISO 8601. */
  measuredAt: string;
  node: string;
  cores: number;
  processor: string;
  inputs: Inputs;
  facts: TemplateFacts;
  /** The smaller one first. */
  runs: [ModelRun, ModelRun];
  /** Bytes of one upload, on average. */
  uploadBytes: number;
  callsOfEachKind: number;
  calls: Record<CallName, Measured>;
  schedules: Scheduled[];
}
