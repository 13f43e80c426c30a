import { useState } from 'preact/hooks';
import { Button } from '../../design/icon.tsx';
import { useQuestion } from '../../design/question.tsx';
import { hush, say } from '../../design/toast.tsx';
import type { Answer } from '../../service/api.ts';
import { adminInvites } from '../../text/admin-invites.ts';
import { useText } from '../../text/language.tsx';
import { useAct, useDesk } from '../desk.ts';

/** The addresses whose pending invites are selected. They stay selected on other pages of the list. */
export type InviteSelection = ReadonlySet<string>;

/** The service changes so many invites by one request. */
const REQUEST_MAX = 100;

interface InviteBarProps {
  selection: InviteSelection;
  select(selection: InviteSelection): void;
  /** Called when invites were changed. */
  changed(): Promise<void>;
}

/** Mails the selected invites again, or revokes them. Those that cannot be changed stay selected. */
export function InviteBar({ selection, select, changed }: InviteBarProps) {
  const { api, fail, clear } = useDesk();
  const { act } = useAct();
  const text = useText(adminInvites).selection;
  const { ask, dialog } = useQuestion();
  const [done, setDone] = useState<number>();
  const [failed, setFailed] = useState(0);
  const change = async (
    request: (
      emails: string[],
      idempotencyKey: string,
    ) => Promise<Answer<'POST /api/v2/organization/invites/revoke/bulk'>>,
    sentence: (count: number) => string,
  ) => {
    clear();
    hush();
    setFailed(0);
    setDone(0);
    const emails = [...selection];
    const left = new Set(emails);
    try {
      for (let first = 0; first < emails.length; first += REQUEST_MAX) {
        const { results } = await request(emails.slice(first, first + REQUEST_MAX), crypto.randomUUID());
        for (const result of results) if (result.done) left.delete(result.email);
        setDone(first + results.length);
      }
      setFailed(left.size);
      if (left.size < emails.length) say(sentence(emails.length - left.size));
    } catch (error) {
      fail(error);
    }
    setDone(undefined);
    select(left);
    await changed();
  };
  const resend = () =>
    change(
      (emails, idempotencyKey) =>
        api.call('POST /api/v2/organization/invites/resend/bulk', { body: { emails }, idempotencyKey }),
      text.resent,
    );
  const revoke = async () => {
    const question = {
      question: text.revokeQuestion(selection.size),
      consequence: text.revokeConsequence,
      action: text.revoke,
    };
    if (!(await ask(question))) return;
    await change(
      (emails, idempotencyKey) =>
        api.call('POST /api/v2/organization/invites/revoke/bulk', { body: { emails }, idempotencyKey }),
      text.revoked,
    );
  };
  const selectPending = async () => {
    const query = { status: 'pending' } as const;
    const { invites } = await api.call('GET /api/v2/organization/invites', { query });
    select(new Set(invites.map(({ email }) => email)));
  };
  if (selection.size === 0) return null;
  const isBusy = done !== undefined;
  return (
    <section class="beside selection-bar" aria-label={text.title}>
      <div role="status">
        <b>{isBusy ? text.progress(done, selection.size) : text.count(selection.size)}</b>
        {failed > 0 && !isBusy && <p class="fault">{text.failed(failed)}</p>}
      </div>
      <Button label={text.clear} disabled={isBusy} onClick={() => select(new Set())} />
      <Button class="primary" label={text.resend} disabled={isBusy} onClick={() => void resend()} />
      <Button label={text.revoke} disabled={isBusy} onClick={() => void revoke()} />
      <Button label={text.all} disabled={isBusy} onClick={() => act(selectPending)} />
      {dialog}
    </section>
  );
}
