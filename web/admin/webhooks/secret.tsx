import { useState } from 'preact/hooks';
import { Button } from '../../design/icon.tsx';
import { useQuestion } from '../../design/question.tsx';
import type { Answer } from '../../service/api.ts';
import { adminWebhooks } from '../../text/admin-webhooks.ts';
import { useText } from '../../text/language.tsx';
import { useAct, useDesk } from '../desk.ts';
import { CopyField, Time } from '../parts.tsx';

interface SecretProps {
  secrets: Answer<'GET /api/admin/webhooks'>['webhooks']['secrets'];
  reload(): Promise<void>;
}

/** The secrets that sign webhooks. A new one is shown once. */
export function Secret({ secrets, reload }: SecretProps) {
  const { api } = useDesk();
  const { act } = useAct();
  const text = useText(adminWebhooks).secret;
  const [created, setCreated] = useState<string>();
  const { ask, dialog } = useQuestion();
  const rotate = () =>
    act(async () => {
      const { question, consequence, rotate: action } = text;
      if (!(await ask({ question, consequence, action }))) return;
      setCreated((await api.call('POST /api/admin/webhooks/secret')).secret);
      await reload();
    });
  return (
    <section class="card" aria-labelledby="secret-title">
      <h2 id="secret-title">{text.title}</h2>
      <p class="hint">{text.lead}</p>
      <ul>
        {secrets.map(({ endsWith, validUntil }) => (
          <li key={endsWith}>
            {text.ends(endsWith)}
            {validUntil !== null && (
              <span class="hint">
                {' '}
                · {text.signsUntil} <Time at={validUntil} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <div role="status">{created !== undefined && <p class="notice">{text.shown}</p>}</div>
      {created !== undefined && <CopyField label={text.theSecret} value={created} />}
      <Button class="quiet start" label={text.rotate} onClick={rotate} />
      {dialog}
    </section>
  );
}
