import { useRef, useState } from 'preact/hooks';
import type { InviteStatus } from '../../../shared/contract/invites.ts';
import { useCopy } from '../../design/copy.ts';
import { Field, submitted } from '../../design/form.tsx';
import { Button } from '../../design/icon.tsx';
import { useQuestion } from '../../design/question.tsx';
import { say } from '../../design/toast.tsx';
import { type Answer, ApiError } from '../../service/api.ts';
import { adminInvites } from '../../text/admin-invites.ts';
import { useText } from '../../text/language.tsx';
import { Choice, named } from '../choice.tsx';
import { useAct, useDesk, useLoaded, usePolling } from '../desk.ts';
import { keptState } from '../kept-state.ts';
import { Pager } from '../pager.tsx';
import { Show } from '../parts.tsx';
import { InviteBar, type InviteSelection } from './invite-bar.tsx';
import { type InviteRecord, InviteTable, waitsForMail } from './invite-table.tsx';

const PAGE_SIZE = 50;
/** Milliseconds until a list with mails that are about to be sent is read again. */
const MAIL_PAUSE = 10_000;

const NO_ONE: InviteSelection = new Set();

const useStatusFilter = keptState<InviteStatus | undefined>(undefined);
const useOffset = keptState(0);
const useWanted = keptState('');

type Page = Pick<Answer<'GET /api/v2/organization/invites'>, 'invites'> & { offset: number; total: number };

/** The invites of the organization, newest first, of which the service sends a page at a time. */
export function InviteList({ version }: { version: number }) {
  const { api } = useDesk();
  const { list: text, status: statusTexts } = useText(adminInvites);
  const { ask, dialog } = useQuestion();
  const [status, setStatus] = useStatusFilter();
  const [offset, setOffset] = useOffset();
  const [wanted, setWanted] = useWanted();
  const [selection, setSelection] = useState(NO_ONE);
  const loaded = useLoaded(async (): Promise<Page> => {
    if (wanted !== '') return found(wanted);
    const query = { limit: PAGE_SIZE, offset, status };
    const { invites, pagination } = await api.call('GET /api/v2/organization/invites', { query });
    return { invites, offset, total: pagination.total };
  }, [api, status, offset, wanted, version]);
  const found = async (email: string): Promise<Page> => {
    try {
      const { invite } = await api.call('GET /api/v2/organization/invites/{email}', { path: { email } });
      return { invites: [invite], offset: 0, total: 1 };
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_FOUND')
        return { invites: [], offset: 0, total: 0 };
      throw error;
    }
  };
  const isAwaited = useRef(false);
  isAwaited.current = loaded.value?.invites.some(waitsForMail) ?? false;
  usePolling(async () => {
    if (isAwaited.current) await loaded.reload();
    return MAIL_PAUSE;
  }, [api, status, offset, wanted, version]);
  const { act } = useAct();
  const copy = useCopy();
  const copyLink = ({ link }: InviteRecord) => copy(link ?? '', text.copied);
  // Whatever the answer: another user may have changed the invite meanwhile.
  const change = (action: () => Promise<unknown>) => act(() => action().finally(loaded.reload));
  const resend = ({ email }: InviteRecord) =>
    change(async () => {
      const options = { idempotencyKey: crypto.randomUUID() };
      await api.call('POST /api/v2/organization/invites/resend', { body: { email }, ...options });
      say(text.resent(email));
    });
  const revoke = ({ email }: InviteRecord) =>
    change(async () => {
      const { revokeConsequence: consequence, revokeAction: action } = text;
      if (!(await ask({ question: text.revokeQuestion(email), consequence, action }))) return;
      const options = { idempotencyKey: crypto.randomUUID() };
      await api.call('POST /api/v2/organization/invites/revoke', { body: { email }, ...options });
      say(text.revoked);
    });
  return (
    <section class="card" aria-labelledby="invite-list">
      <h2 id="invite-list">{text.title}</h2>
      <div class="list-filters">
        <Choice
          label={text.filter}
          options={[[undefined, text.everything], ...named(statusTexts)]}
          value={status}
          choose={(chosen) => {
            setStatus(chosen);
            setOffset(0);
            setWanted('');
          }}
        />
        <FindForm wanted={wanted} find={setWanted} />
      </div>
      <Show loaded={loaded}>
        {({ invites, offset, total }) =>
          total === 0 ? (
            <p class="empty">
              {wanted !== '' ? text.notFound(wanted) : status === undefined ? text.empty : text.noMatch}
            </p>
          ) : (
            <>
              <InviteTable
                invites={invites}
                selection={selection}
                select={setSelection}
                copy={(invite) => void copyLink(invite)}
                resend={resend}
                revoke={revoke}
              />
              {wanted === '' && <Pager offset={offset} size={PAGE_SIZE} total={total} turnTo={setOffset} />}
            </>
          )
        }
      </Show>
      <InviteBar selection={selection} select={setSelection} changed={loaded.reload} />
      {dialog}
    </section>
  );
}

function FindForm({ wanted, find }: { wanted: string; find(email: string): void }) {
  const text = useText(adminInvites).list;
  const clear = (event: Event & { currentTarget: HTMLFormElement }) => {
    event.currentTarget.querySelector('input')?.focus();
    find('');
  };
  return (
    <form class="find" onSubmit={submitted((form) => find(form.text('find').toLowerCase()))} onReset={clear}>
      <Field
        id="invite-find"
        label={text.find}
        name="find"
        type="email"
        autocomplete="off"
        required
        defaultValue={wanted}
      />
      <Button type="submit" label={text.search} />
      {wanted !== '' && <Button type="reset" label={text.clear} />}
    </form>
  );
}
