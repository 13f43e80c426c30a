import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { endpoints } from '../../shared/contract/registry.ts';
import { NOT_MEASURED } from './cases.ts';
import type { RoundTrips } from './measure.ts';
import type { Usage } from './services.ts';

/** The registry's own order depends on how its modules are loaded. */
const inOrder = endpoints.toSorted((one, other) => (one.operation < other.operation ? -1 : 1));

/** The results by the number of items. */
export type Results = Readonly<Record<string, RoundTrips>>;

/** The most sequential calls of the first request of an environment, and of any later one. */
export function targetOf({ method, response, bare }: Endpoint): { cold: number; warm: number } {
  const isList = !bare && 'shape' in response && 'pagination' in (response.shape as object);
  return method === 'GET' && !isList ? { cold: 2, warm: 1 } : { cold: 3, warm: 3 };
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
      const cells = sizes.flatMap((size) => {
        const measured = results[size]?.[contract.operation];
        return measured ? [cellOf(measured.cold), cellOf(measured.warm)] : ['', ''];
      });
      const missed = missesTarget(contract, results) ? ' missed' : '';
      return `| ${contract.operation} | ${cells.join(' | ')} | ${cold} / ${warm}${missed} |`;
    });
  const missed = inOrder.filter((contract) => missesTarget(contract, results));
  return `# Round trips of every endpoint

Written by \`npm run bench:round-trips\`; a test fails when a column with 10 items changes without this page.

Each cell has the sequential calls of AWS services, all calls, and the read and write units of the table. Calls that are
in progress together count as one sequential call. First: the first request of an execution environment. Next: the one
after it. The organization has as many invites, members and models as the column says, and the model as many photos.

| Operation | ${sizes.map((size) => `${size}, first | ${size}, next`).join(' | ')} | Target, first / next |
|---|${sizes.map(() => '---|---|').join('')}---|
${rows.join('\n')}

## Targets that are missed

The target is 2 sequential calls for a first single read and 1 for the next, and 3 for lists and writes. ${missed.length} of
${rows.length} endpoints miss it.

- Every request first looks up its key or session, since a deleted key is dead at once. A read then counts the request and
  reads beside it: 2 calls, also for the next request. A key that an environment has seen before could be looked up beside
  the reads, and the answer be held back until the key has proved valid.
- A write counts the request before it begins, so that a refused request changes nothing, then reads and commits: 4 calls.
  It could count beside its reads.
- Member endpoints read the member, the organization and the model one after another, as each names the next.
- Photo endpoints need the model before the photo, whose existence must not be told of a deleted model. The first of an
  environment also reads the key that signs links.

## Not measured

${Object.entries(NOT_MEASURED)
  .map(([operation, reason]) => `- ${operation}: ${reason}`)
  .join('\n')}
`;
}

function cellOf({ sequential, calls, readUnits, writeUnits }: Usage): string {
  return `${sequential} (${calls}; ${rounded(readUnits)} r, ${rounded(writeUnits)} w)`;
}

function rounded(units: number): string {
  return String(Math.round(units * 10) / 10);
}
