import { randomUUID } from 'node:crypto';
import type { Authorizer } from '../aws/authorization/authorizer.ts';
import { requireGrants } from '../aws/authorization/require-grants.ts';
import type { FunctionPool, Invoke } from '../lambda/function-pool.ts';
import type { Log } from '../log.ts';
import { object, placeOf, type Resource, TemplateError } from '../template/assembly.ts';
import type { Resolver } from '../template/resolver.ts';
import type { Source } from './source.ts';

/** A rule that starts functions at a fixed rate, counted from the start of the local cloud. */
export interface ScheduleSource extends Source {
  name: string;
  /**
   * Starts the functions now, in addition to the rate, and resolves when they have answered.
   * @param time the time of the event, ISO 8601: that of a run that was planned then
   */
  runNow(time?: string): Promise<void>;
}

export interface ScheduleMapping {
  name: string;
  ruleArn: string;
  everyMs: number;
  functionArns: readonly string[];
}

const MINUTE_MS = 60_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  minute: MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: 24 * 60 * MINUTE_MS,
};
/** The longest delay of a timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Starts every rule of the template that has a schedule. @throws TemplateError when a function does not permit its rule to call it */
export function startSchedules(
  resolver: Resolver,
  pool: FunctionPool,
  authorizer: Authorizer,
  log: Log,
): ScheduleSource[] {
  const scheduled = (rule: Resource) => resolver.property(rule, 'ScheduleExpression') !== undefined;
  return resolver
    .resources('AWS::Events::Rule')
    .filter(scheduled)
    .map((rule) => {
      const targets = resolver.property(rule, 'Targets');
      const mapping: ScheduleMapping = {
        name: resolver.reference(rule),
        ruleArn: resolver.attribute(rule, 'Arn'),
        everyMs: rateOf(rule, String(resolver.property(rule, 'ScheduleExpression'))),
        functionArns: (Array.isArray(targets) ? targets : []).map(
          (target) => pool.definition(String(object(target).Arn)).arn,
        ),
      };
      const context = { 'aws:SourceArn': [mapping.ruleArn] };
      const invocations = mapping.functionArns.map((functionArn) => ({
        action: 'lambda:InvokeFunction',
        resource: functionArn,
        context,
      }));
      requireGrants(authorizer, 'events.amazonaws.com', invocations, placeOf(rule));
      return startSchedule(mapping, resolver.deployment, pool.invoke, log);
    });
}

/** Milliseconds of `rate(1 day)`. @throws TemplateError for any other form */
export function rateOf(rule: Resource, expression: string): number {
  const [, value, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const milliseconds = Number(value) * (UNIT_MS[unit ?? ''] ?? Number.NaN);
  if (milliseconds > 0 && milliseconds <= LONGEST_MS) return milliseconds;
  throw new TemplateError(
    placeOf(rule, 'ScheduleExpression'),
    `${expression} is not supported, only rates of up to 24 days`,
  );
}

export function startSchedule(
  mapping: ScheduleMapping,
  { region, accountId }: { region: string; accountId: string },
  invoke: Invoke,
  log: Log,
): ScheduleSource {
  const inProgress = new Set<Promise<void>>();
  const runNow = async (time = new Date().toISOString()): Promise<void> => {
    const event = {
      version: '0',
      id: randomUUID(),
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      account: accountId,
      time,
      region,
      resources: [mapping.ruleArn],
      detail: {},
    };
    const invocations = mapping.functionArns.map((functionArn) =>
      invoke(functionArn, event).then(
        () => undefined,
        (error: unknown) => log.report('warn', `${mapping.name}: ${functionArn} failed: ${String(error)}`),
      ),
    );
    const running: Promise<void> = Promise.all(invocations).then(() => {
      inProgress.delete(running);
    });
    inProgress.add(running);
    await running;
  };
  const timer = setInterval(() => void runNow(), mapping.everyMs);
  return {
    name: mapping.name,
    runNow,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(inProgress);
    },
  };
}
