import { type Figure, meets, type Results } from './results.ts';

export interface Benchmark {
  /** The program is `bench/<name>.ts`, and its results are `bench/results/<name>.json`. */
  name: string;
  title: string;
  about: string;
  /** It counts, so other work of the machine does not change its figures. */
  isCount?: boolean;
  /** It runs only when `--only` names it. */
  isByName?: boolean;
}

export type Measured = Benchmark & { results: Results };

/** The summary of all benchmarks as a Markdown page. */
export function summaryPage(benchmarks: readonly Measured[]): string {
  const targets = benchmarks.flatMap(({ results }) => results.figures).filter(({ target }) => target);
  const met = targets.filter(({ value, target }) => target && meets(value, target));
  return `# Benchmarks

Written by \`npm run bench\`, in about 10 minutes on 2 cores. Ratios compare figures of the same run and are medians of its rounds, so that they hold on other
machines. \`npm run bench -- --only imports\` measures one, \`-- --page\` writes this page from the last results. What AWS bills is in
[docs/cost.md](../docs/cost.md). ${met.length} of ${targets.length} targets are met.

![Every figure with a target, as a share of its target](summary.svg)

| Figure | Measured | Target | |
| --- | ---: | ---: | --- |
${benchmarks.flatMap(rowsOf).join('\n')}

${benchmarks.map(about).join('\n\n')}
`;
}

function rowsOf({ title, results }: Measured): string[] {
  return [
    `| **${title}** | | | |`,
    ...results.figures.map(
      ({ name, value, unit, target }) =>
        `| ${name} | ${value} ${unit} | ${target ? `${targetText(target)} ${unit}` : ''} | ${target ? (meets(value, target) ? 'met' : '**missed**') : ''} |`,
    ),
  ];
}

function about({ name, title, about, results }: Measured): string {
  const { measuredAt, node, cores, processor, loadBefore, figures } = results;
  return [
    `**${title}**: ${about} \`npm run bench:${name}\`, ${measuredAt.slice(0, 10)}, Node ${node}, ${cores} cores (${processor}), load average before the start ${loadBefore.join(' and ')}.`,
    ...figures.flatMap(({ name: figure, note }) => (note === undefined ? [] : [`- ${figure}: ${note}`])),
  ].join('\n');
}

function targetText(target: NonNullable<Figure['target']>): string {
  return 'atMost' in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`;
}

const ROW = 26;
const NAME_WIDTH = 520;
/** Pixels that the target itself is long. */
const TARGET_WIDTH = 200;
const LONGEST = 2 * TARGET_WIDTH;

/** One bar for each figure with a target: how much of the allowed cost it uses, or of the wanted speed it reaches. */
export function plotOf(benchmarks: readonly Measured[]): string {
  const bars = benchmarks.flatMap(({ results }) =>
    results.figures.flatMap(({ name, value, target }) => (target ? [{ name, value, target }] : [])),
  );
  const height = (bars.length + 1) * ROW + 10;
  const width = NAME_WIDTH + LONGEST + 80;
  const limit = NAME_WIDTH + TARGET_WIDTH;
  const rows = bars.map(({ name, value, target }, number) => {
    const share = value / ('atMost' in target ? target.atMost : target.atLeast);
    const length = Math.min(LONGEST, Math.max(2, share * TARGET_WIDTH));
    const top = (number + 1) * ROW;
    const colour = meets(value, target) ? '#2f7d5b' : '#b4552d';
    const sign = 'atMost' in target ? '≤' : '≥';
    return `<text x="${NAME_WIDTH - 8}" y="${top + 15}" text-anchor="end">${escaped(shortened(name))}</text>
<rect x="${NAME_WIDTH}" y="${top + 3}" width="${length.toFixed(1)}" height="${ROW - 10}" fill="${colour}"/>
<text x="${NAME_WIDTH + length + 6}" y="${top + 15}">${Math.round(100 * share)} % (${sign} 100)</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#222">
<title>Every figure with a target, as a share of its target</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${limit}" y="16" text-anchor="middle">target</text>
<line x1="${limit}" x2="${limit}" y1="20" y2="${height - 4}" stroke="#888" stroke-dasharray="4 3"/>
${rows.join('\n')}
</svg>
`;
}

const NAME_LENGTH = 84;

function shortened(name: string): string {
  return name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
