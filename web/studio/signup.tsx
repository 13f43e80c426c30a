import { useState } from 'preact/hooks';
import type { IconName } from '../design/icon.tsx';
import { Screen } from '../design/screen.tsx';
import { useAction } from '../design/use-action.ts';
import { ApiError } from '../service/api.ts';
import { useText } from '../text/language.tsx';
import { signup } from '../text/signup.ts';
import { confirm, openWith, requestLink } from './session.ts';

interface ScreenProps {
  alert: string | undefined;
  fail(error: unknown): void;
}

interface InvitationProps extends ScreenProps {
  invite: string;
  /** Opens the studio with the new session. */
  enter(session: string): void;
  clearError(): void;
  /** Shows a last screen. */
  end(title: string, lead: string, icon: IconName): void;
}

/** The sign-up form of an invite. Mail scanners open links, so the invite is used on a click only. */
export function Invitation({ invite, alert, enter, fail, clearError, end }: InvitationProps) {
  const text = useText(signup);
  const [usesOtherAddress, setUsesOtherAddress] = useState(false);
  const { isBusy, run } = useAction(fail);

  const signUp = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    clearError();
    const form = new FormData(event.currentTarget);
    const name = String(form.get('name') ?? '').trim();
    const email = String(form.get('email') ?? '');
    void run(async () =>
      enter(await openWith({ invite, ...(name !== '' && { name }), ...(email !== '' && { email }) })),
    );
  };

  return (
    <Screen title={text.title} lead={text.lead} alert={alert} width="narrow">
      <form class="card signup" onSubmit={signUp}>
        <label class="field" for="name">
          <span>
            {text.name} <i>{text.optional}</i>
          </span>
          <input id="name" name="name" maxLength={120} autocomplete="name" />
        </label>
        {usesOtherAddress ? (
          <label class="field" for="email">
            <span>
              {text.email} <i>{text.emailInstead}</i>
            </span>
            <input id="email" name="email" type="email" autocomplete="email" ref={focus} />
            <span class="hint">{text.emailHint}</span>
          </label>
        ) : (
          <button type="button" class="link disclosure" onClick={() => setUsesOtherAddress(true)}>
            {text.otherAddress}
          </button>
        )}
        <div class="submit">
          <button type="submit" class="primary" disabled={isBusy}>
            {text.start}
          </button>
          <p class="hint">
            {text.startedBefore} <LinkButton invite={invite} fail={fail} end={end} />
          </p>
        </div>
      </form>
    </Screen>
  );
}

/** The screen of an invite that was used or revoked, or has expired. */
export function InviteEnded({
  invite,
  alert,
  fail,
  end,
}: Pick<InvitationProps, 'invite' | 'alert' | 'fail' | 'end'>) {
  const text = useText(signup);
  return (
    <Screen title={text.ended.title} lead={text.ended.lead} alert={alert} icon="clock" isQuiet>
      <LinkButton invite={invite} fail={fail} end={end} />
    </Screen>
  );
}

/** A button that has a link mailed to the member who has used the invite. */
function LinkButton({ invite, fail, end }: Pick<InvitationProps, 'invite' | 'fail' | 'end'>) {
  const text = useText(signup);
  const { isBusy, run } = useAction(fail);
  const click = () =>
    run(async () => {
      await requestLink(invite);
      end(text.mailed, text.mailedLead, 'mail');
    });
  return (
    <button type="button" class="link" disabled={isBusy} onClick={() => void click()}>
      {text.mailLink}
    </button>
  );
}

/** The screen of a mailed link. Mail scanners open links, so the token is used on a click only. */
export function Return({
  token,
  alert,
  enter,
  fail,
}: ScreenProps & { token: string; enter(session: string): void }) {
  const { back } = useText(signup);
  const { isBusy, run } = useAction(fail);
  const click = () => run(async () => enter(await openWith({ token })));
  return (
    <Screen title={back.title} lead={back.lead} alert={alert} icon="person" isQuiet>
      <button type="button" class="primary" disabled={isBusy} onClick={() => void click()}>
        {back.action}
      </button>
    </Screen>
  );
}

/** The screen of a link that confirms an address. Mail scanners open links, so the token is used on a click only. */
export function ConfirmAddress({
  token,
  alert,
  fail,
  end,
}: ScreenProps & { token: string; end(title: string, lead: string, icon: IconName): void }) {
  const text = useText(signup).confirm;
  const failed = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'UNAUTHORIZED')
      end(text.expired, text.expiredLead, 'clock');
    else fail(error);
  };
  const { isBusy, run } = useAction(failed);
  const click = () => run(async () => end(text.done, text.doneLead(await confirm(token)), 'check'));
  return (
    <Screen title={text.title} lead={text.lead} alert={alert} icon="mail" isQuiet>
      <button type="button" class="primary" disabled={isBusy} onClick={() => void click()}>
        {text.action}
      </button>
    </Screen>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}
