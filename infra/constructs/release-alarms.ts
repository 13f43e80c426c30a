/** The beginning of the names of a stage's release alarms. While one of them is raised, a release is rolled back. */
export function releaseAlarmPrefix(stage: string): string {
  return `headshots-${stage}-release-`;
}
