import { useQuestion } from '../../design/question.tsx';
import { say } from '../../design/toast.tsx';
import { useAction } from '../../design/use-action.ts';
import type { Answer } from '../../service/api.ts';
import { adminInvites } from '../../text/admin-invites.ts';
import { useText } from '../../text/language.tsx';
import { useDesk, useLoaded } from '../desk.ts';
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
  const { api, fail, clear } = useDesk();
  const text = useText(adminInvites).join;
  const { isBusy, run } = useAction(fail);
  const { ask, dialog } = useQuestion();
  const end = () =>
    run(async () => {
      clear();
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
      <button type="button" class="quiet" disabled={isBusy} onClick={() => void end()}>
        {text.end.action}
      </button>
      {dialog}
    </>
  );
}

function Form({ changed }: { changed(): Promise<void> }) {
  const { api, fail, clear } = useDesk();
  const text = useText(adminInvites).join;
  const { isBusy, run } = useAction(fail);
  const create = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    clear();
    const form = new FormData(event.currentTarget);
    const domains = String(form.get('domains') ?? '')
      .split(/[\s,;]+/)
      .map((domain) => domain.replace(/^@/, ''))
      .filter((domain) => domain !== '');
    const body = { domains, uses: Number(form.get('uses')), days: Number(form.get('days')) };
    void run(async () => {
      await api.call('POST /api/admin/join-link', { body, idempotencyKey: crypto.randomUUID() });
      await changed();
    });
  };
  return (
    <form class="join-link" onSubmit={create}>
      <label class="field" for="join-domains">
        <span>{text.domains}</span>
        <input id="join-domains" name="domains" required placeholder="company.com" autocomplete="off" />
      </label>
      <label class="field" for="join-uses">
        <span>{text.uses}</span>
        <input id="join-uses" name="uses" type="number" required min={1} max={10_000} defaultValue={USES} />
      </label>
      <label class="field" for="join-days">
        <span>{text.days}</span>
        <input id="join-days" name="days" type="number" required min={1} max={90} defaultValue={DAYS} />
      </label>
      <button type="submit" class="primary" disabled={isBusy}>
        {text.create}
      </button>
    </form>
  );
}
