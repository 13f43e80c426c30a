import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { Permission } from '../../shared/contract/permissions.ts';
import { endpoints } from '../../shared/contract/registry.ts';
import { NOT_MEASURED } from './cases.ts';
import type { Measured, RoundTrips } from './measure.ts';
import type { Usage } from './services.ts';

/** The registry's own order depends on how its modules are loaded. */
const inOrder = endpoints.toSorted((one, other) => (one.operation < other.operation ? -1 : 1));

/** The results by the number of items. */
export type Results = Readonly<Record<string, RoundTrips>>;

const WRITES: readonly Permission[] = ['table:put', 'table:update', 'table:delete', 'member-sessions:create'];

/** The most sequential calls of the first request of an environment, and of any later one. */
export function targetOf({ operation, method, permissions }: Endpoint): { cold: number; warm: number } {
  const isList = /\/list-[\w-]+$/.test(operation);
  const isSingleRead = method === 'GET' && !isList && !permissions.some((each) => WRITES.includes(each));
  return isSingleRead ? { cold: 2, warm: 1 } : { cold: 3, warm: 3 };
}

export function missesTarget(contract: Endpoint, results: Results): boolean {
  const target = targetOf(contract);
  return Object.values(results).some((bySize) => {
    const measured = bySize[contract.operation];
    return measured && (measured.cold.sequential > target.cold || measured.warm.sequential > target.warm);
  });
}

/** The results as a Markdown page. */
export function pageOf(results: Results): string {
  const sizes = Object.keys(results);
  const rows = inOrder
    .filter(({ operation }) => !(operation in NOT_MEASURED))
    .map((contract) => {
      const { cold, warm } = targetOf(contract);
      const cells = sizes.map((size) => cellsOf(results[size]?.[contract.operation]));
      const missed = missesTarget(contract, results) ? ' missed' : '';
      return `| ${contract.operation} | ${cells.join(' | ')} | ${cold} / ${warm}${missed} |`;
    });
  const missed = inOrder.filter((contract) => missesTarget(contract, results));
  return `# Round trips of every endpoint

Written by \`npm run bench:round-trips\`; a test fails when a column with 10 items changes without this page.

Each cell has the sequential calls of AWS services, all calls, and the read and write units of the table. Calls that are
in progress together count as one sequential call. First: the first request of an execution environment. Next: the one
after it, of the same caller where the endpoint can be called again. The organization has as many invites, members and models
as the column says, folded into the indexes of their lists, and the model as many photos, 1,000 at most.

| Operation | ${sizes.map((size) => `${size}, first | ${size}, next`).join(' | ')} | Target, first / next |
|---|${sizes.map(() => '---|---|').join('')}---|
${rows.join('\n')}

## Targets that are missed

The target is 2 sequential calls for a first single read and 1 for the next, and 3 for lists and writes. ${missed.length} of
${rows.length} endpoints miss it: ${missed.map(({ operation }) => operation).join(', ')}.

A list is what an operation \`list-…\` answers, whether or not it has pages. A GET that issues a new link is a write.

What a handler names by \`reads\` is read beside the look-up of its caller. A first request is counted after the look-up, later
ones beside it. These are the reasons of the endpoints that miss:

- Reads that name one another take one call each, whatever is read beside the look-up: an address names a member, who
  names an invite, and a favorite is named by its model. Both reads are of one item each, with the lowest target.
- The overview is a read by its target, and seven pages of lists by its work: each takes three calls by its index.
- A body names what is read, and it is not read before the request is allowed: a list in it would have anyone read as many
  items as it names. The same holds for tokens of invites and of links to sign in, which are counted first.
- A query with a range or a limit (trail, deliveries, erasures, usage, search) is not named by \`reads\`, and neither are the
  lists that the overview reads.
- Links to images are signed with a key that a first request reads from Secrets Manager when it is allowed.
- The objects of an upload are deleted after its record, so that no record is left without its objects.

## Not measured

${Object.entries(NOT_MEASURED)
  .map(([operation, reason]) => `- ${operation}: ${reason}`)
  .join('\n')}
`;
}

/** The first and the next request, as two cells of a row. */
export function cellsOf(measured: Measured | undefined): string {
  return measured ? `${cellOf(measured.cold)} | ${cellOf(measured.warm)}` : ' | ';
}

function cellOf({ sequential, calls, readUnits, writeUnits }: Usage): string {
  return `${sequential} (${calls}; ${rounded(readUnits)} r, ${rounded(writeUnits)} w)`;
}

function rounded(units: number): string {
  return String(Math.round(units * 10) / 10);
}
