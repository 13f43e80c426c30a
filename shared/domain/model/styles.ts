import { Problem } from '../../contract/errors.ts';
import type { MadeBy } from '../../contract/providers.ts';
import { BACKDROPS, entriesIn, namesOf, OUTFITS, type StyleChoice } from '../../contract/styles.ts';

/** What a member may choose from: the styles that the organization uses. Retouched photos keep the clothes of the uploads. */
export function stylesOffered({ styles = {} }: { styles?: StyleChoice }, madeBy: MadeBy) {
  return {
    backdrops: entriesIn(BACKDROPS, styles.backdrops),
    outfits: madeBy === 'generated' ? entriesIn(OUTFITS, styles.outfits) : [],
  };
}

/** @throws INVALID_REQUEST when the organization does not use a style of the choice. */
export function requireOffered(choice: StyleChoice, { styles = {} }: { styles?: StyleChoice }): void {
  requireAmong(choice.backdrops, styles.backdrops ?? namesOf(BACKDROPS));
  requireAmong(choice.outfits, styles.outfits ?? namesOf(OUTFITS));
}

function requireAmong<Name extends string>(chosen: readonly Name[] = [], offered: readonly Name[]): void {
  const other = chosen.find((name) => !offered.includes(name));
  if (other === undefined) return;
  throw new Problem(
    'INVALID_REQUEST',
    `The organization does not offer '${other}'; choose among ${offered.join(', ')}.`,
  );
}

/**
 * The styles of a run. The organization's settings count at the time of planning: where they leave nothing of what the
 * member has chosen, all that they leave is used.
 */
export function stylesOfRun(organization: StyleChoice = {}, chosen: StyleChoice = {}): StyleChoice {
  return {
    backdrops: bothOf(organization.backdrops, chosen.backdrops),
    outfits: bothOf(organization.outfits, chosen.outfits),
  };
}

function bothOf<Name>(offered: Name[] | undefined, chosen: Name[] | undefined): Name[] | undefined {
  if (!offered || !chosen) return offered ?? chosen;
  const both = chosen.filter((name) => offered.includes(name));
  return both.length > 0 ? both : offered;
}
