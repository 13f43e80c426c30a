import { useState } from 'preact/hooks';
import { Field, submitted } from '../../design/form.tsx';
import { Button } from '../../design/icon.tsx';
import { say } from '../../design/toast.tsx';
import type { Answer } from '../../service/api.ts';
import { adminMembers } from '../../text/admin-members.ts';
import { useText } from '../../text/language.tsx';
import { useDesk, usePages } from '../desk.ts';
import { Awaited, More, Show, Times } from '../parts.tsx';
import { EraseDialog } from './erase-dialog.tsx';

const PAGE_SIZE = 50;

type Erasure = Answer<'GET /api/admin/erasures'>['erasures'][number];

/** Erases a person by the address, and shows how far each erasure is. */
export function Erasures() {
  const { api, clear } = useDesk();
  const text = useText(adminMembers);
  const [email, setEmail] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const { loaded, more } = usePages(
    async (before) => {
      const page = await api.call('GET /api/admin/erasures', { query: { limit: PAGE_SIZE, before } });
      return { entries: page.erasures, next: page.next };
    },
    [api],
  );
  const isOpen = loaded.value?.some(({ doneAt }) => doneAt === null) ?? false;
  const erase = async () => {
    clear();
    await api.call('POST /api/admin/erasures', { body: { email } });
    setIsAsking(false);
    setEmail('');
    say(text.erase.erasing);
    await loaded.reload();
  };
  return (
    <div class="stack">
      <section class="card" aria-labelledby="erase-title">
        <div>
          <h2 id="erase-title">{text.erasures.form}</h2>
          <p class="hint">{text.erasures.hint}</p>
        </div>
        <form class="row" onSubmit={submitted(() => setIsAsking(true))}>
          <Field
            id="erase-email"
            label={text.erasures.email}
            type="email"
            required
            autocomplete="off"
            value={email}
            onInput={({ currentTarget }) => setEmail(currentTarget.value.trim())}
          />
          <Button type="submit" label={text.erasures.next} />
        </form>
      </section>
      <section class="card" aria-labelledby="erasures-title">
        <h2 id="erasures-title">{text.erasures.list}</h2>
        <Show loaded={loaded} empty={text.erasures.empty}>
          {(erasures) => (
            <ul class="rows">
              {erasures.map((erasure) => (
                <ErasureRow key={erasure.erasureId} erasure={erasure} />
              ))}
            </ul>
          )}
        </Show>
        <More more={more} />
        {isOpen && <Awaited reload={loaded.reload} />}
      </section>
      {isAsking && <EraseDialog name={email} email={email} erase={erase} close={() => setIsAsking(false)} />}
    </div>
  );
}

function ErasureRow({ erasure }: { erasure: Erasure }) {
  const text = useText(adminMembers).erasures;
  const { memberId, modelId, requestedBy, requestedAt, doneAt, checkedAt, providerCopies } = erasure;
  const state = checkedAt !== null ? 'checked' : doneAt !== null ? 'done' : 'open';
  const { member, invite, images } = text.erased;
  const erased = [...(memberId === null ? [] : [member]), invite, ...(modelId === null ? [] : [images])];
  return (
    <li>
      <div class="what">
        <p class="name">
          <b>{memberId === null ? text.invited : text.person}</b>
          <span class={`status ${state === 'open' ? 'pending' : 'delivered'}`}>{text.states[state]}</span>
        </p>
        <p>{erased.join(' · ')}</p>
        {memberId !== null && <p class="code hint">{[memberId, modelId ?? []].flat().join(' · ')}</p>}
        {providerCopies !== null && <p class="hint">{text.copies[providerCopies]}</p>}
      </div>
      <p class="hint">
        {text.by[requestedBy]}
        <Times
          of={[
            [text.requested, requestedAt],
            [text.done, doneAt],
            [text.checked, checkedAt],
          ]}
        />
      </p>
    </li>
  );
}
