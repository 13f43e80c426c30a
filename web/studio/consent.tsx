import { useState } from 'preact/hooks';
import type { Language } from '../../shared/contract/languages.ts';
import { Button } from '../design/icon.tsx';
import { TitledDialog } from '../design/titled-dialog.tsx';
import { type Loaded, useLoaded } from '../design/use-loaded.ts';
import type { Answer } from '../service/api.ts';
import { consent as consentText } from '../text/consent.ts';
import { useLanguage, useText } from '../text/language.tsx';
import { longDate } from './invite.ts';
import type { Studio } from './view.ts';

type Consent = Answer<'GET /api/member/consent'>['consent'];

interface ConsentProps {
  studio: Studio;
  consent: Consent;
}

/**
 * The text that the member agrees to before the first upload, with a checkbox.
 * @param props.agreed called once the service has recorded the agreement
 * @param props.reload reads the text again
 */
export function ConsentCard({
  studio,
  consent,
  agreed,
  reload,
}: ConsentProps & { agreed(): void; reload(): Promise<void> }) {
  const { api, fail, clearError } = studio;
  const text = useText(consentText);
  const [isChecked, setIsChecked] = useState(false);

  const agree = async () => {
    const { version, language } = consent;
    setIsChecked(true);
    clearError();
    try {
      await api.call('POST /api/member/consent', { body: { version, language } });
      agreed();
    } catch (error) {
      setIsChecked(false);
      fail(error);
      // There may be a newer text.
      await reload();
    }
  };
  return (
    <section class="card">
      <h2>{text.heading}</h2>
      <p class="hint">{text.lead}</p>
      <Paragraphs text={consent.text} language={consent.language} />
      <label class="shows-focus agree">
        <input type="checkbox" checked={isChecked} disabled={isChecked} onChange={() => void agree()} />
        <span>{text.agree}</span>
      </label>
    </section>
  );
}

/** A button that shows the text that the member has agreed to, and how to withdraw. Nothing when there is none. */
export function GivenConsent({ studio, consent }: ConsentProps) {
  const text = useText(consentText);
  const { language } = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  if (!consent.agreedAt) return null;
  const date = longDate(consent.agreedAt, language);
  return (
    <>
      <Button class="link given" label={text.given} onClick={() => setIsOpen(true)} />
      {isOpen && (
        <TitledDialog class="question terms-dialog" label={text.given} onClose={() => setIsOpen(false)}>
          <Paragraphs text={consent.text} language={consent.language} />
          <p>{text.agreedAt(date)}</p>
          <div class="actions">
            <Button
              label={text.withdraw}
              onClick={() => {
                setIsOpen(false);
                void studio.erase();
              }}
            />
          </div>
        </TitledDialog>
      )}
    </>
  );
}

/** The text of the service in the language of the page. It is loaded anew when `reload` changes. */
export function useConsent({ api, fail }: Studio, reload: boolean): Loaded<Consent> {
  const { language } = useLanguage();
  const load = async () => (await api.call('GET /api/member/consent', { query: { language } })).consent;
  return useLoaded(load, [api, language, reload], fail);
}

/** Each paragraph begins with its topic and a colon. */
function Paragraphs({ text, language }: { text: string; language: Language }) {
  return (
    <div class="terms" lang={language}>
      {text.split('\n\n').map((paragraph) => {
        const [topic = '', rest] = splitOnce(paragraph, ': ');
        return (
          <p key={paragraph}>
            {rest === undefined ? (
              topic
            ) : (
              <>
                <b>{topic}:</b> {rest}
              </>
            )}
          </p>
        );
      })}
    </div>
  );
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}
