/** The most subjects that a member's photos show, and the fewest where there are enough worth showing. */
const MOST = 6;
const FEWEST = 3;
/** The shares of the best subject's worth that a subject needs, and that one of the first `FEWEST` needs. */
const GOOD = 0.6;
const USABLE = 0.3;

/** The name of a subject. It carries the worth of the upload, by which {@link bestSubjects} chooses. */
export function subjectName(uploadId: string, worth: number): string {
  return `${uploadId}.${Math.round(worth * 1000)
    .toString()
    .padStart(4, '0')}`;
}

/** The upload of a subject; undefined for the name of a former release, whose subjects cannot be read. */
export function uploadIdOf(name: string): string | undefined {
  return /^(.+)\.\d{4}$/.exec(name)?.[1];
}

/**
 * The names of the best subjects, the best first: several, so that the photos differ, but none that is much worse
 * than the others. There is always one.
 */
export function bestSubjects(names: readonly string[]): string[] {
  const byWorth = [...names].sort((a, b) => worthIn(b) - worthIn(a) || (a < b ? -1 : 1));
  const best = byWorth[0] === undefined ? 0 : worthIn(byWorth[0]);
  return byWorth
    .slice(0, MOST)
    .filter((name, rank) => rank === 0 || worthIn(name) >= best * (rank < FEWEST ? USABLE : GOOD));
}

function worthIn(name: string): number {
  return Number(name.slice(name.lastIndexOf('.') + 1));
}
