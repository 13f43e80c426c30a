import { useState } from 'preact/hooks';
import { SCOPES, type Scope } from '../../../shared/contract/scopes.ts';
import { AllOrSome, Check, Field, submitted } from '../../design/form.tsx';
import { Button } from '../../design/icon.tsx';
import { adminAccess } from '../../text/admin-access.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text/language.tsx';
import { OptionList } from '../choice.tsx';
import { useAct, useDesk } from '../desk.ts';

/** The choices of an end, in days from now; 0 for none. */
const DAYS = [0, 30, 90, 365] as const;
const DAY_MILLISECONDS = 86_400_000;

interface NewKeyFormProps {
  cancel(): void;
  /** Receives the key, which the service shows this once. */
  created(key: string): void;
}

export function NewKeyForm({ cancel, created }: NewKeyFormProps) {
  const { api } = useDesk();
  const text = useText(adminAccess).keys;
  const { cancel: cancelLabel } = useText(common);
  const [isLimited, setIsLimited] = useState(false);
  const { isBusy, act } = useAct();
  const submit = submitted((form) => {
    const days = Number(form.get('days'));
    const body = {
      name: form.text('name'),
      test: form.has('test'),
      ...(isLimited && { scopes: SCOPES.filter((scope) => form.has(scope)) }),
      ...(days > 0 && { expiresAt: new Date(Date.now() + days * DAY_MILLISECONDS).toISOString() }),
    };
    act(async () => created((await api.call('POST /api/admin/keys', { body })).apiKey));
  });
  return (
    <form class="card" aria-label={text.create} onSubmit={submit}>
      <h2>{text.create}</h2>
      <Field
        id="key-name"
        label={text.name}
        name="name"
        required
        maxLength={120}
        placeholder={text.namePlaceholder}
      />
      <fieldset class="choices">
        <legend>{text.access}</legend>
        <AllOrSome
          name="access"
          labels={[text.everything, text.some]}
          value={isLimited}
          choose={setIsLimited}
        />
      </fieldset>
      {isLimited && <ScopeChoice />}
      <Field id="key-days" label={text.ends}>
        <select id="key-days" name="days">
          <OptionList options={DAYS.map((days) => [days, days === 0 ? text.never : text.days(days)])} />
        </select>
      </Field>
      <Check name="test" label={text.test} />
      <div class="actions">
        <Button label={cancelLabel} onClick={cancel} />
        <Button type="submit" class="primary" label={text.action} disabled={isBusy} />
      </div>
    </form>
  );
}

/** Names a scope in the language of the page. */
export function useScopeNames(): (scope: Scope) => string {
  const text = useText(adminAccess).keys;
  return (scope) => {
    const [area, verb] = scope.split(':');
    const label = Object.entries(text.areas).find(([name]) => name === area)?.[1] ?? scope;
    return `${label}: ${verb === 'read' ? text.read : text.write}`;
  };
}

function ScopeChoice() {
  const text = useText(adminAccess).keys;
  const nameOf = useScopeNames();
  return (
    <fieldset class="scopes">
      <legend class="unseen">{text.some}</legend>
      {SCOPES.map((scope) => (
        <Check key={scope} name={scope} label={nameOf(scope)} defaultChecked={scope.endsWith(':read')} />
      ))}
    </fieldset>
  );
}
