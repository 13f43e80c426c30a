import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { connectApi } from '../../local/partner/api.ts';
import { startReceiver } from '../../local/partner/receiver.ts';
import { createOrganization } from '../../shared/domain/organization/create.ts';
import { startCloud } from '../webhooks/cloud.ts';
import type { Results } from './bill.ts';
import type { CountName, Counts } from './meter.ts';
import { stageFacts } from './template.ts';
import { callKinds, drawUpload, liveModel } from './workload.ts';

const STAGE = 'production';
const MODELS = 3;
const CALLS = 10;
const UPLOADS = 8;
/** Within 300 calls a minute, the limit of the standard tier. */
const PAUSE_MS = 250;
const POLL_MS = 100;
/** A retry, or a state between two polls, may look like rest. */
const POLLS_AT_REST = 8;

/** Runs some models, and calls of each kind, one after another on a local cloud with a meter at its services. */
export async function measure(): Promise<Results> {
  const facts = stageFacts(STAGE);
  const cloud = await startCloud({ preloaded: ['../cost/metered-cloud.ts'] });
  const receiver = await startReceiver();
  const measured: { name: string; times: number; counts: Counts }[] = [];
  const repeat = async (name: string, times: number, work: (number: number) => Promise<unknown>) => {
    // Not counted: it starts environments.
    await work(times);
    await rest(cloud.facts.baseUrl);
    await take(cloud.process);
    console.log(`${times} × ${name} …`);
    for (let number = 0; number < times; number++) {
      await work(number);
      await pause(PAUSE_MS);
    }
    await rest(cloud.facts.baseUrl);
    measured.push({ name, times, counts: await take(cloud.process) });
  };
  try {
    const organization = { name: 'Bench', credits: 10_000, whiteLabel: true, webhookUrl: receiver.url };
    const { apiKey } = await createOrganization(cloud.context, organization);
    const api = connectApi(cloud.facts.baseUrl, apiKey);
    const uploads = await Promise.all(Array.from({ length: UPLOADS }, (_, photo) => drawUpload(photo)));
    await repeat('model', MODELS, (number) => liveModel(api, uploads, `person${number}`));
    const kinds = await callKinds(api, uploads);
    for (const [name, call] of Object.entries(kinds)) await repeat(name, CALLS, call);
  } finally {
    await receiver.close();
    await cloud.stop();
  }
  const names = new Set(measured.flatMap(({ counts }) => Object.keys(counts) as CountName[]));
  const rowOf = (name: CountName) => measured.map(({ counts }) => Number((counts[name] ?? 0).toFixed(3)));
  const processor = `${cpus().length} cores (${cpus()[0]?.model.trim()})`;
  return {
    measuredAt: new Date().toISOString(),
    machine: `${processor} at a load of ${loadavg().at(-1)?.toFixed(1)}, Node ${process.versions.node}`,
    stage: STAGE,
    facts,
    columns: measured.map(({ name, times }) => ({ name, times })),
    counts: Object.fromEntries([...names].sort().map((name) => [name, rowOf(name)])),
  };
}

async function take(cloud: ChildProcess): Promise<Counts> {
  const answer = once(cloud, 'message') as Promise<[Counts]>;
  cloud.send('take');
  return (await answer)[0];
}

/** Resolves when no message waits and no execution runs. */
async function rest(baseUrl: string): Promise<void> {
  for (let polls = 0; polls < POLLS_AT_REST; await pause(POLL_MS)) {
    const status = await (await fetch(`${baseUrl}/_local/status`)).json();
    const { queues, executions } = status as Record<'queues' | 'executions', Record<string, number>>;
    const inFlight = Object.values(queues).reduce((sum, count) => sum + count, executions.RUNNING ?? 0);
    polls = inFlight === 0 ? polls + 1 : 0;
  }
}
