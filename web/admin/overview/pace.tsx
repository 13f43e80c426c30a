import type { Answer } from '../../service/api.ts';
import { adminReports } from '../../text/admin-reports.ts';
import { useLanguage, useText } from '../../text/language.tsx';

type Overview = Answer<'GET /api/admin/overview'>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The durations and costs of models. */
export function Pace({ pace, cost }: Pick<Overview, 'pace' | 'cost'>) {
  const text = useText(adminReports).pace;
  const { language } = useLanguage();
  if (pace === null) return <p class="empty">{text.none}</p>;
  const dollars = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' });
  const figures = [
    { label: text.median, value: duration(pace.medianSeconds, language) },
    { label: text.slowest, value: duration(pace.slowestSeconds, language) },
    { label: text.wait, value: duration(pace.medianWaitSeconds, language) },
    { label: text.cost, value: text.oneCredit },
    ...cost.map(({ provider, medianUsd, highestUsd }) => ({
      label: text.atProvider(provider),
      value: dollars.format(medianUsd),
      note: text.upTo(dollars.format(highestUsd)),
    })),
  ];
  return (
    <>
      <dl class="figures">
        {figures.map(({ label, value, ...others }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd class="small">{value}</dd>
            {'note' in others && <dd class="hint note">{others.note}</dd>}
          </div>
        ))}
      </dl>
      <p class="hint">{text.models(pace.models)}</p>
    </>
  );
}

/** A duration in its largest unit, such as 40 min or 1.5 hrs. */
export function duration(seconds: number, language: string): string {
  const [value, unit] =
    seconds < MINUTE
      ? [seconds, 'second']
      : seconds < 2 * HOUR
        ? [Math.round(seconds / MINUTE), 'minute']
        : [Math.round((10 * seconds) / HOUR) / 10, 'hour'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
}
