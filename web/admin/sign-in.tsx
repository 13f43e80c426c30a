import { useRef, useState } from 'preact/hooks';
import { Field, submitted } from '../design/form.tsx';
import { Button } from '../design/icon.tsx';
import { Screen } from '../design/screen.tsx';
import { Brand } from '../design/site.tsx';
import { useAction } from '../design/use-action.ts';
import { Api, ApiError } from '../service/api.ts';
import { admin } from '../text/admin.ts';
import { useLanguage, useText } from '../text/language.tsx';
import { goToWanted, knownAddress, nextOrganizations, rememberAddress, remembered } from './session.ts';

interface SignInProps {
  /** Opens the desk with an API key or a user's session. Rejects when the service does not accept it. */
  enter(bearer: string): Promise<void>;
  alert: string | undefined;
  fail(error: unknown): void;
  clear(): void;
}

/** The sign-in page: a form that requests a link by e-mail, and a field for an API key. */
export function SignIn(props: SignInProps) {
  const { title, lead } = useText(admin).signIn;
  return (
    <Screen title={title} lead={lead} alert={props.alert} eyebrow={<Brand />} width="narrow">
      <div class="stack">
        <MailForm {...props} />
        <KeyForm {...props} />
      </div>
    </Screen>
  );
}

function MailForm({ fail, clear }: SignInProps) {
  const text = useText(admin).signIn.mail;
  const { language } = useLanguage();
  const [answer, setAnswer] = useState<string>();
  const { isBusy, run } = useAction(fail);
  const submit = submitted((form) => {
    clear();
    setAnswer(undefined);
    const email = form.text('email');
    void run(async () => {
      await new Api().call('POST /api/admin/link', { body: { email, language, after: nextOrganizations() } });
      rememberAddress(email);
      setAnswer(text.sent);
    });
  });
  return (
    <form class="card" onSubmit={submit}>
      <h2>{text.heading}</h2>
      <Field
        id="email"
        label={text.email}
        name="email"
        type="email"
        required
        autocomplete="email"
        defaultValue={knownAddress()}
        hint={text.hint}
      />
      <Button type="submit" class="primary" label={text.action} disabled={isBusy} />
      <div role="status">{answer !== undefined && <p class="notice">{answer}</p>}</div>
    </form>
  );
}

function KeyForm({ enter, fail, clear }: SignInProps) {
  const text = useText(admin).signIn.key;
  const field = useRef<HTMLInputElement>(null);
  const { isBusy, run } = useAction((error) => {
    field.current?.select();
    fail(error);
  });
  const submit = submitted(() => {
    clear();
    void run(() => enter(field.current?.value.trim() ?? ''));
  });
  return (
    <form class="card" onSubmit={submit}>
      <h2>{text.heading}</h2>
      <Field id="key" label={text.label} hint={text.hint}>
        <input
          id="key"
          ref={field}
          type="password"
          required
          autocomplete="off"
          spellcheck={false}
          aria-describedby="key-hint"
        />
      </Field>
      <Button type="submit" label={text.action} disabled={isBusy} />
    </form>
  );
}

/**
 * The page of a sign-in link. Mail scanners open links, and the link works once, so it is used on a click
 * only.
 */
export function SignInByLink({ token, ...props }: SignInProps & { token: string }) {
  const { enter, alert, fail, clear } = props;
  const text = useText(admin).signIn.link;
  const [isOver, setIsOver] = useState(false);
  // The link works once: another try goes on with its session.
  const opened = useRef<string | undefined>(undefined);
  const { isBusy, run } = useAction((error) => {
    if (error instanceof ApiError && error.code === 'UNAUTHORIZED') setIsOver(true);
    else fail(error);
  });
  const click = () => {
    clear();
    void run(async () => {
      opened.current ??= (await new Api().call('POST /api/admin/session', { body: { token } })).session;
      goToWanted();
      await enter(opened.current);
    });
  };
  if (isOver)
    return (
      <Screen title={text.over} lead={text.another} alert={alert} eyebrow={<Brand />} width="narrow">
        <div class="stack">
          {remembered() !== undefined && (
            <Button class="primary" label={text.stillIn} onClick={() => location.reload()} />
          )}
          <MailForm {...props} />
        </div>
      </Screen>
    );
  return (
    <Screen title={text.title} lead={text.lead} alert={alert} eyebrow={<Brand />} isQuiet>
      <Button class="primary" label={text.action} disabled={isBusy} onClick={click} />
    </Screen>
  );
}
