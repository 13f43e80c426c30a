import { useState } from 'preact/hooks';
import { adminInvites } from '../../text/admin-invites.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text/language.tsx';
import { useDesk } from '../desk.ts';
import { listToSend } from './judge-list.ts';
import { ListEntry } from './list-entry.tsx';
import { ListPreview } from './list-preview.tsx';
import { ListProgress } from './list-progress.tsx';
import { ListResult } from './list-result.tsx';
import type { ListRow } from './parse-list.ts';
import { useSending } from './use-sending.ts';

interface Draft {
  /** The pasted text; empty for a file. */
  text: string;
  /** Absent until the list is to be checked. */
  rows?: ListRow[];
  /** The names of columns that are not read. */
  unused: string[];
}

const EMPTY: Draft = { text: '', unused: [] };

/** Invites by a list: entered, checked line by line, sent, and done. */
export function InviteMany({ changed }: { changed(): void }) {
  const { clear } = useDesk();
  const text = useText(adminInvites);
  const { loading } = useText(common);
  const [draft, setDraft] = useState(EMPTY);
  const sending = useSending(changed);
  const { list, state } = sending;
  const step = () => {
    if (sending.isOpening) return <p class="pause">{loading}</p>;
    if (list && state.name === 'finished') return <ListResult list={list} done={() => void sending.drop()} />;
    if (list) return <ListProgress {...sending} list={list} end={() => void sending.end()} />;
    if (draft.rows === undefined)
      return (
        <ListEntry
          text={draft.text}
          entered={(pasted, rows, unused) => {
            clear();
            setDraft({ text: pasted, rows, unused });
          }}
        />
      );
    return (
      <ListPreview
        rows={draft.rows}
        unused={draft.unused}
        back={() => setDraft({ ...EMPTY, text: draft.text })}
        send={(rows) => {
          setDraft(EMPTY);
          void sending.start(listToSend(rows, Date.now()));
        }}
      />
    );
  };
  return (
    <section class="card" aria-label={text.many.title}>
      {step()}
    </section>
  );
}
