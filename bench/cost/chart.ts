import { totalsByService } from './bill.ts';
import { modelQuantities } from './findings.ts';
import { usd } from './format.ts';
import type { CostResults } from './results.ts';

const ROW = 24;
const BAR = 16;
const LABELS = 130;
const BARS = 420;
const VALUES = 70;
/** Less is no bar, and is told in the table. */
const LEAST_SHARE = 0.005;

/** What 1,000 models cost by service, as an SVG that is readable on light and on dark. */
export function costChart(results: CostResults): string {
  const totals = totalsByService(modelQuantities(results));
  const all = totals.reduce((sum, [, total]) => sum + total, 0);
  const shown = totals.filter(([, total]) => total >= LEAST_SHARE * all);
  const [[, highest] = ['', 1]] = shown;
  const rows = shown.map(([service, total], index) => {
    const middle = index * ROW + ROW / 2;
    const width = Math.max(1, (total / highest) * BARS);
    return [
      `<text x="${LABELS - 8}" y="${middle + 4}" text-anchor="end">${service}</text>`,
      `<rect x="${LABELS}" y="${middle - BAR / 2}" width="${width.toFixed(1)}" height="${BAR}" rx="2"/>`,
      `<text x="${(LABELS + width + 6).toFixed(1)}" y="${middle + 4}">${usd(total)}</text>`,
    ].join('\n  ');
  });
  const [width, height] = [LABELS + BARS + VALUES, shown.length * ROW];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="USD per 1,000 models, by service">
  <style>
    text { font: 13px system-ui, sans-serif; fill: #1f2328; }
    rect { fill: #2f6fb5; }
    @media (prefers-color-scheme: dark) { text { fill: #e6edf3; } rect { fill: #6cb0f5; } }
  </style>
  ${rows.join('\n  ')}
</svg>
`;
}
