import { useState } from 'preact/hooks';
import { Button } from '../../design/icon.tsx';
import { useQuestion } from '../../design/question.tsx';
import { say } from '../../design/toast.tsx';
import type { Answer } from '../../service/api.ts';
import { adminAccess } from '../../text/admin-access.ts';
import { useText } from '../../text/language.tsx';
import { useAct, useDesk, useLoaded } from '../desk.ts';
import { CopyField, Show, Times } from '../parts.tsx';
import { NewKeyForm, useScopeNames } from './new-key.tsx';

type ApiKey = Answer<'GET /api/admin/keys'>['keys'][number];

/** The API keys of the organization. A new one is shown once. */
export function Keys() {
  const { api } = useDesk();
  const { act } = useAct();
  const text = useText(adminAccess).keys;
  const [step, setStep] = useState<'list' | 'form' | { key: string }>('list');
  const { ask, dialog } = useQuestion();
  const loaded = useLoaded(async () => (await api.call('GET /api/admin/keys')).keys, [api]);
  const revoke = ({ id, name }: ApiKey) =>
    act(async () => {
      const { consequence, revoke: action } = text;
      if (!(await ask({ question: text.question(name), consequence, action }))) return;
      await api.call('DELETE /api/admin/keys/{keyId}', { path: { keyId: id } });
      say(text.revoked);
      await loaded.reload();
    });
  return (
    <div class="stack">
      {step === 'list' ? (
        <Button class="primary start" icon="key" label={text.create} onClick={() => setStep('form')} />
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
          <Button class="quiet start" label={text.done} onClick={() => setStep('list')} />
        </section>
      )}
      <Show loaded={loaded} empty={text.empty} isCard>
        {(keys) => (
          <ul class="card rows">
            {keys.map((key) => (
              <KeyRow key={key.id} apiKey={key} revoke={() => revoke(key)} />
            ))}
          </ul>
        )}
      </Show>
      {dialog}
    </div>
  );
}

function KeyRow({ apiKey, revoke }: { apiKey: ApiKey; revoke(): void }) {
  const text = useText(adminAccess).keys;
  const scopeName = useScopeNames();
  const { name, prefix, scopes, test, createdAt, expiresAt, lastUsedAt } = apiKey;
  return (
    <li>
      <div class="what">
        <p class="name">
          <b>{name}</b>
          {test && <span class="badge">{text.isTest}</span>}
        </p>
        <p class="code">{prefix}…</p>
        <p class="hint">{scopes === null ? text.everything : scopes.map(scopeName).join(', ')}</p>
      </div>
      <p class="hint">
        {lastUsedAt === null && text.unused}
        <Times
          of={[
            [text.used, lastUsedAt],
            [text.created, createdAt],
            [text.until, expiresAt],
          ]}
        />
      </p>
      <Button label={text.revoke} aria-label={text.revokeNamed(name)} onClick={revoke} />
    </li>
  );
}
