import { Field, submitted } from '../../design/form.tsx';
import { Button } from '../../design/icon.tsx';
import { useQuestion } from '../../design/question.tsx';
import { say } from '../../design/toast.tsx';
import type { Answer } from '../../service/api.ts';
import { adminInvites } from '../../text/admin-invites.ts';
import { useText } from '../../text/language.tsx';
import { useAct, useDesk, useLoaded } from '../desk.ts';
import { CopyField, Show, Time } from '../parts.tsx';

type Link = NonNullable<Answer<'GET /api/admin/join-link'>['joinLink']>;

const USES = 100;
const DAYS = 30;

/** The join link: people of the organization's domains ask for an invite on its page. */
export function JoinLink() {
  const { api } = useDesk();
  const text = useText(adminInvites).join;
  const loaded = useLoaded(async () => (await api.call('GET /api/admin/join-link')).joinLink, [api]);
  return (
    <section class="card" aria-labelledby="join-link">
      <h2 id="join-link">{text.title}</h2>
      <p class="hint">{text.lead}</p>
      <Show loaded={loaded}>
        {(link) => (link ? <Shown link={link} changed={loaded.reload} /> : <Form changed={loaded.reload} />)}
      </Show>
    </section>
  );
}

function Shown({ link, changed }: { link: Link; changed(): Promise<void> }) {
  const { api } = useDesk();
  const text = useText(adminInvites).join;
  const { isBusy, act } = useAct();
  const { ask, dialog } = useQuestion();
  const end = () =>
    act(async () => {
      if (!(await ask(text.end))) return;
      await api.call('DELETE /api/admin/join-link');
      say(text.ended);
      await changed();
    });
  return (
    <>
      <CopyField label={text.title} value={link.link} />
      <p>
        {text.limits(link.domains, link.usesLeft)} <Time at={link.expiresAt} />
      </p>
      <Button class="quiet start" label={text.end.action} disabled={isBusy} onClick={end} />
      {dialog}
    </>
  );
}

function Form({ changed }: { changed(): Promise<void> }) {
  const { api } = useDesk();
  const text = useText(adminInvites).join;
  const { isBusy, act } = useAct();
  const create = submitted((form) => {
    const domains = form
      .text('domains')
      .split(/[\s,;]+/)
      .map((domain) => domain.replace(/^@/, ''))
      .filter((domain) => domain !== '');
    const body = { domains, uses: Number(form.get('uses')), days: Number(form.get('days')) };
    act(async () => {
      await api.call('POST /api/admin/join-link', { body, idempotencyKey: crypto.randomUUID() });
      await changed();
    });
  });
  return (
    <form class="join-link" onSubmit={create}>
      <Field
        id="join-domains"
        label={text.domains}
        name="domains"
        required
        placeholder="company.com"
        autocomplete="off"
      />
      <Field {...number('uses')} label={text.uses} max={10_000} defaultValue={USES} />
      <Field {...number('days')} label={text.days} max={90} defaultValue={DAYS} />
      <Button type="submit" class="primary" label={text.create} disabled={isBusy} />
    </form>
  );
}

const number = (name: string) =>
  ({ id: `join-${name}`, name, type: 'number', required: true, min: 1 }) as const;
