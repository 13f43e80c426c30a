import { useState } from 'preact/hooks';
import { Icon } from '../../design/icon.tsx';
import { useQuestion } from '../../design/question.tsx';
import { say } from '../../design/toast.tsx';
import type { Answer } from '../../service/api.ts';
import { adminAccess } from '../../text/admin-access.ts';
import { useText } from '../../text/language.tsx';
import { useDesk, useLoaded } from '../desk.ts';
import { CopyField, Show, Time } from '../parts.tsx';
import { NewKeyForm } from './new-key.tsx';

type ApiKey = Answer<'GET /api/admin/keys'>['keys'][number];

/** The API keys of the organization. A new one is shown once. */
export function Keys() {
  const { api, fail, clear } = useDesk();
  const text = useText(adminAccess).keys;
  const [step, setStep] = useState<'list' | 'form' | { key: string }>('list');
  const { ask, dialog } = useQuestion();
  const loaded = useLoaded(async () => (await api.call('GET /api/admin/keys')).keys, [api]);
  const revoke = async ({ id, name }: ApiKey) => {
    const question = {
      question: text.question(name),
      consequence: text.consequence,
      action: text.revoke,
    };
    if (!(await ask(question))) return;
    clear();
    try {
      await api.call('DELETE /api/admin/keys/{keyId}', { path: { keyId: id } });
      say(text.revoked);
      await loaded.reload();
    } catch (error) {
      fail(error);
    }
  };
  return (
    <div class="stack">
      {step === 'list' ? (
        <button type="button" class="primary start" onClick={() => setStep('form')}>
          <Icon name="key" />
          {text.create}
        </button>
      ) : step === 'form' ? (
        <NewKeyForm
          cancel={() => setStep('list')}
          created={(key) => {
            setStep({ key });
            void loaded.reload();
          }}
        />
      ) : (
        <section class="card" role="status">
          <p>{text.shown}</p>
          <CopyField label={text.theKey} value={step.key} />
          <button type="button" class="quiet start" onClick={() => setStep('list')}>
            {text.done}
          </button>
        </section>
      )}
      <Show loaded={loaded}>
        {(keys) =>
          keys.length === 0 ? (
            <p class="card empty">{text.empty}</p>
          ) : (
            <ul class="card rows">
              {keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} revoke={() => void revoke(key)} />
              ))}
            </ul>
          )
        }
      </Show>
      {dialog}
    </div>
  );
}

function KeyRow({ apiKey, revoke }: { apiKey: ApiKey; revoke(): void }) {
  const text = useText(adminAccess).keys;
  const { name, prefix, scopes, test, createdAt, expiresAt, lastUsedAt } = apiKey;
  return (
    <li>
      <div class="what">
        <p class="name">
          <b>{name}</b>
          {test && <span class="badge">{text.isTest}</span>}
        </p>
        <p class="code">{prefix}…</p>
        <p class="hint">{scopes === null ? text.everything : scopes.join(', ')}</p>
      </div>
      <p class="hint">
        {lastUsedAt === null ? (
          text.unused
        ) : (
          <>
            {text.used} <Time at={lastUsedAt} />
          </>
        )}
        <br />
        {text.created} <Time at={createdAt} />
        {expiresAt !== null && (
          <>
            <br />
            {text.until} <Time at={expiresAt} />
          </>
        )}
      </p>
      <button type="button" class="quiet" aria-label={text.revokeNamed(name)} onClick={revoke}>
        {text.revoke}
      </button>
    </li>
  );
}
