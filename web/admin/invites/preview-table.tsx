import { useState } from 'preact/hooks';
import { adminInvites } from '../../text/admin-invites.ts';
import { useText } from '../../text/language.tsx';
import { Pager } from '../pager.tsx';
import type { JudgedRow } from './judge-list.ts';

const PAGE_SIZE = 50;
const COLUMNS = ['line', 'email', 'name', 'team', 'result'] as const;

/** Lines of a list, a page at a time: a list can have thousands. */
export function PreviewTable({ rows }: { rows: readonly JudgedRow[] }) {
  const { preview: text, faults } = useText(adminInvites);
  const [offset, setOffset] = useState(0);
  const shown = rows.slice(offset, offset + PAGE_SIZE);
  return (
    <>
      <table class="invite-table preview-table" aria-label={text.title}>
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
          {shown.map(({ line, email, name, team, fault }, index) => (
            <tr key={offset + index}>
              <td class="line-column">{line}</td>
              <td class="email-column">{email}</td>
              <td class="name-column">{name}</td>
              <td class="team-column">{team}</td>
              <td class="result-column">
                <span class={fault ? 'fault' : 'fine'}>{fault ? faults[fault] : text.fine}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pager offset={offset} size={PAGE_SIZE} total={rows.length} turnTo={setOffset} />
    </>
  );
}
