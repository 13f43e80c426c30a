import { TemplateError } from '../template/assembly.ts';

/** A state machine in the Amazon States Language, limited to the fields that the local cloud supports. */
export interface StatesDefinition {
  StartAt: string;
  States: Record<string, State>;
  TimeoutSeconds?: number;
}

export interface State {
  Type: 'Task' | 'Map' | 'Choice' | 'Wait' | 'Succeed' | 'Fail';
  Resource?: string;
  ItemsPath?: string;
  MaxConcurrency?: number;
  ItemProcessor?: StatesDefinition;
  [field: string]: unknown;
}

const FLOW_FIELDS = ['Next', 'End', 'Comment'];
const DATA_FIELDS = ['InputPath', 'OutputPath', 'ResultPath', 'ResultSelector', 'Retry', 'Catch'];

/**
 * The fields that run as on AWS. The library silently accepts further fields and runs them differently: `Assign`,
 * JSONata, heartbeats, Parallel and falsy Pass results among them.
 */
const SUPPORTED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Task: ['Resource', 'Parameters', 'TimeoutSeconds', 'TimeoutSecondsPath', ...DATA_FIELDS, ...FLOW_FIELDS],
  Map: ['ItemsPath', 'MaxConcurrency', 'ItemProcessor', ...DATA_FIELDS, ...FLOW_FIELDS],
  Choice: ['Choices', 'Default', 'InputPath', 'OutputPath', 'Comment'],
  Wait: ['Seconds', 'SecondsPath', 'InputPath', 'OutputPath', ...FLOW_FIELDS],
  Succeed: ['InputPath', 'OutputPath', 'Comment'],
  Fail: ['Error', 'ErrorPath', 'Cause', 'CausePath', 'Comment'],
};
const MACHINE_FIELDS = ['StartAt', 'States', 'TimeoutSeconds', 'Comment', 'Version', 'ProcessorConfig'];
const CHOICE_FIELDS = [
  'Variable',
  'StringEquals',
  'BooleanEquals',
  'NumericEquals',
  'IsPresent',
  'And',
  'Or',
  'Not',
  'Next',
  'Comment',
];
const RETRY_FIELDS = [
  'ErrorEquals',
  'IntervalSeconds',
  'MaxAttempts',
  'BackoffRate',
  'MaxDelaySeconds',
  'JitterStrategy',
];
const CATCH_FIELDS = ['ErrorEquals', 'Next', 'ResultPath', 'Comment'];
const FUNCTION_ARN = /^arn:aws:lambda:[\w-]+:\d{12}:function:[\w-]+$/;
/** Invokes a function with a task token, and waits for SendTaskSuccess. */
export const WAITS_FOR_TOKEN = 'arn:aws:states:::lambda:invoke.waitForTaskToken';
/** The only value of the context object that a payload may contain. */
export const TASK_TOKEN_PATH = '$$.Task.Token';
/** A reference path: it points to exactly one value. The root alone is not one that a result may replace. */
const REFERENCE_PATH = /^\$(\.[A-Za-z_]\w*|\[\d+\])*$/;

/**
 * Reads a definition. Parts that would run differently from AWS are an error.
 * @param place the state machine in the template, for the message
 * @throws TemplateError naming the state and the field
 */
export function readDefinition(text: string, place: string): StatesDefinition {
  const definition = JSON.parse(text) as StatesDefinition;
  checkMachine(definition, place, new Set());
  return definition;
}

function checkMachine(machine: StatesDefinition, place: string, names: Set<string>): void {
  checkFields(machine, MACHINE_FIELDS, place);
  const { ProcessorConfig } = machine as { ProcessorConfig?: { Mode?: string } };
  if (ProcessorConfig !== undefined && ProcessorConfig.Mode !== 'INLINE') {
    throw new TemplateError(place, 'only inline maps are supported');
  }
  for (const [name, state] of Object.entries(machine.States)) {
    if (names.has(name)) throw new TemplateError(place, `the state name ${name} is used twice`);
    names.add(name);
    checkState(state, `${place}, state ${name}`, names);
  }
}

function checkState(state: State, place: string, names: Set<string>): void {
  const fields = SUPPORTED_FIELDS[state.Type];
  if (fields === undefined) throw new TemplateError(place, `states of type ${state.Type} are not supported`);
  checkFields(state, ['Type', ...fields], place);
  if (state.Type === 'Task') {
    const { FunctionName } = (state.Parameters ?? {}) as { FunctionName?: string };
    const waits = state.Resource === WAITS_FOR_TOKEN;
    const functionArn = waits ? FunctionName : state.Resource;
    if (!FUNCTION_ARN.test(functionArn ?? '')) {
      throw new TemplateError(place, `the resource ${functionArn} is not a Lambda function`);
    }
    // Without it the library gives up after a minute, while AWS would wait for 99999999 seconds.
    if (state.TimeoutSeconds === undefined && state.TimeoutSecondsPath === undefined)
      throw new TemplateError(place, 'a task needs TimeoutSeconds');
  }
  if (state.Type === 'Map' && state.ItemProcessor !== undefined)
    checkMachine(state.ItemProcessor, place, names);
  for (const retrier of list(state.Retry)) checkFields(retrier, RETRY_FIELDS, `${place}, Retry`);
  for (const catcher of list(state.Catch)) {
    checkFields(catcher, CATCH_FIELDS, `${place}, Catch`);
    checkPaths(catcher, `${place}, Catch`);
  }
  for (const choice of list(state.Choices)) checkChoice(choice, `${place}, Choices`);
  checkPaths(state, place);
}

function checkChoice(choice: object, place: string): void {
  checkFields(choice, CHOICE_FIELDS, place);
  const { And, Or, Not, Variable } = choice as {
    And?: unknown;
    Or?: unknown;
    Not?: object;
    Variable?: string;
  };
  for (const part of [...list(And), ...list(Or), ...(Not === undefined ? [] : [Not])])
    checkChoice(part, place);
  if (Variable !== undefined) checkPath(Variable, `${place}.Variable`);
}

/** Checks every path of a state and of its payload templates. */
function checkPaths(fields: object, place: string): void {
  for (const [field, value] of Object.entries(fields)) {
    const at = `${place}.${field}`;
    if (field === 'ResultPath' && value === '$')
      throw new TemplateError(at, 'a result cannot replace the whole input');
    if (field.endsWith('Path') && value !== null) checkPath(value, at);
    if (field === 'Parameters' || field === 'ResultSelector')
      checkPayload(value, at, (fields as Partial<State>).Resource === WAITS_FOR_TOKEN);
  }
}

function checkPayload(template: unknown, place: string, hasToken: boolean): void {
  if (template === null || typeof template !== 'object') return;
  for (const [key, value] of Object.entries(template)) {
    if (!key.endsWith('.$')) checkPayload(value, `${place}.${key}`, hasToken);
    else if (!hasToken || value !== TASK_TOKEN_PATH) checkPath(value, `${place}.${key}`);
  }
}

function checkPath(path: unknown, place: string): void {
  if (typeof path !== 'string' || !REFERENCE_PATH.test(path)) {
    throw new TemplateError(place, `${JSON.stringify(path)} is not a plain reference path such as $.name`);
  }
}

function checkFields(value: object, supported: readonly string[], place: string): void {
  for (const field of Object.keys(value)) {
    if (!supported.includes(field)) throw new TemplateError(place, `the field ${field} is not supported`);
  }
}

function list(value: unknown): object[] {
  return Array.isArray(value) ? value : [];
}
