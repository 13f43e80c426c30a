import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { ConfigurationError } from '../../infra/configuration-error.ts';
import { releaseAlarmPrefix } from '../../infra/constructs/release-alarms.ts';
import type { StageSettings } from '../../infra/stage-settings.ts';
import type { Clock } from '../../shared/platform/clock.ts';

const WATCHED_MILLISECONDS = 5 * 60_000;
const POLL_MILLISECONDS = 15_000;

/** The checks by which a release is watched. */
interface ReleaseChecks {
  /** The names of the release alarms that are raised now. */
  raisedAlarms(): Promise<readonly string[]>;
  /** Does the main job of the service once. @throws when it fails. */
  smoke(): Promise<void>;
  clock: Clock;
  pause(milliseconds: number): Promise<unknown>;
}

export interface Release extends ReleaseChecks {
  /** The version that is deployed now. */
  former: string;
  version: string | undefined;
  deploy(): Promise<void>;
  /** Deploys the former version again. */
  deployFormer(): Promise<void>;
}

/**
 * Deploys a version, and the former one again when the release has a fault.
 * @throws ConfigurationError when it was rolled back, and when an alarm is raised before: a fault of the release could
 * not be told from that one.
 */
export async function releaseWatched(release: Release): Promise<void> {
  const { former, version } = release;
  const before = raised(await release.raisedAlarms());
  if (before) throw new ConfigurationError(`${before} Nothing was deployed. --at-once deploys all the same.`);
  await release.deploy();
  console.log('Watching the release …');
  const fault = await faultOfRelease(release);
  if (fault === undefined) return;
  if (former === version) throw new ConfigurationError(`${fault} The version was the same before.`);
  console.error(`${fault} Deploying the former version again, ${former} …`);
  await release.deployFormer();
  throw new ConfigurationError(`${fault} The former version was deployed again: ${former}.`);
}

/**
 * Watches the release alarms for five minutes after a deployment, and runs the smoke test meanwhile.
 * @returns the first fault of the release; undefined when it is good.
 */
async function faultOfRelease(checks: ReleaseChecks): Promise<string | undefined> {
  const smoked = checks.smoke().then(
    () => undefined,
    (error: unknown) => `The smoke test failed: ${error instanceof Error ? error.message : String(error)}`,
  );
  const watched = firstRaised(checks);
  return (await Promise.race([smoked, watched])) ?? (await smoked) ?? (await watched);
}

async function firstRaised({ raisedAlarms, clock, pause }: ReleaseChecks): Promise<string | undefined> {
  for (const end = clock.now() + WATCHED_MILLISECONDS; clock.now() < end; await pause(POLL_MILLISECONDS)) {
    const fault = raised(await raisedAlarms());
    if (fault) return fault;
  }
  return undefined;
}

function raised(alarms: readonly string[]): string | undefined {
  return alarms.length === 0 ? undefined : `The alarm ${alarms.join(' and ')} is raised.`;
}

/** The names of a stage's release alarms that are raised. */
export async function raisedReleaseAlarms({ stage, region }: StageSettings): Promise<string[]> {
  const { MetricAlarms = [] } = await new CloudWatchClient({ region }).send(
    new DescribeAlarmsCommand({ AlarmNamePrefix: releaseAlarmPrefix(stage), StateValue: 'ALARM' }),
  );
  return MetricAlarms.flatMap(({ AlarmName }) => AlarmName ?? []);
}
