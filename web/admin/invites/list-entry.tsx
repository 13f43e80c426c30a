import { useRef, useState } from 'preact/hooks';
import { Field, submitted } from '../../design/form.tsx';
import { Button, Icon } from '../../design/icon.tsx';
import { adminInvites } from '../../text/admin-invites.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { decodeList, LINES_MAX, type ListRow, parseList } from './parse-list.ts';

const FILE_BYTES_MAX = 5_000_000;
const FILE_TYPES = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain';

interface ListEntryProps {
  /** The text that was pasted before. */
  text: string;
  /**
   * @param pasted empty for a file
   * @param unused the names of columns that are not read
   */
  entered(pasted: string, rows: ListRow[], unused: string[]): void;
}

/** A file or a pasted text with people to invite. */
export function ListEntry({ text: initial, entered }: ListEntryProps) {
  const text = useText(adminInvites).many;
  const { language } = useLanguage();
  const [pasted, setPasted] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const enter = (content: string, shown: string) => {
    const { rows, unused } = parseList(content);
    if (rows.length === 0) setProblem(text.empty);
    else if (rows.length > LINES_MAX) setProblem(text.tooLong(LINES_MAX.toLocaleString(language)));
    else entered(shown, rows, unused);
  };
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    setProblem(undefined);
    if (file.size > FILE_BYTES_MAX) return setProblem(text.tooLarge);
    try {
      enter(decodeList(new Uint8Array(await file.arrayBuffer())), '');
    } catch {
      setProblem(text.unreadable);
    }
  };
  const submit = submitted(() => {
    setProblem(undefined);
    enter(pasted, pasted);
  });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void read(event.dataTransfer?.files[0]);
  };
  return (
    <>
      <h2>{text.title}</h2>
      <form class="stack list-entry" onSubmit={submit}>
        <label
          class={`shows-focus drop ${isOver ? 'over' : ''}`}
          for="list-file"
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
        >
          <Icon name="upload" />
          <b>{text.choose}</b>
          <span class="hint">{text.drop}</span>
          <input
            ref={input}
            id="list-file"
            class="unseen"
            type="file"
            accept={FILE_TYPES}
            aria-label={text.choose}
            onChange={(event) => {
              void read(event.currentTarget.files?.[0]);
              // The same file can be chosen again after it was changed.
              event.currentTarget.value = '';
            }}
          />
        </label>
        <Field id="list-text" label={text.paste}>
          <textarea
            id="list-text"
            rows={5}
            spellcheck={false}
            autocomplete="off"
            placeholder={text.placeholder}
            value={pasted}
            onInput={(event) => setPasted(event.currentTarget.value)}
          />
        </Field>
        <p class="hint">{text.hint}</p>
        <div role="alert">{problem !== undefined && <p class="alert">{problem}</p>}</div>
        <Button type="submit" class="primary start" label={text.check} disabled={pasted.trim() === ''} />
      </form>
    </>
  );
}
