import { useState } from 'preact/hooks';
import { SCOPES, type Scope } from '../../../shared/contract/scopes.ts';
import { useAction } from '../../design/use-action.ts';
import { adminAccess } from '../../text/admin-access.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text/language.tsx';
import { useDesk } from '../desk.ts';

/** The choices of an end, in days from now. */
const DAYS = [30, 90, 365] as const;
const DAY_MILLISECONDS = 86_400_000;

interface NewKeyFormProps {
  cancel(): void;
  /** Receives the key, which the service shows this once. */
  created(key: string): void;
}

export function NewKeyForm({ cancel, created }: NewKeyFormProps) {
  const { api, fail, clear } = useDesk();
  const text = useText(adminAccess).keys;
  const { cancel: cancelLabel } = useText(common);
  const [isLimited, setIsLimited] = useState(false);
  const { isBusy, run } = useAction(fail);
  const submit = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    clear();
    const form = new FormData(event.currentTarget);
    const days = Number(form.get('days'));
    const body = {
      name: String(form.get('name') ?? ''),
      test: form.has('test'),
      ...(isLimited && { scopes: SCOPES.filter((scope) => form.has(scope)) }),
      ...(days > 0 && { expiresAt: new Date(Date.now() + days * DAY_MILLISECONDS).toISOString() }),
    };
    void run(async () => {
      created((await api.call('POST /api/admin/keys', { body })).apiKey);
    });
  };
  return (
    <form class="card" aria-label={text.create} onSubmit={submit}>
      <h2>{text.create}</h2>
      <label class="field" for="key-name">
        <span>{text.name}</span>
        <input id="key-name" name="name" required maxLength={120} placeholder={text.namePlaceholder} />
      </label>
      <fieldset class="choices">
        <legend>{text.access}</legend>
        <label class="check">
          <input type="radio" name="access" checked={!isLimited} onChange={() => setIsLimited(false)} />
          {text.everything}
        </label>
        <label class="check">
          <input type="radio" name="access" checked={isLimited} onChange={() => setIsLimited(true)} />
          {text.some}
        </label>
      </fieldset>
      {isLimited && <ScopeChoice />}
      <label class="field" for="key-days">
        <span>{text.ends}</span>
        <select id="key-days" name="days">
          <option value="0">{text.never}</option>
          {DAYS.map((days) => (
            <option key={days} value={days}>
              {text.days(days)}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input type="checkbox" name="test" />
        {text.test}
      </label>
      <div class="actions">
        <button type="button" class="quiet" onClick={cancel}>
          {cancelLabel}
        </button>
        <button type="submit" class="primary" disabled={isBusy}>
          {text.action}
        </button>
      </div>
    </form>
  );
}

function ScopeChoice() {
  const text = useText(adminAccess).keys;
  const nameOf = (scope: Scope) => {
    const [area, verb] = scope.split(':');
    const label = Object.entries(text.areas).find(([name]) => name === area)?.[1] ?? scope;
    return `${label}: ${verb === 'read' ? text.read : text.write}`;
  };
  return (
    <fieldset class="scopes">
      <legend class="unseen">{text.some}</legend>
      {SCOPES.map((scope) => (
        <label key={scope} class="check">
          <input type="checkbox" name={scope} defaultChecked={scope.endsWith(':read')} />
          {nameOf(scope)}
        </label>
      ))}
    </fieldset>
  );
}
