import type { Value } from './synthesized.ts';

export interface State {
  Type: string;
  [field: string]: Value;
}
export interface Definition {
  StartAt: string;
  TimeoutSeconds?: number;
  States: Record<string, State>;
}

/** Every state of a definition with its name, including the states inside maps. */
export function statesOf({ States }: Definition): [name: string, state: State][] {
  return Object.entries(States).flatMap(([name, state]) => [
    [name, state] as [string, State],
    ...(state.ItemProcessor ? statesOf(state.ItemProcessor as unknown as Definition) : []),
  ]);
}

/**
 * The faults of a definition: constructs that can leave a model stuck on AWS, and constructs that the
 * interpreter of the local cloud handles differently from Step Functions.
 */
export function faultsOf(definition: Definition): string[] {
  const states = statesOf(definition);
  const names = states.map(([name]) => name);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  return [
    ...repeated.map((name) => `${name}: the name is used twice`),
    ...faultsOfLanguage('the definition', definition as unknown as Value),
    ...states.flatMap(([name, state]) => faultsOfState(name, state)),
  ];
}

/** Fields that the local interpreter ignores silently. */
const UNSUPPORTED_FIELDS = ['Assign', 'Arguments', 'Output', 'HeartbeatSeconds', 'HeartbeatSecondsPath'];

function faultsOfState(name: string, state: State): string[] {
  const faults = UNSUPPORTED_FIELDS.filter((field) => field in state).map((field) => `${field} is not used`);
  if (state.ResultPath === '$') faults.push("ResultPath is not '$'");
  if (state.Type === 'Pass' && 'Result' in state && !state.Result) faults.push('Result is not falsy');
  if (state.Type === 'Map') faults.push(...faultsOfMap(state));
  if (state.Type === 'Task') {
    if (typeof (state.TimeoutSeconds ?? state.TimeoutSecondsPath) === 'undefined')
      faults.push('a task has TimeoutSeconds');
    if (errorsOf(state.Retry).at(-1) !== 'States.ALL') faults.push('a task has Retry');
    if (errorsOf(state.Catch).at(-1) !== 'States.ALL') faults.push('a task has Catch for all errors');
  }
  return faults.map((fault) => `${name}: ${fault}`);
}

function faultsOfMap(state: State): string[] {
  if (!state.ItemProcessor) return ['a map has ItemProcessor'];
  const { ProcessorConfig } = state.ItemProcessor as { ProcessorConfig?: { Mode?: string } };
  return ProcessorConfig?.Mode === 'INLINE' ? [] : ['a map is inline'];
}

/** Uses of JSONata and of the context object of a map's item, at any depth. */
function faultsOfLanguage(where: string, value: Value): string[] {
  if (typeof value === 'string' && value.includes('$$.Map.Item'))
    return [`${where}: $$.Map.Item is not used`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === 'QueryLanguage' && part !== 'JSONPath'
      ? [`${where}: ${String(part)} is not used`]
      : faultsOfLanguage(key, part),
  );
}

function errorsOf(handlers: Value | undefined): string[] {
  return ((handlers ?? []) as { ErrorEquals: string[] }[]).flatMap(({ ErrorEquals }) => ErrorEquals);
}
