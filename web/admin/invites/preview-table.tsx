import { useState } from 'preact/hooks';
import { canonicalAddress } from '../../../shared/contract/address.ts';
import { adminInvites } from '../../text/admin-invites.ts';
import { useText } from '../../text/language.tsx';
import { Pager } from '../pager.tsx';
import type { JudgedRow } from './judge-list.ts';
import type { Fault } from './list.ts';

const PAGE_SIZE = 50;
const FIELDS = ['email', 'name', 'team'] as const;
type Field = (typeof FIELDS)[number];
const COLUMNS = ['line', ...FIELDS, 'result'] as const;

const CLASSES: Readonly<Record<Field, string>> = {
  email: 'email-column',
  name: 'hint name-column',
  team: 'hint team-column',
};

/** The faults that are not in the address. */
const PLACES: Readonly<Partial<Record<Fault, Field>>> = {
  urlInName: 'name',
  nameTooLong: 'name',
  urlInTeam: 'team',
  teamTooLong: 'team',
};

/** Puts another address, name or team in place of that of a line. */
export type MendLine = (position: number, change: Partial<Pick<JudgedRow, Field>>) => Promise<void>;

interface PreviewTableProps {
  rows: readonly JudgedRow[];
  /** Whether only faulty lines are shown. */
  isFiltered: boolean;
  mend: MendLine;
}

/** Lines of a list, a page at a time: a list can have thousands. What is faulty in a line is a field. */
export function PreviewTable({ rows, isFiltered, mend }: PreviewTableProps) {
  const { preview: text, faults } = useText(adminInvites);
  const [wanted, setOffset] = useState(0);
  const placed = rows.map((row, position) => ({ ...row, position }));
  const listed = isFiltered ? placed.filter(({ fault }) => fault !== undefined) : placed;
  // Lines leave the list of faulty ones when they are mended.
  const offset = Math.min(wanted, Math.floor(Math.max(0, listed.length - 1) / PAGE_SIZE) * PAGE_SIZE);
  const shown = listed.slice(offset, offset + PAGE_SIZE);
  return (
    <>
      <table class="stacked invite-table preview-table" aria-label={text.title}>
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" class={`${name}-column`}>
                {text[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ position, line, fault, ...row }) => (
            <tr key={position}>
              <td class="hint line-column">{line}</td>
              {FIELDS.map((field) => (
                <td key={field} class={CLASSES[field]}>
                  {fault && (PLACES[fault] ?? 'email') === field ? (
                    <Mend
                      inputMode={field === 'email' ? 'email' : 'text'}
                      label={text.mend(text[field], line)}
                      value={row[field]}
                      mend={(written) => mend(position, { [field]: canonical(field, written) })}
                    />
                  ) : (
                    row[field]
                  )}
                </td>
              ))}
              <td class="result-column">
                <span class={fault ? 'fault' : 'fine'}>{fault ? faults[fault] : text.fine}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pager offset={offset} size={PAGE_SIZE} total={listed.length} turnTo={setOffset} />
    </>
  );
}

function canonical(field: Field, written: string): string {
  return field === 'email' ? canonicalAddress(written) : written.trim();
}

interface MendProps {
  label: string;
  value: string;
  inputMode: 'email' | 'text';
  mend(written: string): Promise<void>;
}

function Mend({ label, value, inputMode, mend }: MendProps) {
  return (
    <input
      type="text"
      inputMode={inputMode}
      spellcheck={false}
      autocomplete="off"
      aria-label={label}
      defaultValue={value}
      onChange={({ currentTarget }) => void mend(currentTarget.value)}
    />
  );
}
