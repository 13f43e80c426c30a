import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../design/icon.tsx';
import { saveCsv } from '../../service/save.ts';
import { adminInvites } from '../../text/admin-invites.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { type Fault, failedLines, type Line, progressOf, type SendingList } from './list.ts';
import { failedLinesCsv } from './result-csv.ts';

/** The outcome of a list, with its failed lines as a file. */
export function ListResult({ list, done }: { list: SendingList; done(): void }) {
  const { result: text, faults } = useText(adminInvites);
  const { language } = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const failed = failedLines(list);
  const download = () => {
    const reasonOf = (fault: Fault, { sentence }: Line) =>
      fault === 'refused' && sentence !== undefined ? sentence : faults[fault];
    const csv = failedLinesCsv(failed, text.columns, reasonOf, language);
    saveCsv(csv, text.fileName);
  };
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {text.title(progressOf(list).sent)}
      </h2>
      <p role="status">{failed.length === 0 ? text.all : text.failed(failed.length)}</p>
      <div class="beside">
        {failed.length > 0 && <Button icon="download" label={text.download} onClick={download} />}
        <Button class="primary" label={text.done} onClick={done} />
      </div>
    </>
  );
}
